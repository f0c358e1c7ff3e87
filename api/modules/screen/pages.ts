import { screenColumns, screenMetrics } from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { chart } from "../../pages/chart.ts";
import { compactText, percentText, perShareText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { searchEntities } from "../entity-search/service.ts";
import { compareMetrics, type MetricComparison } from "./metrics.ts";
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
  const found = await orSentence(
    screenCompanies(deps, { ...asked, limit: rowsShown, offset: (number - 1) * rowsShown }),
  );
  const names = screenColumns.map(
    ({ name, metric, basis }) =>
      html`<option value="${name}">${metric.label}, ${basisWords[basis]}</option>`,
  );
  const body = html`
<p class="soft">Conditions hold all together. Figures are of the newest twelve months; <code>.fy</code> is the newest fiscal year, <code>.cagr3</code> and <code>.cagr5</code> growth a year, <code>.avg5</code> the mean of five years. Numbers take k, m, b, t and %.</p>
${typeof found === "string" ? html`<p role="alert">${found}</p>` : nothing}
<form class="ask" action="/screen">
<label>Conditions <input name="where" value="${where}" placeholder="revenue > 10b and net_margin >= 15%"></label>
<label>Sort by <input name="sort" value="${sort}" list="metrics"></label>
<label>Currency <input name="currency" value="${currency}" maxlength="3" size="5" placeholder="all"></label>
<label>Columns <input name="columns" value="${columns}" placeholder="those of the conditions, and the usual"></label>
<datalist id="metrics">${names}</datalist>
<button class="first">Screen</button></form>
<p class="small">Try ${examples.map((one) => html`<a href="/screen?where=${encodeURIComponent(one)}">${one}</a> `)}</p>
${typeof found === "string" ? nothing : html`${mixedNote(found)}${screenTable(found, { ...fields, currency, number })}`}
<details><summary>All metrics</summary><dl class="facts">${screenMetrics.map(({ key, label }) => html`<div><dt><code>${key}</code></dt><dd>${label}</dd></div>`)}</dl></details>`;
  return page("Screen", body, { width: "wide" });
}

/** Amounts of several currencies are in one order only by their digits. */
const mixedNote = ({ currencies }: ScreenResult): Html =>
  currencies.length < 2
    ? nothing
    : html`<p role="status">Amounts are in ${currencies.join(", ")}, as each company reports. Name one currency to compare amounts.</p>`;

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

/** The answer, or the sentence that refused it. */
async function orSentence<T>(answer: Promise<T>): Promise<T | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.message;
    throw error;
  }
}

const written = {
  money: compactText,
  shares: compactText,
  ratio: percentText,
  per_share: perShareText,
};

const figureText = (value: number | null | undefined, unit: keyof typeof written) =>
  value == null ? "–" : written[unit](value);

