import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CellSources } from "../../company-statements/service.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import type { CompanyData } from "../load-company.ts";
import { chartRow } from "./row-chart.ts";
import { type Show, shownAs } from "./shown-as.ts";
import { allColumns, columnsOf, type Period, templateOf } from "./statement-columns.ts";
import { statementTables } from "./statement-tables.ts";

/** How the statements are asked for. */
export interface StatementChoice {
  period: Period;
  show: Show;
  periods: "recent" | "all";
}

interface FinancialsOf {
  data: CompanyData;
  sources: CellSources;
  choice: StatementChoice;
  registry: Registry;
  /** The line whose chart is shown; undefined for none. */
  chart: string | undefined;
}

/** The statements of a company as text. */
export async function financialsMarkup(frame: Frame, of: FinancialsOf): Promise<string> {
  return companyPage(frame, {
    title: "Financials",
    body: html`<h1>Financials</h1>
${await statementsSection(frame, of)}`,
    description: `Statements of ${frame.profile.entity.name} side by side, each figure traced to its filing.`,
  });
}

/** What an address says of a choice: what is usual is left out. */
export const choiceQuery = ({ period, show, periods }: StatementChoice) => ({
  period: period === "annual" ? undefined : period,
  show: show === "amounts" ? undefined : show,
  periods: periods === "all" ? periods : undefined,
});

async function statementsSection(frame: Frame, of: FinancialsOf): Promise<Html> {
  const { data, sources, choice, registry, chart } = of;
  const { period, show } = choice;
  const columns = columnsOf(data, period);
  if (columns.length === 0) {
    return html`<p role="status">No figures of this company are at hand.</p>`;
  }
  const { day: asOf } = frame;
  const shown = shownAs(columns, { show, registry, all: allColumns(data), sources });
  const concept = chart === undefined ? undefined : registry.bySnakeKey.get(chart);
  const row = concept && (await chartRow(concept, { shown, show, period }));
  const tables = statementTables({
    columns,
    registry,
    show,
    sources,
    shown,
    template: templateOf(data),
    base: baseOf(frame),
    query: dayText(frame),
    // The files name the kind of periods, because without it they have all.
    fileQuery: queryText({ ...choiceQuery(choice), period, asOf }),
    charted: concept && row ? { key: concept.snakeKey, row } : null,
    chartHref: (key) => addressOf(frame, choice, key ?? undefined),
  });
  return html`${choices(frame, of)}
<p class="soft small">A line leads to its chart. Pointing at a figure says its tag, printed line and filing, or what it is computed from, and at a dash why there is none; each leads to the whole. <s class="restated">Struck</s> is what was first reported of a figure that was restated later.</p>
${tables.length === 0 ? html`<p role="status">No figure can be shown so.</p>` : tables}`;
}

/** The page with that choice and the chart of that line, of the day of the page. */
const addressOf = (frame: Frame, choice: StatementChoice, chart: string | undefined): string =>
  `${baseOf(frame)}/financials${queryText({ ...choiceQuery(choice), chart, asOf: frame.day })}`;

const periodChoices = [
  ["annual", "Annual"],
  ["quarterly", "Quarterly"],
  ["ttm", "Twelve months"],
] as const;

const showChoices = [
  ["amounts", "Amounts"],
  ["growth", "Year over year"],
  ["common", "Common size"],
] as const;

const rangeChoices = [
  ["recent", "Recent"],
  ["all", "All periods"],
] as const;

/** Whether the newest part of a year that the company reports is a half. */
const isHalfYearly = ({ quarterly: [newest] }: Pick<CompanyData, "quarterly">): boolean =>
  newest?.fiscalPeriod.startsWith("H") ?? false;

/** Links to the same statements in another way. */
function choices(frame: Frame, { choice, chart, data }: FinancialsOf): Html {
  const link = (of: Partial<StatementChoice>, text: string) => {
    const other = { ...choice, ...of };
    const isHere = queryText(choiceQuery(other)) === queryText(choiceQuery(choice));
    const here = isHere ? html` aria-current="true"` : nothing;
    return html`<a href="${addressOf(frame, other, chart)}"${here}>${text}</a>`;
  };
  const asFiled = queryText({
    period: choice.period === "quarterly" ? "quarterly" : undefined,
    asOf: frame.day,
  });
  const kinds =
    data.printed.size > 0
      ? html`<div><a href="${addressOf(frame, choice, chart)}" aria-current="true">Standardized</a><a href="${baseOf(frame)}/as-filed${asFiled}">As filed</a></div>`
      : nothing;
  return html`<nav class="choices" aria-label="How the statements are shown">
<div>${periodChoices.map(([period, text]) => link({ period }, period === "quarterly" && isHalfYearly(data) ? "Half years" : text))}</div>
<div>${showChoices.map(([show, text]) => link({ show }, text))}</div>
<div>${rangeChoices.map(([periods, text]) => link({ periods }, text))}</div>${kinds}</nav>`;
}
