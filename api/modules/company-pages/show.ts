import type { Deps } from "../../deps.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import { queryText } from "../../pages/query.ts";
import { traceValue } from "../company-statements/service.ts";
import { getDataQuality } from "../data-quality/service.ts";
import { loadGlance } from "./breakdown-glance.ts";
import { companyMarkup } from "./company-page.ts";
import { filingsMarkup } from "./filings-page.ts";
import { lineageMarkup } from "./lineage-page.ts";
import { dataOf, findTerminal, listPrinted, loadCompany } from "./load-company.ts";
import { loadMarket } from "./market-section.ts";
import { movedTo } from "./page-address.ts";
import { qualityMarkup } from "./quality-page.ts";
import type { OverviewQuery, StatementsQuery } from "./schemas.ts";
import { showSection } from "./show-section.ts";
import { choiceQuery, financialsMarkup } from "./statements/financials-page.ts";
import { loadSources } from "./statements/load-sources.ts";
import { trendQuery } from "./trends.ts";

/**
 * The overview of a company by its slug; a ticker, a CIK or a former slug sends the browser on, and so does a question
 * for periods, which the statements answer. Throws 404 for what is none of these and 400 for a day to come.
 */
export async function showCompany(
  deps: Deps,
  company: string,
  { asOf, periods, period = "annual" }: OverviewQuery,
): Promise<StoredBytes | WebAnswer> {
  if (periods !== undefined) {
    const query = queryText({ periods, asOf });
    return movedTo(`/companies/${encodeURIComponent(company)}/financials${query}`);
  }
  return showSection(deps, company, asOf, {
    section: "overview",
    path: "",
    query: trendQuery(period),
    make: async ({ profile, frame, view }) => {
      const [data, glance, market] = await Promise.all([
        loadCompany(deps, { profile, view, periods: "recent" }),
        loadGlance(deps, frame),
        loadMarket(deps, frame),
      ]);
      return companyMarkup(frame, { data, glance, market, period }, deps);
    },
  });
}

/** The statements of a company. Throws as `showCompany` does. */
export const showFinancials = (
  deps: Deps,
  company: string,
  {
    asOf,
    period = "annual",
    show = "amounts",
    periods = "recent",
    chart: asked = "",
  }: StatementsQuery,
): Promise<StoredBytes | WebAnswer> => {
  const choice = { period, show, periods };
  const { registry } = deps;
  const chart = registry.bySnakeKey.has(asked) ? asked : undefined;
  return showSection(deps, company, asOf, {
    section: "financials",
    path: "/financials",
    query: { ...choiceQuery(choice), chart },
    make: async ({ profile, frame, view }) => {
      const data = await loadCompany(deps, { profile, view, periods });
      const sources = await loadSources(deps, data, period);
      return financialsMarkup(frame, { data, sources, choice, registry, chart });
    },
  });
};

/** The filings of a company. Throws as `showCompany` does. */
export const showFilings = (
  deps: Deps,
  company: string,
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> =>
  showSection(deps, company, asOf, {
    section: "filings",
    path: "/filings",
    make: async ({ profile, frame, view }) => {
      const of = { entityId: profile.entity.id, view, viewer: null };
      const [terminal, printed] = await Promise.all([
        findTerminal(deps, of),
        listPrinted(deps, of),
      ]);
      return filingsMarkup(frame, { terminal, printed });
    },
  });

/** What the accounting checks found of a company. Throws as `showCompany` does. */
export const showQuality = (
  deps: Deps,
  company: string,
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> =>
  showSection(deps, company, asOf, {
    section: "quality",
    path: "/quality",
    make: async ({ profile, frame }) =>
      qualityMarkup(frame, await getDataQuality(deps.db, profile.entity.id, {}, null)),
  });

/** The page of one figure. Throws 404 for an unknown company, line or period. */
export const showLineage = (
  deps: Deps,
  { company, concept, period }: { company: string; concept: string; period: string },
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> =>
  showSection(deps, company, asOf, {
    section: "financials",
    path: `/lineage/${encodeURIComponent(concept)}/${encodeURIComponent(period)}`,
    make: async ({ profile, frame, view }) => {
      const of = { entityId: profile.entity.id, concept, period, view, viewer: null };
      return lineageMarkup(frame, dataOf(await traceValue(deps, of)), deps.registry);
    },
  });
