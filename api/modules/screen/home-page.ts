import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { html, nothing } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { searchEntities } from "../entity-search/service.ts";

const foundMax = 12;

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
  const { rows, total } = await searchEntities(deps.db, {
    search: text,
    limit: foundMax,
    offset: 0,
  });
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
