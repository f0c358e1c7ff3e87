import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { contentPolicy } from "../../pages/content-policy.ts";
import { html, nothing } from "../../pages/html.ts";
import { layout } from "../../pages/layout.ts";
import { queryText } from "../../pages/query.ts";
import { searchEntities } from "../entity-search/service.ts";

const foundMax = 50;

/**
 * What a search text finds: the company itself where no other can be meant, else a list. Its links lead to
 * the companies as known on the day.
 */
export async function showFound(
  deps: Pick<Deps, "db">,
  text: string,
  day: string | undefined,
): Promise<WebAnswer> {
  const query = queryText({ asOf: day });
  const { rows, total } = await searchEntities(deps.db, {
    search: text,
    limit: foundMax,
    offset: 0,
  });
  const [only] = rows;
  const isSure = only?.matchedBy === "ticker" || only?.matchedBy === "cik";
  if (only !== undefined && (isSure || total === 1)) {
    return { status: 302, headers: { location: `/companies/${only.slug}${query}` } };
  }
  const items = rows.map(
    ({ name, slug, ticker, exchange, cik }) =>
      html`<li><a href="/companies/${slug}${query}"><b>${name}</b></a> <span class="soft">${[ticker, exchange, cik && `CIK ${cik}`].filter(Boolean).join(" · ")}</span></li>`,
  );
  const body = html`<h1>“${text}”</h1>
${rows.length === 0 ? html`<p role="status">No company matches. Try a ticker, a CIK or the beginning of a name; a former name finds a company, too.</p>` : html`<ul class="found">${items}</ul>`}
${total > rows.length ? html`<p class="soft">${(total - rows.length).toLocaleString("en-US")} more: type more of the name.</p>` : nothing}
<p><a href="/screen?currency=">All companies by their figures</a></p>`;
  return {
    status: 200,
    headers: { "content-security-policy": contentPolicy({ isEnhanced: true }) },
    type: "text/html",
    body: layout({
      title: `“${text}”`,
      width: "wide",
      isEnhanced: true,
      body,
      search: text,
      address: `/${queryText({ search: text })}`,
      ...(day === undefined
        ? {}
        : {
            pointInTime: {
              path: "/",
              query: { search: text },
              day,
              refusal: `Companies are found by what they are called today. Their pages are as known on ${day}.`,
            },
          }),
    }),
  };
}
