import type {
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledStatementKind,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import type { FiledColumn, FiledRow } from "#schemas/shapes/companies/statement-as-filed.ts";
import { formClass } from "../../facts/forms.ts";
import { compareFilings } from "../../facts/history/history.ts";
import { classifySpan, dayOf } from "../../periods/days.ts";
import { printedValue } from "../model/printed-value.ts";
import { matchLines, plainLabel } from "./match-lines.ts";
import { type Showing, showDimensions } from "./show-statements.ts";

/** A report with the day on which it was filed. */
export interface DatedReport {
  report: FiledReport;
  filed: string | null;
}

export interface HistoryQuestion {
  kind: FiledStatementKind;
  period: "annual" | "quarterly";
  /** At most this many columns, newest first. */
  limit: number;
}

interface Span {
  start: string | null;
  end: string;
}

/** One statement of one filing. */
interface Source extends DatedReport {
  statement: FiledStatement;
  spans: Span[];
}

interface Column extends Span {
  source: Source;
}

/**
 * One statement over many periods, newest first. All values of a column are from one filing: the one that is about the
 * period, else the first that prints it beside its own. Rows are those of the newest filing; a line of an older one goes
 * on in the row that matches it (`matchLines`), else it is a row of its own where its filing has it.
 */
export function statementHistory(
  reports: readonly DatedReport[],
  question: HistoryQuestion,
  showing: Showing,
): { columns: FiledColumn[]; rows: FiledRow[] } {
  const sources = sourcesOf(reports, question);
  const columns = columnsOf(sources).slice(0, question.limit);
  const used = sources.filter((source) => columns.some((column) => column.source === source));
  const rows = matchLines(used.map(({ report, statement }) => ({ report, statement })));
  return {
    columns: columns.map((column) => showColumn(column, showing)),
    rows: rows.map(({ lines }) => showRow(lines, used, columns, showing)).filter(isPrinted),
  };
}

/** The statements of this kind, newest filing first. */
function sourcesOf(reports: readonly DatedReport[], { kind, period }: HistoryQuestion): Source[] {
  const wanted = period === "annual" ? "annual" : "interim";
  return reports
    .filter(({ report }) => formClass(report.form) === wanted)
    .toSorted((a, b) => compareFilings({ ...b.report, ...b }, { ...a.report, ...a }))
    .flatMap((dated) => {
      const statement = mainStatement(dated.report, kind);
      return statement === null ? [] : [{ ...dated, statement, spans: spansOf(statement, period) }];
    });
}

/** The first statement of the kind that is not parenthetical; net income often stands on the comprehensive one alone. */
function mainStatement(report: FiledReport, kind: FiledStatementKind): FiledStatement | null {
  const main = report.statements.filter(({ isParenthetical }) => !isParenthetical);
  const found = main.find((one) => one.kind === kind);
  if (found === undefined && kind === "income") {
    return main.find((one) => one.kind === "comprehensive_income") ?? null;
  }
  return found ?? null;
}

/** The periods that a statement prints, newest first: instants, or the durations of its kind of report. */
function spansOf({ lines, kind }: FiledStatement, period: HistoryQuestion["period"]): Span[] {
  const found = new Map<string, Span>();
  for (const { start, end } of lines.flatMap(({ values }) => values)) {
    if ((start === null) !== (kind === "balance")) continue;
    found.set(`${start}|${end}`, { start, end });
  }
  const spans = [...found.values()].sort((a, b) => (a.end < b.end ? 1 : -1));
  if (kind === "balance") return spans;
  const isYear = (span: Span) => classOf(span) === "year";
  if (period === "annual") return spans.filter(isYear);
  const isQuarter = (span: Span) => classOf(span) === "quarter";
  // A cash flow statement prints the year to date alone.
  return spans.some(isQuarter) ? spans.filter(isQuarter) : spans;
}

const classOf = ({ start, end }: Span) => classifySpan(dayOf(end) - dayOf(start ?? end) + 1);

/** Each period once, newest first, from the filing that is about it, else from the oldest that prints it. */
function columnsOf(sources: readonly Source[]): Column[] {
  const columns = new Map<string, Column>();
  const keyOf = ({ start, end }: Span) => `${start}|${end}`;
  for (const source of sources.toReversed()) {
    for (const span of source.spans.slice(1)) {
      if (!columns.has(keyOf(span))) columns.set(keyOf(span), { ...span, source });
    }
  }
  for (const source of sources.toReversed()) {
    const [own] = source.spans;
    if (own !== undefined) columns.set(keyOf(own), { ...own, source });
  }
  return [...columns.values()].sort((a, b) =>
    a.end === b.end ? ((a.start ?? "") < (b.start ?? "") ? 1 : -1) : a.end < b.end ? 1 : -1,
  );
}

function showColumn({ start, end, source }: Column, { nameOf }: Showing): FiledColumn {
  const { report, filed } = source;
  return {
    start,
    end,
    period: nameOf({ start, end }),
    accessionNumber: report.accession,
    form: report.form,
    filedDate: filed,
    currency: report.currency,
  };
}

/** A row: the matched line of each source by its place, null where a source does not print it. */
function showRow(
  lines: readonly (FiledLine | null)[],
  sources: readonly Source[],
  columns: readonly Column[],
  { feeds }: Showing,
): FiledRow {
  const at = lines.findIndex((line) => line !== null);
  const [newest, source] = [lines[at], sources[at]];
  if (newest === null || newest === undefined || source === undefined)
    throw new Error("a row has a line");
  const cells = columns.map((column) => {
    const line = lines[sources.indexOf(column.source)] ?? null;
    return line && cellOf(line, column);
  });
  const found = cells.filter((cell) => cell !== null);
  return {
    element: newest.element,
    label: newest.label,
    depth: newest.depth,
    isAbstract: newest.isAbstract,
    isTotal: newest.isTotal,
    dimensions: showDimensions(newest, source.report.elements),
    values: cells.map((cell) => cell && printedValue(cell.line, cell.value)),
    unit: found[0]?.value.unit ?? null,
    names: otherNames(newest, lines, sources),
    feeds:
      newest.dimensions.length > 0
        ? []
        : feedsOfRow(found.flatMap(({ line, value }) => feeds.of(line.element, [value]))),
  };
}

function cellOf(
  line: FiledLine,
  { start, end }: Span,
): { line: FiledLine; value: FiledValue } | null {
  const value = line.values.find((one) => isShownAt(line, one, { start, end }));
  return value === undefined ? null : { line, value };
}

/** A balance of a flow statement stands at the start or the end of the column's period. */
function isShownAt({ balanceAt }: FiledLine, value: FiledValue, { start, end }: Span): boolean {
  if (value.start === start && value.end === end) return true;
  if (value.start !== null || start === null || balanceAt === null) return false;
  return balanceAt === "end" ? value.end === end : dayOf(value.end) === dayOf(start) - 1;
}

function otherNames(
  newest: FiledLine,
  lines: readonly (FiledLine | null)[],
  sources: readonly Source[],
): FiledRow["names"] {
  let [element, label] = [newest.element, newest.label];
  return lines.flatMap((line, i) => {
    const accessionNumber = sources[i]?.report.accession ?? "";
    if (line === null || (line.element === element && plainLabel(line.label) === plainLabel(label)))
      return [];
    [element, label] = [line.element, line.label];
    return [{ element, label, accessionNumber }];
  });
}

function feedsOfRow(feeds: readonly { concept: string; how: FiledRow["feeds"][number]["how"] }[]) {
  const byConcept = new Map<string, FiledRow["feeds"][number]>();
  for (const { concept, how } of feeds) {
    if (byConcept.get(concept)?.how !== "value") byConcept.set(concept, { concept, how });
  }
  return [...byConcept.values()];
}

const isPrinted = ({ isAbstract, values }: FiledRow) =>
  isAbstract || values.some((value) => value !== null);
