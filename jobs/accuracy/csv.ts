import { CsvError, parse } from "csv-parse/sync";

/** The file cannot be used; the message says which line and why. */
export class ExpectedFileError extends Error {
  override name = "ExpectedFileError";
}

interface CsvRow {
  line: number;
  fields: string[];
}

const sentences: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
  CSV_INVALID_CLOSING_QUOTE: "text after a closing quote",
  INVALID_OPENING_QUOTE: "a quote inside a bare field",
};

/**
 * Rows of a CSV text with the line that each begins at; empty lines are left out, and any line end is taken. Throws
 * ExpectedFileError that names the line of a wrong quote.
 */
export function parseCsv(text: string): CsvRow[] {
  let lastLine = 0;
  const toRow = (fields: string[], { lines }: { lines: number }): CsvRow => {
    lastLine = lines;
    return { line: lines - (fields.join("").match(/\r\n|\r|\n/g)?.length ?? 0), fields };
  };
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      onRecord: toRow as never,
    }) as unknown as CsvRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that is never closed is noticed at the end of the text.
    const line = error.code === "CSV_QUOTE_NOT_CLOSED" ? lastLine + 1 : error.lines;
    throw new ExpectedFileError(`line ${line}: ${sentences[error.code] ?? error.message}`);
  }
}

/** A row of a file whose first line names its columns. */
export interface TableRow<C extends string> {
  line: number;
  field(name: C): string;
  /** What to throw for a row that cannot be used. */
  refuse(what: string): ExpectedFileError;
}

/**
 * Rows of a CSV text that has at least these columns. Throws ExpectedFileError where one is missing or a row is short.
 */
export function readTable<const C extends string>(
  text: string,
  columns: readonly C[],
): TableRow<C>[] {
  const [header, ...rows] = parseCsv(text);
  const missing = columns.filter((name) => !header?.fields.includes(name));
  if (!header || missing.length > 0) {
    throw new ExpectedFileError(
      `the first line must name the columns ${columns.join(", ")}; missing: ${missing.join(", ")}`,
    );
  }
  return rows.map(({ line, fields }) => {
    const refuse = (what: string) => new ExpectedFileError(`line ${line}: ${what}`);
    if (fields.length !== header.fields.length) {
      throw refuse(`${fields.length} fields where the header has ${header.fields.length}`);
    }
    const field = (name: C) => fields[header.fields.indexOf(name)]?.trim() ?? "";
    return { line, field, refuse };
  });
}

/** The ten digits of a row's CIK. */
export function readCik({ field, refuse }: TableRow<"cik">): string {
  const cik = field("cik");
  if (!/^\d{1,10}$/.test(cik)) throw refuse(`"${cik}" is no CIK`);
  return cik.padStart(10, "0");
}
