import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Deps } from "../../deps.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { layout } from "../../pages/layout.ts";
import { filingsSection } from "./filings-section.ts";
import { identitySection } from "./identity-section.ts";
import type { CompanyData } from "./load-company.ts";
import { modelsSection } from "./models-section.ts";
import { qualitySection } from "./quality-section.ts";
import { annualColumns, columnsOf, templateOf } from "./statement-columns.ts";
import { statementTables } from "./statement-tables.ts";
import { summarySection } from "./summary-section.ts";
import { trendCharts } from "./trends.ts";

/** The whole page of a company as text. */
export async function companyMarkup(
  data: CompanyData,
  { registry, publicUrl }: Pick<Deps, "registry" | "publicUrl">,
): Promise<string> {
  const { profile, terminal } = data;
  const { name, slug } = profile.entity;
  const years = annualColumns(data);
  const ticker = terminal?.identity.primaryTicker ?? terminal?.identity.serviceTicker ?? null;
  const title = `${name}${ticker === null ? "" : ` (${ticker})`}`;
  const body = html`
${identitySection(data)}
${dayForm(data)}
${terminal === null ? html`<p role="status">No figures of this company are at hand.</p>` : summarySection(terminal)}
${years.length === 0 ? nothing : html`<h2 id="trends">Trends <span class="soft small">by fiscal year, with the newest figure</span></h2>${await trendCharts(data)}`}
${statementsSection(data, registry)}
${terminal === null ? nothing : modelsSection(terminal, `/companies/${slug}`, dayQuery(data))}
${qualitySection(data)}
${terminal === null ? nothing : filingsSection(terminal, { base: `/companies/${slug}`, printed: data.printed })}
${sourcesSection(data)}`;
  return layout({
    title,
    body,
    width: "wide",
    description: `${title}: revenue, margins, cash flow, balance sheet and ratios from regulator filings, each figure traced to its source.`,
    canonical: `${publicUrl}/companies/${slug}`,
    feed: `/v2/entities/${profile.entity.id}/changes.atom`,
  });
}

/** A date field: the whole page, and its address, as of that day. */
function dayForm({ profile, view }: CompanyData): Html {
  const base = `/companies/${profile.entity.slug}`;
  const day = view.kind === "asOf" ? view.date : "";
  const back =
    day === ""
      ? nothing
      : html` <a href="${base}">Back to today</a>
<p role="status">You see what had been filed by ${day}. Names and roles are today's.</p>`;
  return html`<form class="day" action="${base}">
<label>As known on <input type="date" name="asOf" value="${day}" min="2009-01-01"></label> <button>Show</button>${back}</form>`;
}

function statementsSection(data: CompanyData, registry: Registry): Html {
  const columns = columnsOf(data);
  if (columns.length === 0) return nothing;
  const base = `/companies/${data.profile.entity.slug}`;
  const query = dayQuery(data);
  const joint = query === "" ? "?" : "&";
  const more =
    data.periods === "all"
      ? html`<a href="${base}${query}#statements">Recent periods only</a>`
      : html`<a href="${base}${query}${joint}periods=all#statements">All periods</a>`;
  return html`<h2 id="statements">Statements</h2>
<p class="soft small">Each figure leads to where it comes from; a dash says why there is none. <s class="restated">Struck</s> is what was first reported of a figure that was restated later. ${more}. ${data.printed.size === 0 ? nothing : html`<a href="${base}/as-filed${query}">As filed</a>, <a href="${base}/segments${query}">segments</a>.`}</p>
${statementTables({ columns, registry, template: templateOf(data), base, query, fileQuery: fileQueryOf(data) })}`;
}

/** The day and the periods, as the files of the tables take them. */
function fileQueryOf(data: CompanyData): string {
  const day = dayQuery(data);
  if (data.periods === "recent") return day;
  return `${day}${day === "" ? "?" : "&"}periods=all`;
}

/** The day of the page as its links carry it; nothing for today. */
const dayQuery = ({ view }: CompanyData) => (view.kind === "asOf" ? `?asOf=${view.date}` : "");

function sourcesSection(data: CompanyData): Html {
  const { profile, terminal } = data;
  const { id } = profile.entity;
  const query = dayQuery(data);
  const reads: readonly [string, string][] = [
    ["company-terminal", "Terminal"],
    ["financials/full", "Twelve months and quarters"],
    ["sfrs-statements", "Statements"],
  ];
  const links = reads.map(
    ([path, text]) =>
      html`<li><a href="/v2/entities/${id}/${path}${query}">${text} as JSON</a></li>`,
  );
  return html`<h2 id="data">The same as data</h2><ul>${links}<li><a href="/api/docs">API documentation</a></li></ul>
${terminal === null ? nothing : html`<p class="soft small">${terminal.disclaimer} Made ${terminal.generatedAt.slice(0, 10)}.</p>`}`;
}
