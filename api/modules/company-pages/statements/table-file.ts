import { writeCsvTable } from "#api/data/text/csv-table.ts";
import { type TableRow, writeWorkbook } from "#api/data/text/table-workbook.ts";
import type { Deps } from "#api/deps.ts";
import { workbookType } from "#api/http/endpoint.ts";
import { notFound } from "#api/http/errors.ts";
import type { AttachedFile } from "#api/http/requests/handled.ts";
import { adjustedText, whyText } from "#api/pages/null-reasons.ts";
import { viewOf } from "#api/views/view-query.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { statementTypes } from "#schemas/shapes/companies/statement.ts";
import { loadCompany } from "../load-company.ts";
import { findAddressed } from "../page-address.ts";
import type { FinancialsQuery } from "../schemas.ts";
import { loadSources } from "./load-sources.ts";
import { type Show, shownAs } from "./shown-as.ts";
import { allColumns, type Cell, type Column, columnsOf, templateOf } from "./statement-columns.ts";
import { shownLines, statementTitles } from "./statement-tables.ts";

interface Table {
  name: string;
  title: string;
  /** The first rows are the heads. */
  rows: TableRow[];
}

/**
 * A statement of a company's page as a CSV file, a workbook or JSON. Throws 404 for an unknown company or a statement
 * that is not known or has no values.
 */
export async function getTableFile(
  deps: Deps,
  { company, table: file }: { company: string; table: string },
  { asOf, period, show = "amounts", periods = "recent" }: FinancialsQuery,
): Promise<AttachedFile> {
  const [, name, format = ""] = /^(\w+)\.(csv|xlsx|json)$/.exec(file) ?? [];
  const type = statementTypes.find((one) => one === name);
  if (type === undefined) throw notFound("Table");
  const view = viewOf({ asOf: asOf || undefined, view: undefined }, deps.now());
  const profile = await findAddressed(deps, company);
  const data = await loadCompany(deps, { profile, view, periods });
  const columns = columnsOf(data, period);
  // A change needs to know what part of its line each figure covers.
  const sources = show === "growth" ? await loadSources(deps, data, period) : {};
  const { registry } = deps;
  const shown = shownAs(columns, { show, registry, all: allColumns(data), sources });
  const lines = shownLines(type, { columns, shown, show, registry, template: templateOf(data) });
  if (lines.length === 0) throw notFound("Table");
  const parts = [profile.entity.slug, type, period, show === "amounts" ? "" : show, asOf];
  const fileName = parts.filter(Boolean).join("-");
  const title = `${profile.entity.name}: ${statementTitles[type]}`;
  if (format === "json") return jsonOf(fileName, { title, show, lines, columns: shown });
  const isCsv = format === "csv";
  const table = { name: fileName, title, rows: rowsOf(lines, shown, isCsv) };
  return isCsv ? csvOf(table) : workbookOf(table);
}

const rowsOf = (lines: readonly Concept[], columns: readonly Column[], isCsv: boolean) => [
  ["Line", "Key", ...heads(columns, isCsv, ({ head }) => head)],
  ["", "Period end", ...heads(columns, isCsv, ({ end }) => end)],
  ["", "Currency", ...heads(columns, isCsv, ({ currency }) => currency)],
  ...lines.map(
    ({ label, snakeKey }): TableRow => [
      columns.some(({ cells }) => cells.get(snakeKey)?.splitFactor != null)
        ? `${label}, after all splits`
        : label,
      snakeKey,
      ...columns.flatMap(({ cells }) => values(cells.get(snakeKey), isCsv)),
    ],
  ),
];

interface Described {
  title: string;
  show: Show;
  lines: readonly Concept[];
  columns: readonly Column[];
}

/** The table as it is shown: exact decimals as text, each null with its reason. */
function jsonOf(name: string, { title, show, lines, columns }: Described): AttachedFile {
  const rows = lines.map(({ snakeKey, label }) => ({
    key: snakeKey,
    label,
    cells: columns.map(({ cells }) => {
      const { value = null, reason = null, splitFactor = null } = cells.get(snakeKey) ?? {};
      return { value, reason: value === null ? (reason ?? "not_reported") : null, splitFactor };
    }),
  }));
  const periods = columns.map(({ key, head, end, currency }) => ({ key, head, end, currency }));
  return {
    name: `${name}.json`,
    mediaType: "application/json; charset=utf-8",
    bytes: Buffer.from(JSON.stringify({ title, show, periods, rows })),
  };
}

/** One column a period, and in a CSV another for why there is no value or what splits have made of it. */
const heads = (columns: readonly Column[], isCsv: boolean, of: (column: Column) => string | null) =>
  columns.flatMap((column) => (isCsv ? [of(column), `${column.head} note`] : [of(column)]));

function values(cell: Cell | undefined, isCsv: boolean): TableRow {
  const { value = null, reason = null, splitFactor = null } = cell ?? {};
  const shown = value === null ? null : { decimal: value };
  const note = value === null ? whyText(reason) : adjustedText(splitFactor);
  return isCsv ? [shown, note ?? null] : [shown];
}

const csvOf = ({ name, rows }: Table): AttachedFile => ({
  name: `${name}.csv`,
  mediaType: "text/csv; charset=utf-8",
  bytes: Buffer.from(writeCsvTable(rows)),
});

const headRows = 3;

async function workbookOf({ name, title, rows }: Table): Promise<AttachedFile> {
  const sheet = { name: "Statement", rows, headRows, widths: [44, 34] };
  return {
    name: `${name}.xlsx`,
    mediaType: workbookType,
    bytes: await writeWorkbook(title, [sheet]),
  };
}
