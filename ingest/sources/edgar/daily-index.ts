import { isCalendarDate } from "#ingest/facts/iso-date.ts";
import { ParseError } from "../../errors.ts";
import { cleanText } from "./border.ts";

/** A filing of the day for one of its companies. */
export interface IndexEntry {
  accession: string;
  /** Ten digits. */
  cik: string;
  name: string;
  form: string;
  /** ISO date. */
  filed: string;
}

const what = "daily index";

/**
 * A daily or quarterly index of filings in any of its three orders: `form` and `company`, which have
 * columns of fixed width, and `master`, which has bars. A day without filings is an empty list.
 * Throws ParseError, naming the line, for a row that cannot be read.
 */
export function parseDailyIndex(body: Buffer): IndexEntry[] {
  const lines = body.toString("latin1").split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{20,}\s*$/.test(line));
  if (rule < 0) throw new ParseError(`${what}: no line of dashes ends its head`);
  const readRow = rowReader(lines.slice(0, rule));
  return lines.slice(rule + 1).flatMap((line, i) => {
    if (line.trim() === "") return [];
    const entry = readRow(line);
    if (entry) return [entry];
    const where = `line ${rule + 2 + i}`;
    throw new ParseError(`${what}: ${where}: not a filing: ${line.slice(0, 80)}`, { where });
  });
}

type RowReader = (line: string) => IndexEntry | null;

function rowReader(head: string[]): RowReader {
  // The head line is the last one; the samples have it broken in two, so only its beginning counts.
  const columns = head.findLast((line) => /^(Form Type|Company Name|CIK\|)/.test(line)) ?? "";
  if (/^CIK\|Company Name\|Form Type\|Date Filed\|File ?name/i.test(columns)) return readBars;
  const nameAt = columns.indexOf("Company Name");
  const formAt = columns.indexOf("Form Type");
  if (nameAt < 0 || formAt < 0) throw new ParseError(`${what}: its columns are not known ones`);
  return formAt === 0
    ? (line) => readFixed(line, (front) => [front.slice(0, nameAt), front.slice(nameAt)])
    : (line) => readFixed(line, (front) => [front.slice(formAt), front.slice(0, formAt)]);
}

/** A name may hold a bar itself: what stands around it has a shape of its own. */
function readBars(line: string): IndexEntry | null {
  const [, cik, name = "", form = "", date, file] =
    /^(\d{1,10})\|(.*)\|([^|]*)\|([\d-]{8,10})\|([^\s|]+)$/.exec(line.trimEnd()) ?? [];
  return entryOf({ cik, name, form, date, file });
}

/** CIK, date and file hold no blanks, so they are found from the end, whatever the width of the name. */
function readFixed(
  line: string,
  split: (front: string) => [form: string, name: string],
): IndexEntry | null {
  const tail = /\s(\d{1,10})\s+([\d-]{8,10})\s+(\S+)\s*$/.exec(line);
  if (tail === null) return null;
  const [, cik, date, file] = tail;
  const [form, name] = split(line.slice(0, tail.index));
  return entryOf({ cik, name, form, date, file });
}

function entryOf(row: {
  cik: string | undefined;
  name: string;
  form: string;
  date: string | undefined;
  file: string | undefined;
}): IndexEntry | null {
  const accession = /(?:^|\/)(\d{10}-\d{2}-\d{6})\.txt$/.exec(row.file ?? "")?.[1];
  const filedDate = row.date?.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3") ?? "";
  const form = cleanText(row.form, 40);
  if (!accession || !row.cik || form === "" || !isCalendarDate(filedDate)) return null;
  return {
    accession,
    cik: row.cik.padStart(10, "0"),
    name: cleanText(row.name),
    form,
    filed: filedDate,
  };
}
