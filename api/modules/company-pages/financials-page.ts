import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { baseOf, companyPage, dayText, type Frame } from "./company-frame.ts";
import type { CompanyData } from "./load-company.ts";
import { queryText } from "./page-address.ts";
import { columnsOf, templateOf } from "./statement-columns.ts";
import { statementTables } from "./statement-tables.ts";

/** The statements of a company as text. */
export function financialsMarkup(frame: Frame, data: CompanyData, registry: Registry): string {
  const periods = data.periods === "all" ? "all" : undefined;
  return companyPage(frame, {
    title: "Financials",
    body: html`<h1>Financials</h1>
${statementsSection(frame, data, registry)}`,
    dated: { path: "/financials", query: { periods } },
    description: `Statements of ${frame.profile.entity.name} side by side, each figure traced to its filing.`,
  });
}

function statementsSection(frame: Frame, data: CompanyData, registry: Registry): Html {
  const columns = columnsOf(data);
  if (columns.length === 0) {
    return html`<p role="status">No figures of this company are at hand.</p>`;
  }
  const base = baseOf(frame);
  const query = dayText(frame);
  const { day: asOf } = frame;
  const isAll = data.periods === "all";
  const fileQuery = queryText({ asOf, periods: isAll ? "all" : undefined });
  const other = queryText({ asOf, periods: isAll ? undefined : "all" });
  const more = html`<a href="${base}/financials${other}">${isAll ? "Recent periods only" : "All periods"}</a>`;
  return html`<p class="soft small">Each figure leads to where it comes from; a dash says why there is none. <s class="restated">Struck</s> is what was first reported of a figure that was restated later. ${more}. ${data.printed.size === 0 ? nothing : html`<a href="${base}/as-filed${query}">As filed</a>.`}</p>
${statementTables({ columns, registry, template: templateOf(data), base, query, fileQuery })}`;
}
