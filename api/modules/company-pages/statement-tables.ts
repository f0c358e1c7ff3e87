import { inReadingOrder, repeatedLines } from "#ingest/terminal/reading-order.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import {
  type StatementType,
  statementTypes,
  type Template,
} from "#schemas/shapes/companies/statement.ts";
import {
  amountText,
  exactText,
  percentText,
  perShareText,
  type Scale,
  scaleOf,
} from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { adjustedText, whyText } from "../../pages/null-reasons.ts";
import type { Cell, Column } from "./statement-columns.ts";

export const statementTitles: Readonly<Record<StatementType, string>> = {
  income_statement: "Income statement",
  balance_sheet: "Balance sheet",
  cash_flow_statement: "Cash flow",
  company_facts: "Per share and shares",
};

interface TablesOf {
  columns: readonly Column[];
  registry: Registry;
  /** That of the newest statements. */
  template: Template;
  /** Path of the company's page. */
  base: string;
  /** "?asOf=2018-12-31", or nothing. */
  query: string;
  /** What the files of the tables are asked for with: the day and the periods. */
  fileQuery: string;
}

/** Each statement as a table: years, twelve months and quarters side by side, lines without any value left out. */
export function statementTables(of: TablesOf): Html[] {
  const money = scaleOf(valuesOf(of, "monetary"));
  const shares = scaleOf(valuesOf(of, "shares"));
  return statementTypes.flatMap((type) => {
    const lines = linesOf(type, of);
    return lines.length === 0 ? [] : [statementTable(type, lines, of, { money, shares })];
  });
}

/** The lines of a statement that have a value in any column, in reading order and without repeated ones. */
export const linesOf = (
  type: StatementType,
  { columns, registry, template }: Pick<TablesOf, "columns" | "registry" | "template">,
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

function* valuesOf({ columns, registry }: TablesOf, dataType: Concept["dataType"]) {
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
  { columns, base, query, fileQuery }: TablesOf,
  scales: Scales,
): Html {
  const rows = lines.map((concept) => {
    const cells = columns.map((column) =>
      cellMarkup(column.cells.get(concept.snakeKey), concept, {
        scales,
        isFirst: isFirstOfKind(columns, column),
        href: `${base}/lineage/${concept.snakeKey}/${column.key}${query}`,
      }),
    );
    const isTotal = concept.role === "subtotal" && concept.prevalence === "universal";
    const label = html`<th scope="row">${concept.label}</th>`;
    return isTotal
      ? html`<tr class="total">${label}${cells}</tr>\n`
      : html`<tr>${label}${cells}</tr>\n`;
  });
  const title = statementTitles[type];
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0" id="${type}"><table>
<caption>${title} <span class="soft">${unitText(columns, scales, type)}</span></caption>
<thead>${headRows(columns)}</thead><tbody>
${rows}</tbody></table></div>
<p class="small files"><a href="${base}/tables/${type}.csv${fileQuery}" download>${title} as CSV</a> <a href="${base}/tables/${type}.xlsx${fileQuery}" download>as workbook</a></p>`;
}

function unitText(columns: readonly Column[], { money, shares }: Scales, type: StatementType) {
  const currencies = [...new Set(columns.flatMap(({ currency }) => currency ?? []))];
  const currency = currencies.join(", ") || "currency not stated";
  if (type !== "company_facts") return `${currency}${money.words && ` in ${money.words}`}`;
  const splits = isAfterSplits(columns) ? ", after all splits" : "";
  return `${currency} per share${shares.words && `, shares in ${shares.words}`}${splits}`;
}

/** Whether splits came after any of the periods, so that figures differ from those that are filed. */
const isAfterSplits = (columns: readonly Column[]) =>
  columns.some(({ cells }) => cells.values().some(({ splitFactor }) => splitFactor !== null));

const isFirstOfKind = (columns: readonly Column[], column: Column) =>
  columns.find(({ kind }) => kind === column.kind) === column;

const groupHeads = { year: "Fiscal year", ttm: "12 months", quarter: "Quarter" } as const;

function headRows(columns: readonly Column[]): Html {
  const kinds = [...Map.groupBy(columns, ({ kind }) => kind)];
  const groups = kinds.map(
    ([kind, own]) =>
      html`<th scope="colgroup" colspan="${own.length}" class="n g">${groupHeads[kind]}</th>`,
  );
  const heads = columns.map(
    (column) =>
      html`<th scope="col" class="${isFirstOfKind(columns, column) ? "n g" : "n"}">${column.head}<br><span class="soft end day">${column.end}</span></th>`,
  );
  return html`<tr><td></td>${groups}</tr><tr><th scope="col">Line</th>${heads}</tr>`;
}

interface CellOf {
  scales: Scales;
  /** First column of its kind, which stands apart from the one before. */
  isFirst: boolean;
  href: string;
}

function cellMarkup(
  cell: Cell | undefined,
  concept: Concept,
  { scales, isFirst, href }: CellOf,
): Html {
  const kind = isFirst ? "n g" : "n";
  if (cell === undefined) return html`<td class="${kind}"></td>`;
  if (cell.value === null) {
    const why = whyText(cell.reason) ?? "";
    return html`<td class="${kind}"><a class="none" href="${href}" title="${why}">–</a></td>`;
  }
  const text = valueText(cell.value, concept, scales);
  const basis = adjustedText(cell.splitFactor);
  const title = basis === undefined ? nothing : html` title="${basis}"`;
  return html`<td class="${kind}"><a href="${href}"${title}>${text}</a>${original(cell, concept, scales)}</td>`;
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
