import { parseDecimal } from "#schemas/decimal.ts";
import { type FiscalPeriod, fiscalPeriods } from "#schemas/shapes/companies/statement.ts";
import { readCik, readTable, type TableRow } from "./csv.ts";

/** "instant" is a balance, whatever period it ends. */
type PeriodKind = FiscalPeriod | "TTM" | "instant";

/** One row of an expected-values file: a value that a company is said to have reported. */
export interface ExpectedRow {
  line: number;
  /** Ten digits. */
  cik: string;
  ticker: string;
  metric: string;
  kind: PeriodKind;
  /** ISO date; sources round it to a month end. */
  end: string;
  /** Exact decimal text. */
  value: string;
  /** The value is stated to this power of ten: 6 for whole millions, -2 for cents. */
  exponent: number;
  unit: string;
}

const columns = ["cik", "ticker", "metric", "period_kind", "period_end", "value", "unit"] as const;
const kinds: ReadonlySet<string> = new Set([...fiscalPeriods, "TTM", "instant"]);

/** Reads a file of expected values; columns beyond the needed ones are ignored. Throws ExpectedFileError. */
export const readExpected = (text: string): ExpectedRow[] => readTable(text, columns).map(readRow);

function readRow(row: TableRow<(typeof columns)[number]>): ExpectedRow {
  const { line, field, refuse } = row;
  const cik = readCik(row);
  const kind = field("period_kind");
  if (!kinds.has(kind)) throw refuse(`"${kind}" is none of ${[...kinds].join(", ")}`);
  const end = field("period_end");
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(end) && !Number.isNaN(Date.parse(end));
  if (!isDate) throw refuse(`"${end}" is no date such as 2025-01-31`);
  const stated = field("value");
  let value: string;
  try {
    value = parseDecimal(stated);
  } catch {
    throw refuse(`"${stated}" is no number`);
  }
  return {
    line,
    cik,
    ticker: field("ticker"),
    metric: field("metric"),
    kind: kind as PeriodKind,
    end,
    value,
    exponent: precisionOf(stated, value),
    unit: field("unit"),
  };
}

/** Decimals as written, unless all are zeros; the trailing zeros of a whole number otherwise. */
function precisionOf(stated: string, value: string): number {
  const decimals = /^[^eE]*\.(\d*)$/.exec(stated)?.[1] ?? value.split(".")[1] ?? "";
  if (/[1-9]/.test(decimals)) return -decimals.length;
  return value === "0" ? 0 : (/0*$/.exec(value)?.[0].length ?? 0);
}
