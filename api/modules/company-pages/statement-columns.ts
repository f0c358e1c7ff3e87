import type { FinancialsColumn } from "#schemas/shapes/companies/financials.ts";
import { type NullReason, type Template, templates } from "#schemas/shapes/companies/statement.ts";
import type { AdjustedLines, CompanyData, StatementEntry } from "./load-company.ts";

/** One value of a table of statements, or why there is none. */
export interface Cell {
  /** Exact decimal text, after all splits where it counts shares; null where there is none. */
  value: string | null;
  reason: NullReason | "split_basis_unknown" | null;
  /** What was first reported, where that is another value. */
  original: string | null;
  /** Shares that one share of the filing has become; null for what stands as it is filed. */
  splitFactor: string | null;
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
    ...periodsOf(data.quarterly, "quarter", data).slice(0, quarter),
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
export const annualColumns = (data: Known & Pick<CompanyData, "annual">): Column[] =>
  periodsOf(data.annual, "year", data);

type Known = Pick<CompanyData, "original" | "adjusted">;

const entryKey = ({ periodKey, statementType }: StatementEntry) => `${periodKey} ${statementType}`;

function periodsOf(
  entries: readonly StatementEntry[],
  kind: "year" | "quarter",
  { original, adjusted }: Known,
): Column[] {
  const originals = new Map(original.map((one) => [entryKey(one), one]));
  const periods = Map.groupBy(entries, ({ periodKey }) => periodKey);
  return [...periods].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { fiscalYear, fiscalPeriod, periodEnd } = first;
    const head = kind === "year" ? String(fiscalYear) : `${fiscalPeriod} ${fiscalYear}`;
    const currency = own.find((one) => one.currency !== null)?.currency ?? null;
    const cells = own.flatMap((entry) =>
      cellsOf(entry, originals.get(entryKey(entry)), adjusted.get(key)),
    );
    return [{ key, kind, head, end: periodEnd, currency, cells: new Map(cells) }];
  });
}

function cellsOf(
  { fields, reasons }: StatementEntry,
  first: StatementEntry | undefined,
  adjusted: AdjustedLines = {},
): [string, Cell][] {
  return Object.entries(fields).map(([key, filed]) => {
    const own = adjusted[key] ?? { value: filed, reason: reasons[key] ?? null, factor: null };
    const original = first?.perShareAdjusted?.[key]?.value ?? first?.fields[key] ?? null;
    const cell = { value: own.value, reason: own.value === null ? own.reason : null };
    const splitFactor = own.factor === "1" ? null : own.factor;
    const isOther = isRestated(own.value, original, key in adjusted);
    return [key, { ...cell, splitFactor, original: isOther ? original : null }];
  });
}

/** Counts of shares and figures per share are rounded in their filings, and so differ after a split by that alone. */
function isRestated(value: string | null, original: string | null, isCounted: boolean): boolean {
  if (value === null || original === null || value === original) return false;
  const [now, first] = [Number(value), Number(original)];
  return !isCounted || Math.abs(now - first) > Math.max(half, Math.abs(now) * shareRounding);
}

/** Of a cent, which figures per share are rounded to. */
const half = 0.005;
const shareRounding = 1e-4;

const asFiled = { original: null, splitFactor: null };

function ttmColumn(column: FinancialsColumn): Column {
  const { income, balanceSheet, cashFlow, reasons, periodEnd: end, currency } = column;
  const cells = Object.entries({ ...income, ...balanceSheet, ...cashFlow }).map(
    ([key, value]): [string, Cell] => [
      key,
      { value: value?.toString() ?? null, reason: reasons[key] ?? null, ...asFiled },
    ],
  );
  return { key: "TTM", kind: "ttm", head: "TTM", end, currency, cells: new Map(cells) };
}
