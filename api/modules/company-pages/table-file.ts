import { statementTypes } from "#schemas/shapes/companies/statement.ts";
import { writeCsvTable } from "../../data/text/csv-table.ts";
import { type TableRow, writeWorkbook } from "../../data/text/table-workbook.ts";
import type { Deps } from "../../deps.ts";
import { workbookType } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import type { AttachedFile } from "../../http/requests/handled.ts";
import { adjustedText, whyText } from "../../pages/null-reasons.ts";
import { viewOf } from "../../views/view-query.ts";
import { loadCompany } from "./load-company.ts";
import { findAddressed } from "./page-address.ts";
import type { CompanyPageQuery } from "./schemas.ts";
import { type Cell, type Column, columnsOf, templateOf } from "./statement-columns.ts";
import { linesOf, statementTitles } from "./statement-tables.ts";

interface Table {
  name: string;
  title: string;
  /** The first rows are the heads. */
  rows: TableRow[];
}

/**
 * A statement of a company's page as a CSV file or a workbook. Throws 404 for an unknown company or a statement
 * that is not known or has no values.
 */
export async function getTableFile(
  deps: Deps,
  { company, table: file }: { company: string; table: string },
  { asOf, periods = "recent" }: CompanyPageQuery,
): Promise<AttachedFile> {
  const [, name, format] = /^(\w+)\.(csv|xlsx)$/.exec(file) ?? [];
  const type = statementTypes.find((one) => one === name);
  if (type === undefined) throw notFound("Table");
  const view = viewOf({ asOf: asOf || undefined, view: undefined }, deps.now());
  const profile = await findAddressed(deps, company);
  const data = await loadCompany(deps, { profile, view, periods });
  const columns = columnsOf(data);
  const lines = linesOf(type, {
    columns,
    registry: deps.registry,
    template: templateOf(data),
  });
  if (lines.length === 0) throw notFound("Table");
  const isCsv = format === "csv";
  const table = {
    name: `${profile.entity.slug}-${type}${asOf ? `-${asOf}` : ""}`,
    title: `${profile.entity.name}: ${statementTitles[type]}`,
    rows: [
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
    ],
  };
  return isCsv ? csvOf(table) : workbookOf(table);
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
