import type { FinancialsColumn } from "#schemas/shapes/companies/financials.ts";
import { type NullReason, type Template, templates } from "#schemas/shapes/companies/statement.ts";
import type { CompanyData, StatementEntry } from "./load-company.ts";

/** One value of a table of statements, or why there is none. */
export interface Cell {
  /** Exact decimal text; null where there is none. */
  value: string | null;
  reason: NullReason | null;
  /** What was first reported, where that is another value. */
  original: string | null;
}

/** One period of the tables, with the lines of all statements by snakeKey. */
export interface Column {
  /** As lineage names the period. */
  key: string;
  kind: "year" | "ttm" | "quarter";
  /** "2023", "TTM", "Q4 2023". */
  head: string;
  end: string;
  currency: string | null;
  cells: ReadonlyMap<string, Cell>;
}

const shown = {
  recent: { year: 6, quarter: 8 },
  all: { year: Number.POSITIVE_INFINITY, quarter: Number.POSITIVE_INFINITY },
};

/** Years, the newest twelve months and quarters, each newest first. */
export function columnsOf(data: CompanyData): Column[] {
  const { year, quarter } = shown[data.periods];
  const [newest] = data.ttm;
  return [
    ...annualColumns(data).slice(0, year),
    ...(newest === undefined ? [] : [ttmColumn(newest)]),
    ...periodsOf(data.quarterly, "quarter", data.original).slice(0, quarter),
  ];
}

/** The template of the newest statements. */
export const templateOf = ({
  annual,
  quarterly,
}: Pick<CompanyData, "annual" | "quarterly">): Template => {
  const [newest] = [...annual, ...quarterly].toSorted((a, b) =>
    a.periodEnd < b.periodEnd ? 1 : -1,
  );
  return templates.find((one) => one === newest?.template) ?? "industrial";
};

/** All fiscal years that were loaded, newest first. */
export const annualColumns = (data: Pick<CompanyData, "annual" | "original">): Column[] =>
  periodsOf(data.annual, "year", data.original);

const entryKey = ({ periodKey, statementType }: StatementEntry) => `${periodKey} ${statementType}`;

function periodsOf(
  entries: readonly StatementEntry[],
  kind: "year" | "quarter",
  original: readonly StatementEntry[],
): Column[] {
  const originals = new Map(original.map((one) => [entryKey(one), one.fields]));
  const periods = Map.groupBy(entries, ({ periodKey }) => periodKey);
  return [...periods].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { fiscalYear, fiscalPeriod, periodEnd } = first;
    const head = kind === "year" ? String(fiscalYear) : `${fiscalPeriod} ${fiscalYear}`;
    const currency = own.find((one) => one.currency !== null)?.currency ?? null;
    const cells = own.flatMap((entry) => cellsOf(entry, originals.get(entryKey(entry))));
    return [{ key, kind, head, end: periodEnd, currency, cells: new Map(cells) }];
  });
}

function cellsOf(
  { fields, reasons }: StatementEntry,
  originals: StatementEntry["fields"] = {},
): [string, Cell][] {
  return Object.entries(fields).map(([key, value]) => {
    const first = originals[key] ?? null;
    const original = value !== null && first !== value ? first : null;
    return [key, { value, reason: reasons[key] ?? null, original }];
  });
}

function ttmColumn(column: FinancialsColumn): Column {
  const { income, balanceSheet, cashFlow, reasons, periodEnd: end, currency } = column;
  const cells = Object.entries({ ...income, ...balanceSheet, ...cashFlow }).map(
    ([key, value]): [string, Cell] => [
      key,
      { value: value?.toString() ?? null, reason: reasons[key] ?? null, original: null },
    ],
  );
  return { key: "TTM", kind: "ttm", head: "TTM", end, currency, cells: new Map(cells) };
}
