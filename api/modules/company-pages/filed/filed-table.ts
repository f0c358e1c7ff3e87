import {
  exactText,
  perShareText,
  printedAmountText,
  type Scale,
  scaleOf,
} from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type {
  ShownDimension,
  ShownLine,
  ShownStatement,
} from "#schemas/shapes/companies/statement-as-filed.ts";

interface Span {
  start: string | null;
  end: string;
}

/** "2024-09-28", or "2023-10-01 to 2024-09-28". */
export const spanText = ({ start, end }: Span) => (start === null ? end : `${start} to ${end}`);

/** Amounts of money that are not per share. */
const isMoney = (unit: string | null) => unit !== null && /^[A-Z]{3}$/.test(unit);

/** The scale in which the amounts of statements are shown. */
export function moneyScale(values: readonly { printed: string; unit: string | null }[]): Scale {
  return scaleOf(values.filter(({ unit }) => isMoney(unit)).map(({ printed }) => Number(printed)));
}

/** A printed value as a table shows it: money in the scale, all else as it stands. */
export function printedText(value: string, unit: string | null, scale: Scale): string {
  if (unit === null) return value;
  if (isMoney(unit)) return printedAmountText(Number(value), scale);
  if (unit.includes("/")) return perShareText(Number(value));
  return exactText(value);
}

/** "Products", or "Products · Americas" for two axes. */
export const membersText = (dimensions: readonly ShownDimension[]) =>
  dimensions.map(({ memberLabel }) => memberLabel).join(" · ");

interface TableOf {
  statement: ShownStatement;
  /** Path of the company's page. */
  base: string;
  /** The day that the standardized figures are of, as an address has it; nothing for today. */
  query: string;
  scale: Scale;
}

/** One statement of a filing as a table: lines in the order of the filing, periods side by side, newest first. */
export function filedTable({ statement, scale, ...of }: TableOf): Html {
  const { title, kind, order, lines } = statement;
  const spans = spansOf(lines);
  const name = title ?? kindTitles[kind];
  const look = kind === "cover" ? "" : "n";
  const heads = spans.map((span) => html`<th scope="col" class="${look}">${spanHead(span)}</th>`);
  const rows = lines.map((line) => lineRow(line, spans, { ...of, scale, statement: order }));
  return html`<h2 id="s${String(order)}">${name}</h2>
<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="filed"><caption>${name}${scale.words === "" ? "" : `, amounts in ${scale.words}`}</caption><thead><tr><th scope="col">As printed</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

export const kindTitles = {
  income: "Income statement",
  comprehensive_income: "Comprehensive income",
  balance: "Balance sheet",
  cash_flow: "Cash flow",
  equity: "Equity",
  cover: "Cover",
  other: "Notes and schedules",
} as const;

const spanHead = ({ start, end }: Span) =>
  start === null
    ? html`<span class="date">${end}</span>`
    : html`<span class="soft date">${start} to</span> <span class="date">${end}</span>`;

/** The periods of the lines, newest first, of equal ends the shorter first. */
function spansOf(lines: readonly ShownLine[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { start, end } of lines.flatMap(({ values }) => values)) {
    spans.set(spanText({ start, end }), { start, end });
  }
  return [...spans.values()].sort((a, b) =>
    a.end === b.end ? ((a.start ?? a.end) < (b.start ?? b.end) ? 1 : -1) : a.end < b.end ? 1 : -1,
  );
}

interface RowOf extends Omit<TableOf, "statement"> {
  /** Position of the statement in the filing. */
  statement: number;
}

function lineRow(line: ShownLine, spans: readonly Span[], of: RowOf): Html {
  const { label, depth, isAbstract, isTotal, dimensions, order, element } = line;
  const members = membersText(dimensions);
  const level = Math.min(depth ?? 0, depthShown) + (members === "" ? 0 : 1);
  const id = members === "" ? html` id="s${String(of.statement)}-${String(order)}"` : nothing;
  const name =
    members === "" ? html`${label}` : html`<span class="soft">${label}:</span> ${members}`;
  const cells = spans.map((span) => cell(line, span, of));
  const look = isAbstract ? "heading" : isTotal === true ? "total" : "";
  return html`<tr class="${look} d${String(level)}"${id}><th scope="row" title="${element}">${name}</th>${cells}</tr>\n`;
}

/** Deeper lines are indented no further. */
const depthShown = 4;

/** A value with the way to the standardized figure that it is. */
function cell(line: ShownLine, { start, end }: Span, { base, query, scale }: RowOf): Html {
  const value = line.values.find((one) => one.start === start && one.end === end);
  if (value === undefined) return html`<td></td>`;
  const text = printedText(value.printed, value.unit, scale);
  const feed = line.feeds.find(
    ({ how, periods }) =>
      how === "value" && value.period !== null && periods.includes(value.period),
  );
  if (value.unit === null) return html`<td>${text}</td>`;
  if (feed === undefined || value.period === null) return html`<td class="n">${text}</td>`;
  const title = `Standardized as ${feed.concept}`;
  return html`<td class="n"><a href="${base}/lineage/${feed.concept}/${value.period}${query}" title="${title}">${text}</a></td>`;
}
