import type { ScreenColumn } from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { whyText } from "../../pages/null-reasons.ts";
import { page } from "../../pages/page.ts";
import {
  listOf,
  rowsOf,
  rowsSent,
  type SentRows,
  type Several,
  whereOf,
} from "./page/condition-rows.ts";
import { leftOutNote, namedMax } from "./page/left-out.ts";
import { type AskedPage, newScreenAddress, screenAddress } from "./page/screen-address.ts";
import { screenForm } from "./page/screen-form.ts";
import { basisWords, figureCell, lineageAddress, orSentence } from "./page-parts.ts";
import { countLeftOut } from "./queries.ts";
import { type ScreenResult, screenCompanies } from "./service.ts";

const rowsShown = 50;

interface ScreenFields extends SentRows {
  currency?: string | undefined;
  where?: string | undefined;
  sort?: string | undefined;
  columns?: string | undefined;
  column?: Several;
  page?: string | undefined;
}

/**
 * The page of a screen: what cannot be read is said above the form, which keeps what was typed. What the form's rows
 * say leads to the address that has it as text.
 */
export async function showScreen(deps: Deps, fields: ScreenFields): Promise<WebAnswer> {
  const sent = rowsSent(fields);
  const isForm = fields.metric !== undefined;
  const { sort = "-revenue", currency = "USD" } = fields;
  const where = isForm ? whereOf(sent) : (fields.where ?? "");
  const columns =
    fields.column === undefined ? (fields.columns ?? "") : listOf(fields.column).join(",");
  const asked = { where, sort, currency, columns };
  const number = Math.max(1, Number(fields.page || 1));
  const screened = await orSentence(screenOf(deps, asked, number));
  if (isForm && typeof screened !== "string") {
    return { status: 302, headers: { location: screenAddress(asked) } };
  }
  const refusal = typeof screened === "string" ? screened : null;
  const rows = isForm || typeof screened === "string" ? sent : rowsOf(screened.conditions);
  const description = "Find companies by the figures of their filings, as known today.";
  const body = html`
<p class="lead">${description}</p>
${refusal === null ? nothing : html`<p role="alert">${refusal}</p>`}
${screenForm({ ...asked, rows: refusal !== null && !isForm ? null : rows, refusal })}
<section id="found" aria-live="polite">${typeof screened === "string" ? nothing : await foundMarkup(deps, screened, { ...asked, number })}</section>`;
  const address = screenAddress(asked);
  return page("Screen", body, { width: "wide", description, isEnhanced: true, address });
}

const screenOf = (deps: Deps, { where, sort, currency, columns }: AskedPage, number: number) =>
  screenCompanies(deps, {
    where,
    currency: currency || undefined,
    sort: sort || undefined,
    columns: columns || undefined,
    limit: rowsShown,
    offset: (number - 1) * rowsShown,
  });

interface Paged extends AskedPage {
  number: number;
}

async function foundMarkup(deps: Deps, screened: ScreenResult, of: Paged): Promise<Html> {
  const metrics = screened.conditions.flatMap(({ metric }) => metric ?? []);
  const left = await countLeftOut(deps.db, {
    columns: metrics.map(({ column }) => column),
    currency: of.currency === "" ? null : of.currency.toUpperCase(),
    hasPrices: deps.prices.isConfigured,
    named: namedMax,
  });
  const met = screened.page.total;
  const allCurrencies = screenAddress({ ...of, currency: "" });
  return html`${mixedNote(screened)}${priceNote(screened)}${screenTable(screened, of)}
${leftOutNote({ left, metrics, met, currency: of.currency.toUpperCase(), allCurrencies })}`;
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

function screenTable({ page: { rows, total }, columns }: ScreenResult, of: Paged): Html {
  const { number, sort: sorted } = of;
  // The head of the column that sorts downwards sorts upwards.
  const nextSort = (name: string) => (sorted === `-${name}` ? name : `-${name}`);
  const heads = columns.map(
    ({ name, metric, basis }) =>
      html`<th scope="col" class="n"${sortMark(sorted, name)}><a href="${screenAddress(of, { sort: nextSort(name), page: "1" })}">${metric.label}</a><br><span class="end soft">${basisWords[basis]}</span></th>`,
  );
  const lines = rows.map(
    ({ name, slug, ticker, currency, fiscalYear, figures, reasons }) =>
      html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></th><td>${currency ?? "–"}</td><td class="n">${fiscalYear}</td>${columns.map((one) => figureCell({ value: figures[one.name] ?? null, unit: one.unit, href: lineageOf(one, slug, fiscalYear), why: whyText(reasons[one.name]) }))}</tr>\n`,
  );
  return html`<div class="scroll" role="region" aria-label="Companies" tabindex="0"><table><caption>${total.toLocaleString("en-US")} ${total === 1 ? "company" : "companies"}</caption>
<thead><tr><th scope="col">Company</th><th scope="col">Currency</th><th scope="col" class="n">Fiscal year</th>${heads}</tr></thead><tbody>
${lines}</tbody></table></div>
${pageLinks(total, of, number)}`;
}

function pageLinks(total: number, of: Paged, number: number): Html {
  const pages = Math.max(1, Math.ceil(total / rowsShown));
  const { where, sort, currency, columns } = of;
  const filled = Object.entries({ currency, where, sort, columns }).filter(
    ([, value]) => value !== "",
  );
  const csvQuery = new URLSearchParams([["format", "csv"], ["limit", "100"], ...filled]).toString();
  return html`<p>${number > 1 ? html`<a href="${screenAddress(of, { page: String(number - 1) })}">Previous</a> ` : nothing}Page ${number} of ${pages}${number < pages ? html` <a href="${screenAddress(of, { page: String(number + 1) })}">Next</a>` : nothing} · <a href="/v2/screen?${csvQuery}">CSV</a> · <a href="${newScreenAddress(of)}">Save this screen</a></p>`;
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