function screenTable(
  { page: { rows, total }, columns }: ScreenResult,
  { number, ...fields }: ScreenFields & { number: number },
): Html {
  const address = (more: Record<string, string>) => {
    const given = Object.entries(fields).filter(([name, value]) => value || name === "currency");
    return `?${new URLSearchParams({ ...(Object.fromEntries(given) as Record<string, string>), ...more })}`;
  };
  const { page: _page, ...kept } = fields;
  const filled = Object.entries(kept).filter((one): one is [string, string] => Boolean(one[1]));
  const csvQuery = new URLSearchParams([...filled, ["format", "csv"], ["limit", "100"]]).toString();
  const heads = columns.map(
    ({ name, metric, basis }) =>
      html`<th scope="col" class="n"><a href="/screen${address({ sort: `-${name}`, page: "1" })}">${metric.label}</a><br><span class="end soft">${basisWords[basis]}</span></th>`,
  );
  const lines = rows.map(
    ({ name, slug, ticker, currency, fiscalYear, figures }) =>
      html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></th><td>${currency ?? "–"}</td><td class="n">${fiscalYear}</td>${columns.map((one) => html`<td class="n">${figureText(figures[one.name], one.unit)}</td>`)}</tr>\n`,
  );
  const pages = Math.max(1, Math.ceil(total / rowsShown));
  return html`<div class="scroll" role="region" aria-label="Companies" tabindex="0"><table><caption>${total.toLocaleString("en-US")} companies</caption>
<thead><tr><th scope="col">Company</th><th scope="col">Currency</th><th scope="col" class="n">Fiscal year</th>${heads}</tr></thead><tbody>
${lines}</tbody></table></div>
<p>${number > 1 ? html`<a href="/screen${address({ page: String(number - 1) })}">Previous</a> ` : nothing}Page ${number} of ${pages}${number < pages ? html` <a href="/screen${address({ page: String(number + 1) })}">Next</a>` : nothing} · <a href="/v2/screen?${csvQuery}">CSV</a></p>`;
}

const comparedMax = 6;

interface CompareFields {
  tickers?: string | undefined;
  metrics?: string | undefined;
  periods?: string | undefined;
}

/** The page of some companies side by side. */
export async function showCompare(deps: Deps, fields: CompareFields): Promise<WebAnswer> {
  const { tickers = "", metrics = "", periods = "" } = fields;
  const asked = { tickers, metrics: metrics || undefined, periods: periods || undefined };
  const isTooMany = tickers.split(",").length > comparedMax;
  const found = isTooMany
    ? `A page compares at most ${comparedMax} companies; GET /v2/metrics takes 20`
    : tickers.trim() === ""
      ? null
      : await orSentence(compareMetrics(deps, asked));
  const query = new URLSearchParams(
    Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const body = html`
${typeof found === "string" ? html`<p role="alert">${found}</p>` : nothing}
<form class="ask" action="/compare">
<label>Tickers <input name="tickers" value="${tickers}" placeholder="AAPL,NVDA" required></label>
<label>Metrics <input name="metrics" value="${metrics}" placeholder="revenue,net_income,operating_margin,free_cash_flow,roic"></label>
<label>Periods <input name="periods" value="${periods}" placeholder="2019FY..TTM"></label>
<button class="first">Compare</button></form>
${found === null || typeof found === "string" ? nothing : await comparison(found)}
${found === null || typeof found === "string" ? nothing : html`<p><a href="/v2/metrics?${query.toString()}&format=csv">CSV</a> · <a href="/v2/metrics?${query.toString()}">JSON</a></p>`}`;
  return page("Compare", body, { width: "wide" });
}

async function comparison({ rows, metrics }: MetricComparison): Promise<Html> {
  const companies = [...Map.groupBy(rows, ({ ticker }) => ticker)];
  const periods = [...new Set(rows.map(({ period }) => period))].sort(byPeriod);
  const sections = await Promise.all(
    metrics.map(async (metric) => {
      const series = companies.map(([ticker, own], at) => ({
        name: ticker,
        kind: "line" as const,
        color: ((at % 6) + 1) as 1,
        values: periods.map(
          (period) => own.find((row) => row.period === period)?.values[metric.key] ?? null,
        ),
      }));
      const drawn = await chart({
        label: `${metric.label} of ${companies.map(([ticker]) => ticker).join(", ")} by period; the table below has the figures`,
        ticks: periods.map((period) => period.replace("FY", "")),
        series,
        width: 480,
        height: 210,
        format: metric.unit === "ratio" ? (part) => `${Math.round(part * 100)}%` : compactText,
      });
      const keys = series.map(
        ({ name, color }) => html`<span class="key k${color}">${name}</span> `,
      );
      const lines = series.map(({ name, values }) => {
        const slug = companies.find(([ticker]) => ticker === name)?.[1][0]?.slug ?? "";
        const cells = values.map(
          (value) =>
            html`<td class="n"><a href="/companies/${slug}">${figureText(value, metric.unit)}</a></td>`,
        );
        return html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a></th>${cells}</tr>\n`;
      });
      const figure = html`<figure><figcaption><h2>${metric.label}</h2>${keys}</figcaption>${drawn}</figure>\n`;
      const table = html`<div class="scroll" role="region" aria-label="${metric.label}" tabindex="0"><table><caption>${metric.label}</caption><thead><tr><th scope="col">Company</th>${periods.map((period) => html`<th scope="col" class="n">${period}</th>`)}</tr></thead><tbody>
${lines}</tbody></table></div>\n`;
      return { figure, table };
    }),
  );
  return html`<div class="charts">${sections.map(({ figure }) => figure)}</div>
${sections.map(({ table }) => table)}`;
}

/** Years and quarters in order, twelve months last. */
const byPeriod = (a: string, b: string) =>
  Number(a === "TTM") - Number(b === "TTM") || (a < b ? -1 : 1);

const found = 12;

/** The first page, with what a search finds. Who does not ask for HTML is sent to the documentation. */
export async function showHome(
  deps: Deps,
  { search }: { search?: string | undefined },
  accept: string | undefined,
): Promise<WebAnswer> {
  if (accept?.includes("text/html") !== true) {
    return { status: 302, headers: { location: "/api/docs" } };
  }
  const text = search?.trim() ?? "";
  const { rows, total } = await searchEntities(deps.db, { search: text, limit: found, offset: 0 });
  const [only] = rows;
  const isSure = only?.matchedBy === "ticker" || only?.matchedBy === "cik";
  if (text !== "" && only !== undefined && (isSure || total === 1)) {
    return { status: 302, headers: { location: `/companies/${only.slug}` } };
  }
  const items = rows.map(
    ({ name, slug, ticker, exchange }) =>
      html`<li><a href="/companies/${slug}"><b>${name}</b></a> <span class="soft">${[ticker, exchange].filter(Boolean).join(" · ")}</span></li>`,
  );
  const title = text === "" ? "Public companies, from filing to figure" : `“${text}”`;
  return page(
    title,
    html`
<p class="lead">What companies filed with the SEC, as figures that lead back to their filing.</p>
<form role="search" action="/" class="find big" aria-label="All companies"><input type="search" name="search" value="${text}" maxlength="100" aria-label="Company, ticker or CIK" placeholder="Company, ticker or CIK"><button class="first">Find</button></form>
${text !== "" && rows.length === 0 ? html`<p role="status">Nothing is like that. Try a ticker or the beginning of a name.</p>` : nothing}
<ul class="found">${items}</ul>
${total > rows.length ? html`<p class="soft">${(total - rows.length).toLocaleString("en-US")} more; <a href="/screen">screen all companies</a>.</p>` : nothing}
<h2>Look further</h2>
<ul class="doors">
<li><a href="/screen?where=${encodeURIComponent("net_margin >= 15% and revenue.cagr5 > 5%")}">Screen</a> all companies by their figures</li>
<li><a href="/compare?tickers=${rows
      .flatMap(({ ticker }) => ticker ?? [])
      .slice(0, 3)
      .join(",")}">Compare</a> companies side by side</li>
<li><a href="/api/docs">API</a>: everything here as JSON, and more</li>
</ul>`,
    { width: "wide" },
  );
}
