import { parseDecimal } from "#schemas/decimal.ts";
import { type FiscalPeriod, fiscalPeriods } from "#schemas/shapes/statement.ts";
import { parseCsv } from "./csv.ts";

/** "instant" is a balance, whatever period it ends. */
export type PeriodKind = FiscalPeriod | "TTM" | "instant";

/** One row of an expected-values file: what somebody states that a company reported. */
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

/** The file cannot be compared with; the message says which line and why. */
export class ExpectedFileError extends Error {
  override name = "ExpectedFileError";
}

const columns = ["cik", "ticker", "metric", "period_kind", "period_end", "value", "unit"] as const;
const kinds: ReadonlySet<string> = new Set([...fiscalPeriods, "TTM", "instant"]);

/** Reads a file of expected values; columns beyond the needed ones are ignored. Throws ExpectedFileError. */
export function readExpected(text: string): ExpectedRow[] {
  const [header, ...rows] = parse(text);
  const missing = columns.filter((name) => !header?.fields.includes(name));
  if (!header || missing.length > 0) {
    throw new ExpectedFileError(
      `the first line must name the columns ${columns.join(", ")}; missing: ${missing.join(", ")}`,
    );
  }
  return rows.map(({ line, fields }) => {
    if (fields.length !== header.fields.length) {
      throw new ExpectedFileError(
        `line ${line}: ${fields.length} fields where the header has ${header.fields.length}`,
      );
    }
    const field = (name: (typeof columns)[number]) =>
      fields[header.fields.indexOf(name)]?.trim() ?? "";
    return readRow(line, field);
  });
}

function parse(text: string): ReturnType<typeof parseCsv> {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ExpectedFileError(error.message);
  }
}

function readRow(line: number, field: (name: (typeof columns)[number]) => string): ExpectedRow {
  const refuse = (what: string) => new ExpectedFileError(`line ${line}: ${what}`);
  const cik = field("cik");
  if (!/^\d{1,10}$/.test(cik)) throw refuse(`"${cik}" is no CIK`);
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
    cik: cik.padStart(10, "0"),
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
