import type {
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";

interface Source {
  report: FiledReport;
  statement: FiledStatement;
}

/** The same line in several filings: one place for each source, newest first, null where it is not printed. */
export interface MatchedRow {
  lines: (FiledLine | null)[];
}

/**
 * Matches the lines of one statement over filings, newest first. The same element of the same members is the same line.
 * A line left over goes on as one whose element its filing no longer prints, if both stand under the same total with the
 * same weight and label, or have the same label under the same heading. All others are rows of their own, after
 * the line that stands before them in their filing.
 */
export function matchLines(sources: readonly Source[]): MatchedRow[] {
  const rows: MatchedRow[] = [];
  sources.forEach((source, place) => {
    const taken = new Set<MatchedRow>();
    const found = matchByElement(rows, source, taken);
    matchByPosition(rows, { source, sources, place }, found, taken);
    let before = -1;
    source.statement.lines.forEach((line, i) => {
      const row = found[i] ?? null;
      if (row !== null) {
        row.lines[place] = line;
        before = rows.indexOf(row);
        return;
      }
      before += 1;
      rows.splice(before, 0, { lines: sources.map((_, at) => (at === place ? line : null)) });
    });
  });
  return rows;
}

type Found = (MatchedRow | null)[];

/** Lines with the same element, members and balance; of several the same in their order. */
function matchByElement(
  rows: readonly MatchedRow[],
  { statement }: Source,
  taken: Set<MatchedRow>,
): Found {
  return statement.lines.map((line) => {
    const key = identityOf(line);
    const row = rows.find(
      (one) => !taken.has(one) && one.lines.some((o) => o && identityOf(o) === key),
    );
    if (row === undefined) return null;
    taken.add(row);
    return row;
  });
}

const identityOf = ({ element, dimensions, balanceAt, isAbstract }: FiledLine) =>
  [
    element,
    isAbstract ? "heading" : (balanceAt ?? ""),
    ...dimensions.map(({ axis, member }) => `${axis}=${member}`),
  ].join("|");

interface Place {
  source: Source;
  sources: readonly Source[];
  place: number;
}

/** Fills the places that are null with the rows that the lines go on in under another element. */
function matchByPosition(
  rows: readonly MatchedRow[],
  { source, sources, place }: Place,
  found: Found,
  taken: Set<MatchedRow>,
): void {
  const free = rows.filter((row) => !taken.has(row));
  const candidates = free.flatMap((row) => {
    const at = row.lines.findLastIndex((line, i) => line !== null && i < place);
    const [line, from] = [row.lines[at], sources[at]];
    return line && from ? [{ row, positions: positionsOf(line, from) }] : [];
  });
  source.statement.lines.forEach((line, i) => {
    if (found[i] !== null || line.isAbstract) return;
    const own = positionsOf(line, source);
    const match = candidates.find(
      ({ row, positions }) => !taken.has(row) && own.some((one) => positions.includes(one)),
    );
    if (match === undefined) return;
    taken.add(match.row);
    found[i] = match.row;
  });
}

/** Where a line stands, as text: its label under the label of its total, and under that of its heading. */
function positionsOf(line: FiledLine, { report, statement }: Source): string[] {
  if (line.isAbstract) return [];
  const label = plainLabel(line.label);
  const members = line.dimensions.map(({ member }) => member).join();
  const sums = report.calculations
    .filter(({ role, child }) => role === statement.role && child === line.element)
    .map(({ parent, weight }) => {
      const total = statement.lines.find(({ element }) => element === parent);
      return `sum|${total ? plainLabel(total.label) : parent}|${weight}|${label}|${members}`;
    });
  return [...sums, `heading|${headingOf(line, statement)}|${label}|${members}`];
}

/** The label of the nearest heading above the line; empty where the source has none. */
function headingOf(line: FiledLine, { lines }: FiledStatement): string {
  const above = lines.slice(0, lines.indexOf(line));
  return plainLabel(above.findLast(({ isAbstract }) => isAbstract)?.label ?? "");
}

/** Letters and digits alone: case, notes in brackets and punctuation change from year to year. */
export const plainLabel = (label: string): string =>
  label
    .toLowerCase()
    .replace(/\([^()]*\)/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
