import { type Html, html, nothing } from "#api/pages/html.ts";
import {
  allScreenColumns,
  pricedMetrics,
  type ScreenMetric,
  screenMetrics,
} from "#schemas/screen-metrics.ts";
import { basisWords } from "../page-parts.ts";
import type { ConditionRow } from "./condition-rows.ts";

export interface FormOf {
  /** Null where the conditions cannot be shown as rows: the text form has them. */
  rows: readonly ConditionRow[] | null;
  where: string;
  sort: string;
  currency: string;
  columns: string;
  /** Why the conditions were refused; null where they were not. */
  refusal: string | null;
}

/** Rows that are there to be filled; a script adds more of them. */
const rowsShown = 3;

/** The conditions to pick, and the same as text. Both work without scripts. */
export const screenForm = (of: FormOf): Html => html`
${presetLinks}
${of.rows === null ? nothing : pickForm(of, of.rows)}
${textForm(of)}`;

function pickForm(of: FormOf, filled: readonly ConditionRow[]): Html {
  const spare = Math.max(1, rowsShown - filled.length);
  const rows = [...filled, ...Array.from({ length: spare }, () => emptyRow)];
  return html`<form class="pick" action="/screen" id="pick">
<fieldset><legend>Companies whose …</legend>
${rows.map(rowMarkup)}</fieldset>
<p class="soft small">All of them must hold. Amounts take k, m, b and t; margins, returns and growth are in percent. A row without a metric says nothing.</p>
<div class="ask"><label>Report in <input name="currency" value="${of.currency}" maxlength="3" placeholder="any currency"></label>
<label>Sorted by <select name="sort">${sortOptions(of.sort)}</select></label></div>
${columnBoxes(of.columns)}
<button class="first">Show companies</button></form>`;
}

const emptyRow: ConditionRow = { metric: "", period: "ttm", is: ">", value: "" };

const option = (value: string, text: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : nothing}>${text}</option>`;

const rowMarkup = ({ metric, period, is, value }: ConditionRow): Html =>
  html`<div class="condition"><select name="metric" aria-label="Metric">${option("", "–", metric)}${metricOptions(metric)}</select>
<select name="period" aria-label="Period">${Object.entries(basisWords).map(([key, text]) => option(key, text, period))}</select>
<select name="is" aria-label="Comparison">${comparisons.map(([key, text]) => option(key, text, is))}</select>
<input name="value" value="${value}" aria-label="Value" inputmode="decimal" autocomplete="off" maxlength="30"></div>\n`;

const comparisons = [
  [">", "is more than"],
  [">=", "is at least"],
  ["<", "is less than"],
  ["<=", "is at most"],
] as const;

/** All metrics as one picks them. */
export const metricGroups: readonly [title: string, metrics: readonly ScreenMetric[]][] = [
  ["From the statements", screenMetrics.filter(({ derived }) => derived === undefined)],
  ["Margins, returns and ratios", screenMetrics.filter(({ derived }) => derived !== undefined)],
  ["With a price", pricedMetrics],
];

/** The periods of a metric stand with it, so that a script can leave out the others. */
const basesOf = Map.groupBy(allScreenColumns, ({ metric }) => metric.key);

const metricOptions = (chosen: string): Html[] =>
  metricGroups.map(
    ([title, metrics]) =>
      html`<optgroup label="${title}">${metrics.map(
        ({ key, label }) =>
          html`<option value="${key}" data-periods="${(basesOf.get(key) ?? []).map(({ basis }) => basis).join(" ")}"${key === chosen ? html` selected` : nothing}>${label}</option>`,
      )}</optgroup>`,
  );

function sortOptions(sort: string): Html[] {
  const names = allScreenColumns.filter(({ basis }) => basis === "ttm");
  const known = names.flatMap(({ name, metric: { label } }): [string, string][] => [
    [`-${name}`, `${label}, largest first`],
    [name, `${label}, smallest first`],
  ]);
  const isKnown = known.some(([name]) => name === sort);
  return [...(isKnown ? [] : [[sort, sort] as const]), ...known].map(([name, text]) =>
    option(name, text, sort),
  );
}

/** Columns to pick: none picked shows the usual ones. */
function columnBoxes(columns: string): Html {
  const chosen = new Set(columns.split(",").map((one) => one.trim()));
  const boxes = allScreenColumns.map(
    ({ name, metric: { label }, basis }) =>
      html`<label><input type="checkbox" name="column" value="${name}"${chosen.has(name) ? html` checked` : nothing}> ${label}${basis === "ttm" ? "" : `, ${basisWords[basis]}`}</label> `,
  );
  return html`<details><summary>Columns</summary><div class="boxes">${boxes}</div></details>`;
}

function textForm({ where, sort, currency, columns, rows, refusal }: FormOf): Html {
  const isOpen = rows === null || refusal !== null;
  const names = allScreenColumns.map(
    ({ name, metric, basis }) =>
      html`<option value="${name}">${metric.label}, ${basisWords[basis]}</option>`,
  );
  return html`<details${isOpen ? html` open` : nothing}><summary>The same as text</summary>
<p class="soft small">Figures are of the newest twelve months; <code>.fy</code> is the newest fiscal year, <code>.cagr3</code> and <code>.cagr5</code> growth a year, <code>.avg5</code> the mean of five years. Numbers take k, m, b, t and %.</p>
<form class="ask" action="/screen">
<label>Conditions <input name="where" value="${where}" placeholder="revenue > 10b and net_margin >= 15%"></label>
<label>Sort by <input name="sort" value="${sort}" list="metrics"></label>
<label>Currency <input name="currency" value="${currency}" maxlength="3" size="5" placeholder="all"></label>
<label>Columns <input name="columns" value="${columns}" placeholder="those of the conditions, and the usual"></label>
<datalist id="metrics">${names}</datalist>
<button>Screen</button></form>
<details><summary>All metrics</summary><dl class="facts">${[...screenMetrics, ...pricedMetrics].map(({ key, label }) => html`<div><dt><code>${key}</code></dt><dd>${label}</dd></div>`)}</dl></details></details>`;
}

const presets: readonly [title: string, where: string, sort: string][] = [
  ["Large and profitable", "revenue > 10b and net_margin >= 15%", "-revenue"],
  ["High return on capital, growing", "roic > 20% and revenue.cagr5 > 10%", "-roic"],
  [
    "Little debt, much cash",
    "debt_to_equity < 0.5 and free_cash_flow_margin > 10%",
    "-free_cash_flow_margin",
  ],
  ["Losing money", "net_income < 0", "net_income"],
];

const presetLinks = html`<p class="presets">${presets.map(
  ([title, where, sort]) =>
    html`<a class="button" href="/screen?${new URLSearchParams({ where, sort }).toString()}">${title}</a> `,
)}</p>`;
