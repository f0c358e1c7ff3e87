import {
  amountText,
  exactText,
  percentText,
  perShareText,
  type Scale,
  scaleOf,
} from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { inReadingOrder, repeatedLines } from "#ingest/terminal/reading-order.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import {
  type StatementType,
  statementTypes,
  type Template,
} from "#schemas/shapes/companies/statement.ts";
import type { CellSources } from "../../company-statements/service.ts";
import { cellTitle } from "./cell-title.ts";
import type { Show } from "./shown-as.ts";
import type { Cell, Column } from "./statement-columns.ts";

export const statementTitles: Readonly<Record<StatementType, string>> = {
  income_statement: "Income statement",
  balance_sheet: "Balance sheet",
  cash_flow_statement: "Cash flow",
  company_facts: "Per share and shares",
};

interface LinesOf {
  columns: readonly Column[];
  registry: Registry;
  /** That of the newest statements. */
  template: Template;
}

interface TablesOf extends LinesOf {
  /** The columns as they are asked for; those of `columns` say which lines there are. */
  shown: readonly Column[];
  show: Show;
  sources: CellSources;
  /** Path of the company's page. */
  base: string;
  /** "?asOf=2018-12-31", or nothing. */
  query: string;
  /** What the files of the tables are asked for with. */
  fileQuery: string;
  /** The line whose chart is shown below it, as a row; null for none. */
  charted: { key: string; row: Html } | null;
  /** Address of the page with the chart of a line; without any chart for null. */
  chartHref(key: string | null): string;
}

/** Each statement as a table, periods side by side with the newest on the left, lines without any value left out. */
export function statementTables(of: TablesOf): Html[] {
  const money = scaleOf(valuesOf(of, "monetary"));
  const shares = scaleOf(valuesOf(of, "shares"));
  return statementTypes.flatMap((type) => {
    const lines = shownLines(type, of);
    return lines.length === 0 ? [] : [statementTable(type, lines, of, { money, shares })];
  });
}

/** The lines of a statement that have a value as they are shown. */
export const shownLines = (
  type: StatementType,
  { shown, show, ...of }: LinesOf & Pick<TablesOf, "shown" | "show">,
): Concept[] =>
  linesOf(type, of).filter(
    ({ snakeKey }) => show === "amounts" || hasValue(shown, snakeKey, false),
  );

/** The lines of a statement that have a value in any column, in reading order and without repeated ones. */
export const linesOf = (
  type: StatementType,
  { columns, registry, template }: LinesOf,
): Concept[] => {
  const repeated = repeatedLines(template);
  return inReadingOrder(registry.concepts, template).filter(
    ({ statement, snakeKey, status, residualOf }) =>
      statement === type &&
      status === "active" &&
      hasValue(columns, snakeKey, residualOf !== undefined) &&
      !isRepeated(columns, snakeKey, repeated[snakeKey]),
  );
};

/** Whether the line has in every column the value of one line that it often repeats, or none. */
const isRepeated = (
  columns: readonly Column[],
  key: string,
  others: readonly string[] = [],
): boolean =>
  others.some((other) =>
    columns.every(({ cells }) => {
      const value = cells.get(key)?.value ?? null;
      return value === null || value === cells.get(other)?.value;
    }),
  );

function* valuesOf({ columns, registry }: LinesOf, dataType: Concept["dataType"]) {
  for (const { snakeKey, dataType: own } of registry.concepts) {
    if (own !== dataType) continue;
    for (const { cells } of columns) yield Number(cells.get(snakeKey)?.value ?? 0);
  }
}

/** A residual line without anything left over says nothing. */
const hasValue = (columns: readonly Column[], key: string, isResidual: boolean) =>
  columns.some(({ cells }) => {
    const value = cells.get(key)?.value ?? null;
    return value !== null && !(isResidual && value === "0");
  });

interface Scales {
  money: Scale;
  shares: Scale;
}

