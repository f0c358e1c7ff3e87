import { z } from "zod";
import { isCalendarDate } from "#ingest/facts/iso-date.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { ParseError } from "../../errors.ts";
import { accessionNumber, calendarDate, cleanText, cleanTextOrNull } from "./border.ts";

const flag = z.union([z.literal(0), z.literal(1), z.boolean()]);
const dateOrBlank = z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/, "not a date");
const time = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Filings by column, as EDGAR writes them; the columns are equally long. */
export const filingColumns = z.object({
  accessionNumber: z.array(accessionNumber),
  filingDate: z.array(calendarDate),
  reportDate: z.array(dateOrBlank),
  acceptanceDateTime: z.array(z.string().regex(time, "not a time")),
  form: z.array(z.string().min(1)),
  isXBRL: z.array(flag),
  isInlineXBRL: z.array(flag),
  primaryDocument: z.array(z.string()),
});

/** The rows behind the columns, each accession once. Throws ParseError when a column is shorter or longer than the others. */
export function readFilings(
  what: string,
  cik: string,
  columns: z.output<typeof filingColumns>,
): FilingRecord[] {
  const count = columns.accessionNumber.length;
  for (const [name, column] of Object.entries(columns)) {
    if (column.length === count) continue;
    const problem = `has ${column.length} rows where accessionNumber has ${count}`;
    throw new ParseError(`${what}: ${name}: ${problem}`, { where: name });
  }
  const filings = new Map<string, FilingRecord>();
  for (const [row, accession] of columns.accessionNumber.entries()) {
    if (!filings.has(accession)) filings.set(accession, filingOf(cik, columns, row, accession));
  }
  return [...filings.values()];
}

function filingOf(
  cik: string,
  columns: z.output<typeof filingColumns>,
  row: number,
  accession: string,
): FilingRecord {
  const acceptedAt = columns.acceptanceDateTime[row];
  const reportDate = columns.reportDate[row] ?? "";
  return {
    accession,
    cik,
    form: cleanText(columns.form[row] ?? "", 40),
    filed: columns.filingDate[row] ?? "",
    acceptedAt: acceptedAt ? new Date(acceptedAt).toISOString() : null,
    // A filer may state a day that the calendar does not have: then nothing is known of it.
    reportDate: isCalendarDate(reportDate) ? reportDate : null,
    primaryDocument: cleanTextOrNull(columns.primaryDocument[row]),
    isXbrl: Boolean(columns.isXBRL[row]) || Boolean(columns.isInlineXBRL[row]),
  };
}
