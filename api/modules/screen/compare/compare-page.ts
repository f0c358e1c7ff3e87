import type { Deps } from "#api/deps.ts";
import { badRequest } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { searchEntities } from "../../entity-search/service.ts";
import { askMetrics, type MetricQuestion } from "../metrics.ts";
import { orSentence } from "../page-parts.ts";
import {
  askedOf,
  type CompareAsked,
  type CompareFields,
  compareAddress,
  compareQuery,
} from "./compare-address.ts";
import { companyChips, compareForm, meantList } from "./compare-form.ts";
import { sharesKey, withRows } from "./compared-figures.ts";
import { comparison } from "./comparison.ts";
import { type Compared, findAdded, findCompared, type Unknown } from "./find-compared.ts";

const comparedMax = 6;
const usualMetrics = "revenue,net_income,operating_margin,free_cash_flow,roic";

/**
 * The page of some companies side by side. A sent form leads to the address of what it asks. A name that no company has
 * is said, and leaves the others.
 */
export async function showCompare(deps: Deps, fields: CompareFields): Promise<WebAnswer> {
  const asked = askedOf(fields);
  const added = fields.add?.trim() ?? "";
  const found = added === "" ? null : await findAdded(deps, added);
  if (found !== null && !Array.isArray(found)) {
    return movedTo(compareAddress(asked, { companies: [...asked.companies, found.key] }));
  }
  if (fields.metric !== undefined) return movedTo(compareAddress(asked));
  const { companies, unknown } = await findCompared(deps, asked.companies.slice(0, comparedMax));
  const answer = await orSentence(compared(deps, asked, companies));
  const notes = html`${found === null ? nothing : addedNote(asked, added, found)}${unknown.map((one) => unknownNote(asked, one))}${asked.companies.length > comparedMax ? html`<p role="alert">A page compares at most ${comparedMax} companies; GET /v2/metrics takes 20.</p>` : nothing}${typeof answer === "string" ? html`<p role="alert">${answer}</p>` : nothing}`;
  const shown = typeof answer === "string" ? null : answer;
  const year = deps.now().getUTCFullYear();
  const body = html`
${companyChips({ asked, companies })}
${notes}
${compareForm({ asked, companies, metrics: shown?.metrics ?? [], year })}
<div id="compared">${companies.length === 0 ? await examples(deps) : (shown?.body ?? nothing)}</div>`;
  const pointInTime = {
    path: "/compare",
    query: compareQuery({ ...asked, asOf: "" }),
    day: asked.asOf || undefined,
  };
  return page("Compare", body, {
    width: "wide",
    description: "Compare companies by the figures of their filings, by year or quarter.",
    isEnhanced: true,
    pointInTime,
  });
}

const movedTo = (location: string): WebAnswer => ({ status: 302, headers: { location } });

const addedNote = (asked: CompareAsked, text: string, meant: Unknown["meant"]): Html =>
  meant.length === 0
    ? html`<p role="alert">Nothing matches “${text}”.</p>`
    : html`<p role="status">Which one is “${text}”?</p>${meantList(asked, meant)}`;

function unknownNote(asked: CompareAsked, { asked: name, meant }: Unknown): Html {
  const rest = { ...asked, companies: asked.companies.filter((one) => one !== name) };
  return html`<p role="alert">There is no company “${name.slice(0, 60)}” here.${meant.length === 0 ? "" : " Did you mean:"}</p>${meant.length === 0 ? nothing : meantList(rest, meant)}`;
}

interface Answer {
  metrics: MetricQuestion["metrics"];
  body: Html;
}

async function compared(
  deps: Deps,
  asked: CompareAsked,
  companies: readonly Compared[],
): Promise<Answer> {
  const names = asked.metrics || usualMetrics;
  const query = {
    periods: asked.periods || undefined,
    asOf: asked.asOf || undefined,
    view: asked.view,
    perShare: asked.perShare,
  };
  const { metrics, view } = askMetrics(deps, { ...query, metrics: names });
  if (metrics.length === 0) throw badRequest("Pick at least one metric");
  const withShares = asked.show === "per_share" ? `${names},${sharesKey}` : names;
  const question = askMetrics(deps, { ...query, metrics: withShares });
  const rows = (await Promise.all(companies.map((one) => question.rowsOf(one)))).flat();
  const periods = [...new Set(rows.map(({ period }) => period))].sort(byPeriod);
  const of = { asked, companies: withRows(companies, rows), metrics, periods, view };
  return { metrics, body: html`${await comparison(of)}${fileLinks(asked, companies)}` };
}

/** The same figures as data: they are asked for by tickers. */
function fileLinks(
  { metrics, periods, asOf, view, perShare }: CompareAsked,
  companies: readonly Compared[],
) {
  const tickers = companies.flatMap(({ ticker }) => ticker ?? []).join(",");
  const parts = { tickers, metrics, periods, asOf, view, perShare };
  const filled = Object.entries(parts).filter((one): one is [string, string] => Boolean(one[1]));
  const query = new URLSearchParams(filled).toString();
  return companies.some(({ ticker }) => ticker === null)
    ? nothing
    : html`<p>As reported: <a href="/v2/metrics?${query}&format=csv">CSV</a> · <a href="/v2/metrics?${query}">JSON</a></p>`;
}

/** Some of the companies here, for who has not named any. */
async function examples({ db }: Deps): Promise<Html> {
  const { rows } = await searchEntities(db, { search: "", limit: 12, offset: 0 });
  const known = rows.map(({ ticker, slug, name }) => ({ key: ticker ?? slug, name }));
  const sets = [known.slice(0, 2), known.slice(2, 5)].filter((one) => one.length > 1);
  return sets.length === 0
    ? nothing
    : html`<p class="small">Add companies above, or try</p><ul class="small">${sets.map((one) => html`<li><a href="/compare?tickers=${one.map(({ key }) => key).join(",")}">${one.map(({ name }) => name).join(", ")}</a></li>`)}</ul>`;
}

/** Years and quarters in order, twelve months last. */
const byPeriod = (a: string, b: string) =>
  Number(a === "TTM") - Number(b === "TTM") || (a < b ? -1 : 1);
