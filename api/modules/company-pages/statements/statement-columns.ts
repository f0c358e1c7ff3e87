import type { BreakReason } from "#registry/series/comparable.ts";
import type { FinancialsColumn } from "#schemas/shapes/companies/financials.ts";
import { type NullReason, type Template, templates } from "#schemas/shapes/companies/statement.ts";
import type { AdjustedLines, CompanyData, StatementEntry } from "../load-company.ts";

/** One value of a table of statements, or why there is none. */
export interface Cell {
  /** Exact decimal text, after all splits where it counts shares; null where there is none. */
  value: string | null;
  reason: NullReason | BreakReason | null;
  /** What was first reported, where that is another value. */
  original: string | null;
  /** Shares that one share of the filing has become; null for what stands as it is filed. */
  splitFactor: string | null;
  /** What a computed figure is made of, in words; absent for a line as it stands. */
  note?: string;
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

/** Columns of each kind while not all periods are asked for. */
const recentColumns = { year: 8, ttm: 8, quarter: 8 } as const;

/**
 * Columns of one kind, newest first: fiscal years after the newest twelve months, quarters, or twelve months to the end of each
 * quarter; without a kind years, the newest twelve months and quarters.
 */
export function columnsOf(data: CompanyData, period: Period | undefined): Column[] {
  const [newest] = ttmColumns(data);
  const recent = (columns: readonly Column[]) => columns.filter(isShown(data));
  const [years, quarters] = [recent(annualColumns(data)), recent(quarterColumns(data))];
  const trailing = newest === undefined ? [] : [newest];
  // A year that has just ended is its own twelve months.
  const isYear = newest !== undefined && newest.end === years[0]?.end;
  if (period === "annual") return [...(isYear ? [] : trailing), ...years];
  if (period === "quarterly") return quarters;
  return period === "ttm" ? recent(ttmColumns(data)) : [...years, ...trailing, ...quarters];
}

export type Period = "annual" | "quarterly" | "ttm";

const isShown =
  ({ periods }: CompanyData) =>
  ({ kind }: Column, place: number) =>
    periods === "all" || place < recentColumns[kind];

/** All columns that were loaded, for what compares a column with one that is not shown. */
export const allColumns = (data: CompanyData): Column[] => [
  ...annualColumns(data),
  ...ttmColumns(data),
  ...quarterColumns(data),
];

/** Quarters, newest first; half years of a company whose newest are half years. The two never stand in one series. */
export function quarterColumns(data: Known & Pick<CompanyData, "quarterly">): Column[] {
  const columns = periodsOf(data.quarterly, "quarter", data);
  const [kind] = columns[0]?.head ?? "";
  return columns.filter(({ head }) => head[0] === kind);
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

/** Twelve months to the end of each quarter, newest first: the newest is "TTM". */
const ttmColumns = ({ ttm }: Pick<CompanyData, "ttm">): Column[] => ttm.map(ttmColumn);

function ttmColumn(column: FinancialsColumn, place: number): Column {
  const { income, balanceSheet, cashFlow, reasons, periodEnd: end, currency } = column;
  const { fiscalYear, fiscalPeriod, perShareAdjusted = {} } = column;
  const cells = Object.entries({ ...income, ...balanceSheet, ...cashFlow }).map(
    ([key, filed]): [string, Cell] => {
      const own = perShareAdjusted[key] ?? {
        value: filed,
        reason: reasons[key] ?? null,
        factor: null,
      };
      const value = own.value?.toString() ?? null;
      const splitFactor = own.factor === "1" ? null : own.factor;
      return [
        key,
        { value, reason: value === null ? own.reason : null, original: null, splitFactor },
      ];
    },
  );
  const isNewest = place === 0;
  const key = isNewest ? "TTM" : `TTM${fiscalYear}${fiscalPeriod}`;
  const head = isNewest ? "TTM" : `TTM ${fiscalPeriod} ${fiscalYear}`;
  return { key, kind: "ttm", head, end, currency, cells: new Map(cells) };
}
