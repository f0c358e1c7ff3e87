import type { Figures, FilingRow } from "./figures.ts";
import { compareText } from "./wire.ts";

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const formIndexPath = /^\/Archives\/edgar\/daily-index\/(\d{4})\/QTR([1-4])\/form\.(\d{8})\.idx$/;

/**
 * The fixed-width daily index of forms at `path`, or null where the service has none: weekends,
 * days after `date`, days before the sample begins, a path with the wrong quarter.
 */
export function dailyFormIndex(
  companies: readonly Figures[],
  date: string,
  path: string,
): string | null {
  const [, year, quarter, compact = ""] = formIndexPath.exec(path) ?? [];
  const day = `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const month = Number(compact.slice(4, 6));
  if (!compact || Number.isNaN(weekday) || weekday === 0 || weekday === 6) return null;
  if (year !== compact.slice(0, 4) || Number(quarter) !== Math.ceil(month / 3)) return null;
  if (day > date || day < oldestFiling(companies)) return null;
  const rows = companies
    .flatMap(({ profile, filings }) =>
      filings
        .filter(({ filingDate }) => filingDate === day)
        .map(({ form, accessionNumber }) => ({ form, profile, accessionNumber })),
    )
    .sort((a, b) => compareText(a.form, b.form) || compareText(a.profile.name, b.profile.name));
  const lines = rows.map(({ form, profile: { name, cik }, accessionNumber }) =>
    [
      form.padEnd(12),
      name.padEnd(62),
      String(Number(cik)).padEnd(12),
      compact.padEnd(12),
      `edgar/data/${Number(cik)}/${accessionNumber}.txt`.padEnd(52),
    ].join(""),
  );
  return [...indexHead(day), ...lines, ""].join("\n");
}

function oldestFiling(companies: readonly Figures[]): string {
  return companies
    .flatMap(({ filings }) => filings.map(({ filingDate }) => filingDate))
    .reduce((oldest, day) => (day < oldest ? day : oldest), "9999");
}

function indexHead(day: string): string[] {
  const [year, month, date] = day.split("-");
  const columns = "Form Type   ".concat(
    "Company Name".padEnd(62),
    "CIK".padEnd(12),
    "Date Filed".padEnd(12),
    "File Name",
  );
  return [
    "Description:           Daily Index of EDGAR Dissemination Feed by Form Type",
    `Last Data Received:    ${monthNames[Number(month) - 1]} ${date}, ${year}`,
    "Comments:              webmaster@sec.gov",
    "Anonymous FTP:         ftp://ftp.sec.gov/edgar/",
    " ",
    " ",
    " ",
    " ",
    columns,
    "-".repeat(141),
  ];
}

/** One company's filing by the number of its archive folder; null where there is none up to `date`. */
export function findFiling(figures: Figures, folder: string, date: string): FilingRow | null {
  const filing = figures.filings.find(
    ({ accessionNumber }) => accessionNumber.replaceAll("-", "") === folder,
  );
  return filing && filing.filingDate <= date ? filing : null;
}

/** The `index.json` of a filing's archive folder. `documents` are further files by name and size. */
export function filingIndexJson(
  cik: string,
  { accessionNumber: accession, acceptanceDateTime, filingDate, primaryDocument, size }: FilingRow,
  documents: readonly { name: string; size: number }[],
): string {
  const modified = (acceptanceDateTime || `${filingDate}T00:00:00.000Z`)
    .slice(0, 19)
    .replace("T", " ");
  const item = (name: string, bytes: string) => ({
    "last-modified": modified,
    name,
    type: "text.gif",
    size: bytes,
  });
  const items = [
    item(`${accession}-index.html`, ""),
    item(`${accession}.txt`, ""),
    ...(primaryDocument ? [item(primaryDocument.split("/").at(-1) ?? "", size)] : []),
    ...documents.map((document) => item(document.name, String(document.size))),
  ];
  const folder = `/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
  return JSON.stringify({
    directory: { item: items, name: folder, "parent-dir": folder.replace(/\/[^/]*$/, "") },
  });
}
