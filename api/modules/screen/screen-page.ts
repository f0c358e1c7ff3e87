import {
  allScreenColumns,
  pricedMetrics,
  type ScreenColumn,
  screenMetrics,
} from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { whyText } from "../../pages/null-reasons.ts";
import { page } from "../../pages/page.ts";
import { figureCell, lineageAddress, orSentence } from "./page-parts.ts";
import { type ScreenResult, screenCompanies } from "./service.ts";

const rowsShown = 50;

interface ScreenFields {
  currency?: string | undefined;
  where?: string | undefined;
  sort?: string | undefined;
  columns?: string | undefined;
  page?: string | undefined;
}

/** The page of a screen: what cannot be read is said above the form, which keeps what was typed. */
export async function showScreen(deps: Deps, fields: ScreenFields): Promise<WebAnswer> {
  const { where = "", sort = "-revenue", columns = "", currency = "USD" } = fields;
  const number = Math.max(1, Number(fields.page || 1));
  const asked = {
    where,
    currency: currency || undefined,
    sort: sort || undefined,
    columns: columns || undefined,
  };
  const screened = await orSentence(
    screenCompanies(deps, { ...asked, limit: rowsShown, offset: (number - 1) * rowsShown }),
  );
  const names = allScreenColumns.map(
    ({ name, metric, basis }) =>
      html`<option value="${name}">${metric.label}, ${basisWords[basis]}</option>`,
  );
  const body = html`
<p class="soft">All conditions must hold. Figures are of the newest twelve months; <code>.fy</code> is the newest fiscal year, <code>.cagr3</code> and <code>.cagr5</code> growth a year, <code>.avg5</code> the mean of five years. Numbers take k, m, b, t and %.</p>
${typeof screened === "string" ? html`<p role="alert">${screened}</p>` : nothing}
<form class="ask" action="/screen">
<label>Conditions <input name="where" value="${where}" placeholder="revenue > 10b and net_margin >= 15%"></label>
<label>Sort by <input name="sort" value="${sort}" list="metrics"></label>
<label>Currency <input name="currency" value="${currency}" maxlength="3" size="5" placeholder="all"></label>
<label>Columns <input name="columns" value="${columns}" placeholder="those of the conditions, and the usual"></label>
<datalist id="metrics">${names}</datalist>
<button class="first">Screen</button></form>
<p class="small">Try</p><ul class="small">${examples.map((one) => html`<li><a href="/screen?where=${encodeURIComponent(one)}">${one}</a></li>`)}</ul>
${typeof screened === "string" ? nothing : html`${mixedNote(screened)}${priceNote(screened)}${screenTable(screened, { ...fields, currency, number, sorted: sort })}`}
<details><summary>All metrics</summary><dl class="facts">${[...screenMetrics, ...pricedMetrics].map(({ key, label }) => html`<div><dt><code>${key}</code></dt><dd>${label}</dd></div>`)}</dl></details>`;
  return page("Screen", body, { width: "wide" });
}

/** Amounts of several currencies are in one order only by their digits. */
const mixedNote = ({ currencies }: ScreenResult): Html =>
  currencies.length < 2
    ? nothing
    : html`<p role="status">Amounts are in ${currencies.join(", ")}, as each company reports. Name one currency to compare amounts.</p>`;

/** Says which prices the figures take, where one is asked for. */
const priceNote = ({ prices }: ScreenResult): Html => {
  if (prices === null) return nothing;
  return prices === "available"
    ? html`<p class="soft">Figures with a price take the newest close of each company, and the shares and twelve months known then.</p>`
    : html`<p role="status">No prices are configured (PRICES_URL), so figures that take one are empty and meet no condition.</p>`;
};

const examples = [
  "revenue > 10b and net_margin >= 15%",
  "roic > 20% and revenue.cagr5 > 10%",
  "debt_to_equity < 0.5 and free_cash_flow_margin > 10%",
];

const basisWords = {
  ttm: "twelve months",
  fy: "fiscal year",
  cagr3: "growth a year over 3 years",
  cagr5: "growth a year over 5 years",
  avg5: "mean of 5 years",
} as const;

function screenTable(
  { page: { rows, total }, columns }: ScreenResult,
  { number, sorted, ...fields }: ScreenFields & { number: number; sorted: string },
): Html {
  const address = (more: Record<string, string>) => {
    const entered = Object.entries(fields).filter(([name, value]) => value || name === "currency");
    return `?${new URLSearchParams({ ...(Object.fromEntries(entered) as Record<string, string>), ...more })}`;
  };
  const { page: _page, ...kept } = fields;
  const filled = Object.entries(kept).filter((one): one is [string, string] => Boolean(one[1]));
  const csvQuery = new URLSearchParams([...filled, ["format", "csv"], ["limit", "100"]]).toString();
  // The head of the column that sorts downwards sorts upwards.
  const nextSort = (name: string) => (sorted === `-${name}` ? name : `-${name}`);
  const heads = columns.map(
    ({ name, metric, basis }) =>
      html`<th scope="col" class="n"${sortMark(sorted, name)}><a href="/screen${address({ sort: nextSort(name), page: "1" })}">${metric.label}</a><br><span class="end soft">${basisWords[basis]}</span></th>`,
  );
  const lines = rows.map(
    ({ name, slug, ticker, currency, fiscalYear, figures, reasons }) =>
      html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></th><td>${currency ?? "–"}</td><td class="n">${fiscalYear}</td>${columns.map((one) => figureCell({ value: figures[one.name] ?? null, unit: one.unit, href: lineageOf(one, slug, fiscalYear), why: whyText(reasons[one.name]) }))}</tr>\n`,
  );
  const pages = Math.max(1, Math.ceil(total / rowsShown));
  return html`<div class="scroll" role="region" aria-label="Companies" tabindex="0"><table><caption>${total.toLocaleString("en-US")} companies</caption>
<thead><tr><th scope="col">Company</th><th scope="col">Currency</th><th scope="col" class="n">Fiscal year</th>${heads}</tr></thead><tbody>
${lines}</tbody></table></div>
<p>${number > 1 ? html`<a href="/screen${address({ page: String(number - 1) })}">Previous</a> ` : nothing}Page ${number} of ${pages}${number < pages ? html` <a href="/screen${address({ page: String(number + 1) })}">Next</a>` : nothing} · <a href="/v2/screen?${csvQuery}">CSV</a></p>`;
}

/** Tells in which direction the column sorts the table, where it does. */
const sortMark = (sort: string, name: string): Html => {
  if (sort !== name && sort !== `-${name}`) return nothing;
  return html` aria-sort="${sort === name ? "ascending" : "descending"}"`;
};

/** Where the figure comes from; null for what is computed from several lines or years. */
function lineageOf(
  { metric, basis }: ScreenColumn,
  slug: string,
  fiscalYear: number,
): string | null {
  const period = { ttm: "TTM", fy: `${fiscalYear}FY`, cagr3: null, cagr5: null, avg5: null }[basis];
  const isLine = metric.derived === undefined;
  return isLine && period !== null ? lineageAddress(slug, metric, period) : null;
}
