import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { whyText } from "../../pages/null-reasons.ts";
import { page } from "../../pages/page.ts";
import { listNewReports, listOrigins, type NewReport } from "./home/queries.ts";
import { figureCell, lineageAddress } from "./page-parts.ts";
import { showFound } from "./search-page.ts";
import { type ScreenResult, screenCompanies } from "./service.ts";

const companiesShown = 20;
const reportsShown = 12;
/** Said of each company. */
const columns = "revenue,revenue.cagr5,net_margin";

/**
 * The first page; with a search text, what it finds. Who does not ask for HTML is sent to the documentation.
 */
export async function showHome(
  deps: Deps,
  { search, asOf }: { search?: string | undefined; asOf?: string | undefined },
  accept: string | undefined,
): Promise<WebAnswer> {
  if (accept?.includes("text/html") !== true) {
    return { status: 302, headers: { location: "/api/docs" } };
  }
  const text = search?.trim() ?? "";
  if (text !== "") return showFound(deps, text, asOf || undefined);
  const [companies, reports, origins] = await Promise.all([
    listCompanies(deps),
    listNewReports(deps.db, reportsShown),
    listOrigins(deps.db),
  ]);
  const { total } = companies.page;
  const description =
    "What companies filed with the SEC, as figures that lead back to their filing.";
  const body = html`
<p class="lead">${description}</p>
<form role="search" action="/" class="find big" aria-label="All companies"><input type="search" name="search" maxlength="100" aria-label="Company, ticker or CIK" placeholder="Company, ticker or CIK"><button class="first">Find</button></form>
${total === 0 ? emptyNote : html`${extentText(total, reports, origins)}${companiesSection(companies)}${reportsSection(reports)}`}
${doors(companies)}`;
  return page("Public companies, from filing to figure", body, {
    width: "wide",
    description,
    isEnhanced: true,
    address: "/",
  });
}

/** All companies where they fit, else the largest of those that report in dollars: amounts of one table are of one currency. */
async function listCompanies(deps: Deps): Promise<ScreenResult> {
  const asked = { sort: "-revenue", columns, limit: companiesShown, offset: 0 };
  const all = await screenCompanies(deps, asked);
  return all.page.total > companiesShown ? screenLargest(deps, asked, all) : all;
}

async function screenLargest(
  deps: Deps,
  asked: Parameters<typeof screenCompanies>[1],
  { page: { total } }: ScreenResult,
): Promise<ScreenResult> {
  const largest = await screenCompanies(deps, { ...asked, currency: "USD" });
  return { ...largest, page: { ...largest.page, total } };
}

/** "9 companies, as filed up to 2026-02-24. From the bundled sample of 2026-02-28." */
function extentText(
  total: number,
  reports: readonly NewReport[],
  origins: readonly (string | null)[],
): Html {
  const [newest] = reports;
  const samples = origins.filter((one) => one?.includes("sample"));
  const isSample = samples.length > 0 && samples.length === origins.length;
  return html`<p>${total.toLocaleString("en-US")} ${total === 1 ? "company" : "companies"}${newest === undefined ? "" : `, with reports filed up to ${newest.filed}`}.${isSample ? html` <b>This is ${samples[0] ?? ""}</b>: set <code>EDGAR_USER_AGENT</code> to follow any company at the SEC.` : nothing}</p>`;
}

function companiesSection({
  page: { rows, total },
  columns: shown,
  currencies,
}: ScreenResult): Html {
  const isAll = rows.length >= total;
  const heads = ["Revenue", "Revenue growth a year, 5 years", "Net margin"];
  const lines = rows.map(
    ({ name, slug, ticker, currency, ttmEnd, figures, reasons }) =>
      html`<tr><th scope="row"><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></th>${shown.map((one) => figureCell({ value: figures[one.name] ?? null, unit: one.unit, href: one.name === "revenue" ? lineageAddress(slug, one.metric, "TTM") : null, why: whyText(reasons[one.name]), currency: one.unit === "money" && currency !== "USD" ? currency : null }))}<td class="date">${ttmEnd ?? "–"}</td></tr>\n`,
  );
  const sorted = currencies.length > 1 ? "by digits: amounts are in the currency of each" : "";
  return html`<h2>${isAll ? "Companies" : "Largest companies"} <span class="soft small">newest twelve months, ${isAll ? "in US dollars unless another currency is named" : "of those that report in US dollars"}</span></h2>
<div class="scroll" role="region" aria-label="Companies" tabindex="0"><table><thead><tr><th scope="col">Company</th>${heads.map((text) => html`<th scope="col" class="n">${text}</th>`)}<th scope="col">Twelve months to</th></tr></thead><tbody>
${lines}</tbody></table></div>
<p><a href="/screen?currency=">${isAll ? "Screen them by their figures" : `All ${total.toLocaleString("en-US")} companies`}</a>${sorted === "" ? nothing : html` <span class="soft small">Sorted ${sorted}.</span>`}</p>`;
}

function reportsSection(reports: readonly NewReport[]): Html {
  if (reports.length === 0) return nothing;
  const items = reports.map(
    ({ name, slug, ticker, accession, form, filed, period, isPrinted }) =>
      html`<tr><td class="date">${filed}</td><th scope="row"><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></th><td><a href="/companies/${slug}/filings${isPrinted ? `/${accession}` : ""}">${form}</a>${period === null ? nothing : html` <span class="soft">of ${period}</span>`}</td></tr>\n`,
  );
  return html`<h2>Newly filed reports</h2>
<div class="scroll" role="region" aria-label="Newly filed reports" tabindex="0"><table><thead><tr><th scope="col">Filed</th><th scope="col">Company</th><th scope="col">Report</th></tr></thead><tbody>
${items}</tbody></table></div>`;
}

const emptyNote = html`<p role="status">No company is here yet. After a start they appear one by one as they are built: open this page again in a minute.</p>
<h2>If it stays empty</h2>
<ul>
<li><code>npm start</code> without settings loads the bundled sample of nine companies.</li>
<li><code>npm run ingest -- --ticker AAPL</code> fetches a company from the SEC; it needs <code>EDGAR_USER_AGENT</code> with your name and email address.</li>
<li><code>npm run ingest -- --file PATH</code> reads documents from disk.</li>
<li><a href="/readyz">/readyz</a> tells whether jobs fail.</li></ul>`;

function doors({ page: { rows } }: ScreenResult): Html {
  const tickers = rows.flatMap(({ ticker }) => ticker ?? []).slice(0, 3);
  return html`<h2>Look further</h2>
<ul class="doors">
<li><a href="/screen?where=${encodeURIComponent("net_margin >= 15% and revenue.cagr5 > 5%")}">Screen</a> all companies by their figures</li>
<li><a href="/compare?tickers=${tickers.join(",")}">Compare</a> companies side by side</li>
<li><a href="/roles">Roles</a> that companies have published, <a href="/startups">startups</a> to follow, <a href="/communities">communities</a> to join and <a href="/people">people</a> by their skills</li>
<li><a href="/api/docs">API</a>: everything here as JSON, and more</li>
</ul>`;
}
