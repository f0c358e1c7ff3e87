import type { Deps } from "../../deps.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import type { Segments } from "../filed-statements/service.ts";
import { glanceSection } from "./breakdown-glance.ts";
import { baseOf, companyPage, companyTitle, dayText, type Frame } from "./company-frame.ts";
import { identitySection } from "./identity-section.ts";
import type { CompanyData } from "./load-company.ts";
import { type MarketFigures, marketSection } from "./market-section.ts";
import { annualColumns } from "./statements/statement-columns.ts";
import { signalsSection, summarySection } from "./summary-section.ts";
import { type TrendPeriod, trendCharts, trendChoices } from "./trends.ts";
import { yearlySeries } from "./yearly-series.ts";

interface Overview {
  data: CompanyData;
  glance: readonly Segments[];
  market: MarketFigures | null;
  /** Of the trends. */
  period: TrendPeriod;
}

/** The overview of a company as text. */
export async function companyMarkup(
  frame: Frame,
  { data, glance, market, period }: Overview,
  { publicUrl }: Pick<Deps, "publicUrl">,
): Promise<string> {
  const { profile, terminal } = data;
  const years = annualColumns(data);
  const body = html`
${identitySection(data)}
${terminal === null ? html`<p role="status">No figures of this company are at hand.</p>` : html`${marketSection(market)}${signalsSection(terminal)}${summarySection(frame, terminal, yearlySeries(data))}`}
${glanceSection(frame, glance)}
${years.length === 0 ? nothing : html`<h2 id="trends">Trends <span class="soft small">with the newest figure, or that of the period pointed at</span></h2>${trendChoices(frame, period)}${await trendCharts(data, period)}`}
${sourcesSection(frame, data)}`;
  return companyPage(frame, {
    title: "",
    body,
    description: `${companyTitle(frame)}: revenue, margins, cash flow, balance sheet and ratios from regulator filings, each figure traced to its source.`,
    canonical: `${publicUrl}${baseOf(frame)}`,
    feed: `/v2/entities/${profile.entity.id}/changes.atom`,
  });
}

function sourcesSection(frame: Frame, { profile, terminal }: CompanyData): Html {
  const { id } = profile.entity;
  const query = dayText(frame);
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
