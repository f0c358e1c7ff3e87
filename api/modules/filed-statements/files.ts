import { countedValue } from "#ingest/faces/shown/counted-value.ts";
import type {
  ShownLine,
  ShownStatement,
  StatementHistory,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import { writeCsvTable } from "../../data/text/csv-table.ts";
import { type TableRow, type TableSheet, writeWorkbook } from "../../data/text/table-workbook.ts";
import { workbookType } from "../../http/endpoint.ts";
import type { AttachedFile } from "../../http/requests/handled.ts";
import type { SharedBytes } from "../../views/views.ts";
import { dataIn, type Segments } from "./service.ts";

type FileFormat = "csv" | "xlsx";

/** What the caller asked for: by the parameter, or by what it accepts. */
function formatOf(
  format: FileFormat | "json" | undefined,
  accept: string | undefined,
): FileFormat | "json" {
  if (format !== undefined) return format;
  if (accept?.startsWith("text/csv") === true) return "csv";
  return accept?.startsWith(workbookType) === true ? "xlsx" : "json";
}

/** The finished answer, or the file made of it that the caller asked for. */
export function inFormat(
  answer: SharedBytes,
  toFile: (answer: SharedBytes, format: FileFormat) => Promise<AttachedFile>,
  format: FileFormat | "json" | undefined,
  { headers }: { headers: { accept?: string | undefined } },
): SharedBytes | Promise<AttachedFile> {
  const wanted = formatOf(format, headers.accept);
  return wanted === "json" ? answer : toFile(answer, wanted);
}

/** The statements of a filing as a file: in a workbook one sheet each. Numbers have the sign that is printed. */
export async function statementsFile(
  bytes: SharedBytes,
  format: FileFormat,
): Promise<AttachedFile> {
  const data = dataIn<StatementsAsFiled>(bytes);
  const name = `${data.accessionNumber}-statements`;
  if (format === "csv") return csvFile(name, csvRows(data.statements));
  const taken = new Set<string>();
  const sheets = data.statements.map((statement): TableSheet => {
    const rows = sheetRows(statement);
    return { name: sheetName(statement, taken), rows, headRows: 1, widths: [60, 40, 40] };
  });
  return bookFile(name, `${data.entityName}: ${data.form} of ${data.periodEnd ?? ""}`, sheets);
}

/** One statement over many periods as a file. */
export async function historyFile(bytes: SharedBytes, format: FileFormat): Promise<AttachedFile> {
  const { entityName, kind, columns, rows } = dataIn<StatementHistory>(bytes);
  const table: TableRow[] = [
    ["Label", "Element", "Members", ...columns.map(spanOf)],
    ["", "", "Filing", ...columns.map(({ accessionNumber }) => accessionNumber)],
    ["", "", "Currency", ...columns.map(({ currency }) => currency)],
    ...rows.map(
      ({ label, element, dimensions, values, unit }): TableRow => [
        label,
        element,
        membersOf(dimensions),
        ...values.map((value) => cellOf(value, unit)),
      ],
    ),
  ];
  const name = `${kind}-as-filed`;
  if (format === "csv") return csvFile(name, table);
  const sheet = { name: "As filed", rows: table, headRows: 3, widths: [60, 40, 40] };
  return bookFile(name, `${entityName}: ${kind} as filed`, [sheet]);
}

/**
 * A metric by members as a file: one row for each member with the sign with which it counts, then what they add up to.
 */
export async function segmentsFile(bytes: SharedBytes, format: FileFormat): Promise<AttachedFile> {
  const { entityName, by, metric, periods, members } = dataIn<Segments>(bytes);
  const number = (value: string | null | undefined): TableRow[number] =>
    value == null ? null : { decimal: value };
  const table: TableRow[] = [
    ["Member", "Name", "Role", ...periods.map(({ key }) => key)],
    ["", "", "Filing", ...periods.map(({ filing }) => filing.accession)],
    ...members.map(
      ({ label, member, role, values }): TableRow => [
        label,
        member,
        role,
        ...periods.map(({ key }) => number(values[key] && countedValue(values[key]))),
      ],
    ),
    ["Sum", "", "", ...periods.map(({ sum }) => number(sum))],
    ["The company's own figure", "", "", ...periods.map(({ total }) => number(total?.value))],
    ["Difference", "", "", ...periods.map(({ difference }) => number(difference))],
    ["Reconciliation", "", "", ...periods.map(({ reconciliation }) => reconciliation)],
  ];
  const name = `${metric.replace(/[^\w-]/g, "-")}-by-${by}`;
  if (format === "csv") return csvFile(name, table);
  const sheet = { name: "Segments", rows: table, headRows: 2, widths: [50, 40, 14] };
  return bookFile(name, `${entityName}: ${metric} by ${by}`, [sheet]);
}

interface Span {
  start: string | null;
  end: string;
}

/** "2024-09-28", or "2023-10-01 to 2024-09-28". */
const spanOf = ({ start, end }: Span) => (start === null ? end : `${start} to ${end}`);

const membersOf = (dimensions: ShownLine["dimensions"]) =>
  dimensions.map(({ axisLabel, memberLabel }) => `${axisLabel}: ${memberLabel}`).join("; ");

const cellOf = (value: string | null | undefined, unit: string | null): TableRow[number] => {
  if (value === null || value === undefined) return null;
  return unit === null ? value : { decimal: value };
};

/** One row for each line and period. */
function csvRows(statements: readonly ShownStatement[]): TableRow[] {
  const heads =
    "statement,title,order,depth,label,element,members,start,end,period,printed,unit,feeds";
  const rows = statements.flatMap(({ kind, title, lines }) =>
    lines.flatMap((line) => {
      const { order, depth, label, element, dimensions } = line;
      const about = [kind, title, order, depth, label, element, membersOf(dimensions)];
      const feeds = line.feeds.map(({ concept }) => concept).join(" ");
      if (line.values.length === 0) return [[...about, null, null, null, null, null, feeds]];
      return line.values.map(
        ({ start, end, period, printed, unit }): TableRow => [
          ...about,
          start,
          end,
          period,
          cellOf(printed, unit),
          unit,
          feeds,
        ],
      );
    }),
  );
  return [heads.split(","), ...rows];
}

function sheetRows({ lines }: ShownStatement): TableRow[] {
  const spans = [...new Set(lines.flatMap(({ values }) => values.map(spanOf)))].sort().reverse();
  return [
    ["Label", "Element", "Members", ...spans],
    ...lines.map((line): TableRow => {
      const cells = new Map(line.values.map((one) => [spanOf(one), cellOf(one.printed, one.unit)]));
      const label = `${"  ".repeat(line.depth ?? 0)}${line.label}`;
      return [
        label,
        line.element,
        membersOf(line.dimensions),
        ...spans.map((span) => cells.get(span) ?? null),
      ];
    }),
  ];
}

const sheetNames: Record<ShownStatement["kind"], string> = {
  income: "Income",
  comprehensive_income: "Comprehensive income",
  balance: "Balance sheet",
  cash_flow: "Cash flow",
  equity: "Equity",
  cover: "Cover",
  other: "Note",
};

/** By the kind of the statement: Excel takes 31 characters, and each name once. */
function sheetName({ kind, order, isParenthetical }: ShownStatement, taken: Set<string>): string {
  const plain = `${sheetNames[kind]}${isParenthetical ? " (par.)" : ""}`;
  const name = taken.has(plain) ? `${plain} ${order}` : plain;
  taken.add(plain);
  return name;
}

const csvFile = (name: string, rows: readonly TableRow[]): AttachedFile => ({
  name: `${name}.csv`,
  mediaType: "text/csv; charset=utf-8",
  bytes: Buffer.from(writeCsvTable(rows)),
});

const bookFile = async (
  name: string,
  title: string,
  sheets: TableSheet[],
): Promise<AttachedFile> => ({
  name: `${name}.xlsx`,
  mediaType: workbookType,
  bytes: await writeWorkbook(title, sheets),
});
