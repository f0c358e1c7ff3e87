import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";

/** What a comparison of printed lines with a report found. */
export interface RoundTrip {
  /** Printed lines that have a value. */
  lines: number;
  /** Values that the report gives. */
  values: number;
  /** Lines and values that are missing, wrong or invented, one sentence each. */
  faults: string[];
}

type Cells = Record<string, string>;

/** Rows of a table of the data sets, by nothing but splitting its text. */
export function rowsOf(text: string): Cells[] {
  const [head = "", ...lines] = text.replaceAll("\r", "").split("\n");
  const names = head.split("\t");
  return lines
    .filter((line) => line !== "")
    .map((line) => Object.fromEntries(line.split("\t").map((cell, i) => [names[i] ?? "", cell])));
}

/** The rows of each filing. */
export function byFiling(rows: readonly Cells[]): Map<string, Cells[]> {
  return Map.groupBy(rows, ({ adsh = "" }) => adsh);
}

/** Four decimals at most, as the data sets have them. */
const same = (a: string, b: string) => a === b || Number(a) === Number(b);

/** The report of a filing against its rows of `pre.txt` and `num.txt`: each line and value of the one in the other. */
export function checkDataSet(report: FiledReport, pre: Cells[], num: Cells[]): RoundTrip {
  const found: RoundTrip = { lines: 0, values: 0, faults: [] };
  const numbers = Map.groupBy(
    num.filter(({ value }) => value !== ""),
    ({ tag, version }) => `${tag} ${version}`,
  );
  const printed = Map.groupBy(pre, ({ report: number = "" }) => Number(number));
  for (const [number, rows] of printed) {
    const statement = report.statements.find(({ order }) => order === number);
    const sorted = rows.sort((a, b) => Number(a.line) - Number(b.line));
    for (const row of sorted)
      checkRow(row, numbers.get(`${row.tag} ${row.version}`) ?? [], statement, found);
    checkColumns(sorted, numbers, statement, found);
  }
  for (const statement of report.statements) {
    checkInvented(statement, printed.get(statement.order) ?? [], numbers, found);
  }
  return found;
}

function checkRow(
  row: Cells,
  values: Cells[],
  statement: FiledStatement | undefined,
  found: RoundTrip,
) {
  if (values.length === 0) return;
  found.lines += 1;
  const { adsh, report, line, plabel } = row;
  const lines = statement?.lines.filter(({ order }) => order === Number(line)) ?? [];
  const isRight = lines.some(
    (one) =>
      one.label === plabel && one.isNegated === (row.negating === "1") && one.values.length > 0,
  );
  if (!isRight)
    found.faults.push(
      `${adsh} ${report}/${line} ${plabel}: is missing or has another label or sign`,
    );
}

/** A period that most lines of a statement have a consolidated value in is one of its columns. */
function checkColumns(
  rows: readonly Cells[],
  numbers: ReadonlyMap<string, Cells[]>,
  statement: FiledStatement | undefined,
  found: RoundTrip,
): void {
  const own = rows.flatMap((row) =>
    (numbers.get(`${row.tag} ${row.version}`) ?? [])
      .filter(({ segments, coreg }) => !segments && !coreg)
      .map((number) => ({ row, number, column: `${number.ddate} ${number.qtrs}` })),
  );
  for (const [column, cells] of Map.groupBy(own, (one) => one.column)) {
    if (cells.length < rows.length / 2) continue;
    for (const { row, number } of cells) {
      // A balance may stand on the line of the start or on that of the end.
      const places = rows.filter((one) => one.tag === row.tag && one.version === row.version);
      const orders =
        number.qtrs === "0" ? places.map((one) => Number(one.line)) : [Number(row.line)];
      const lines = statement?.lines.filter(({ order }) => orders.includes(order)) ?? [];
      const isServed = lines.some(({ values }) =>
        values.some(({ value }) => same(value, number.value ?? "")),
      );
      if (!isServed)
        found.faults.push(`${row.adsh} ${row.report}/${row.line}: nothing of ${column}`);
    }
  }
}

function checkInvented(
  { order, lines }: FiledStatement,
  rows: readonly Cells[],
  numbers: ReadonlyMap<string, Cells[]>,
  found: RoundTrip,
): void {
  const places = lines.map((line) => line.order);
  if (places.some((place, i) => place < (places[i - 1] ?? 0)))
    found.faults.push(`${order}: out of order`);
  for (const line of lines) {
    const row = rows.find((one) => Number(one.line) === line.order);
    const known = numbers.get(`${row?.tag} ${row?.version}`) ?? [];
    const members = line.dimensions.map(({ axis, member }) => `${axis}=${member};`).join("");
    for (const value of line.values) {
      found.values += 1;
      const isPrinted = known.some(
        (number) =>
          same(number.value ?? "", value.value) &&
          sortedMembers(number) === members &&
          isNear(number.ddate ?? "", value.end) &&
          (number.qtrs === "0") === (value.start === null),
      );
      if (!isPrinted)
        found.faults.push(`${order}/${line.order} ${line.label}: ${value.value} is invented`);
    }
  }
}

function sortedMembers({ segments = "", coreg = "" }: Cells): string {
  const pairs = segments.split(";").filter(Boolean);
  if (coreg && !pairs.some((pair) => pair.endsWith(`=${coreg}`)))
    pairs.push(`LegalEntity=${coreg}`);
  return pairs
    .sort((a, b) => ((a.split("=")[0] ?? "") < (b.split("=")[0] ?? "") ? -1 : 1))
    .map((pair) => `${pair};`)
    .join("");
}

/** Data sets round to the nearest month end. */
function isNear(digits: string, date: string): boolean {
  const rounded = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return Math.abs(Date.parse(rounded) - Date.parse(date)) <= 16 * 86_400_000;
}