function statementTable(
  type: StatementType,
  lines: readonly Concept[],
  of: TablesOf,
  scales: Scales,
): Html {
  const { shown, base, fileQuery } = of;
  const rows = lines.map((concept, place) => {
    const cells = shown.map((column) => cellMarkup(concept, column, of, scales));
    const look = lookOf(concept, lines.slice(place + 1));
    const row = isCharted(concept, of) ? of.charted?.row : nothing;
    return html`<tr${look}><th scope="row">${chartLink(concept, of)}</th>${cells}</tr>\n${row ?? nothing}`;
  });
  const title = statementTitles[type];
  const heads = shown.map(
    ({ head, end }) =>
      html`<th scope="col" class="n">${head}<br><span class="soft end day">${end}</span></th>`,
  );
  const files = ["csv", "xlsx", "json"].map(
    (format) =>
      html`<a href="${base}/tables/${type}.${format}${fileQuery}" download aria-label="${title} as ${fileWords[format] ?? ""}">${fileWords[format] ?? ""}</a> `,
  );
  return html`<div class="scroll sheet${shown.length > fitting ? " many" : ""}" role="region" aria-label="${title}" tabindex="0" id="${type}"><table>
<caption>${title} <span class="soft">${unitText(type, of, scales)}</span> <span class="files">${files}</span></caption>
<thead><tr><th scope="col">Line</th>${heads}</tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

const isCharted = ({ snakeKey }: Concept, { charted }: TablesOf) => charted?.key === snakeKey;

/** The label of a line: it opens the chart of the line below it, and closes it again. */
function chartLink(concept: Concept, of: TablesOf): Html {
  const { label, snakeKey, statement } = concept;
  return isCharted(concept, of)
    ? html`<a class="line" id="chart" aria-expanded="true" href="${of.chartHref(null)}#${statement}">${label}</a>`
    : html`<a class="line" href="${of.chartHref(snakeKey)}#chart">${label}</a>`;
}

/** Columns that a wide window has room for. */
const fitting = 9;

const fileWords: Readonly<Record<string, string>> = { csv: "CSV", xlsx: "workbook", json: "JSON" };

/** Totals that are filed, not only summed. */
const filedTotals: ReadonlySet<string> = new Set(["revenue", "net_income"]);

const isTotal = ({ role, snakeKey }: Concept) => role === "subtotal" || filedTotals.has(snakeKey);

/** Marks a total, and a line before a total of its statement, which is indented. */
function lookOf(concept: Concept, later: readonly Concept[]): Html {
  if (isTotal(concept)) return html` class="total"`;
  return later.some(isTotal) ? html` class="d1"` : nothing;
}

function unitText(type: StatementType, { columns, show }: TablesOf, { money, shares }: Scales) {
  if (show === "growth") return "change on the year before";
  if (show === "common") return type === "balance_sheet" ? "of total assets" : "of revenue";
  const currencies = [...new Set(columns.flatMap(({ currency }) => currency ?? []))];
  const currency = currencies.join(", ") || "currency not stated";
  if (type !== "company_facts") return `${currency}${money.words && ` in ${money.words}`}`;
  const splits = isAfterSplits(columns) ? ", after all splits" : "";
  return `${currency} per share${shares.words && `, shares in ${shares.words}`}${splits}`;
}

/** Whether splits came after any of the periods, so that figures differ from those that are filed. */
const isAfterSplits = (columns: readonly Column[]) =>
  columns.some(({ cells }) => cells.values().some(({ splitFactor }) => splitFactor !== null));

function cellMarkup(concept: Concept, column: Column, of: TablesOf, scales: Scales): Html {
  const { snakeKey } = concept;
  const cell = column.cells.get(snakeKey);
  if (cell === undefined) return html`<td class="n"></td>`;
  const href = `${of.base}/lineage/${snakeKey}/${column.key}${of.query}`;
  const title = cellTitle(cell, of.sources[column.key]?.[snakeKey], of.registry);
  const said = title === "" ? nothing : html` title="${title}"`;
  if (cell.value === null) {
    return html`<td class="n"><a class="none" href="${href}"${said}>–</a></td>`;
  }
  const text =
    of.show === "amounts"
      ? valueText(cell.value, concept, scales)
      : percentText(Number(cell.value));
  return html`<td class="n"><a href="${href}"${said}>${text}</a>${original(cell, concept, scales)}</td>`;
}

/** What was first reported: its own line under the value, with both in full for who asks. */
function original({ value, original: first }: Cell, concept: Concept, scales: Scales): Html {
  if (first === null || value === null) return nothing;
  const shown = valueText(first, concept, scales);
  const words = `Restated: first reported as ${exactText(first)}, now ${exactText(value)}`;
  return html`<br><s class="restated" title="${words}">${shown}</s>`;
}

/** A value as its table shows it. */
function valueText(value: string, { dataType }: Concept, { money, shares }: Scales): string {
  const number = Number(value);
  if (dataType === "monetary") return amountText(number, money);
  if (dataType === "shares") return amountText(number, shares);
  return dataType === "per_share" ? perShareText(number) : percentText(number);
}
