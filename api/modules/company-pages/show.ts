import type { Deps } from "../../deps.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import { viewOf } from "../../views/view-query.ts";
import { traceValue } from "../company-statements/service.ts";
import { companyMarkup } from "./company-page.ts";
import { lineageMarkup } from "./lineage-page.ts";
import { dataOf, loadCompany } from "./load-company.ts";
import { pageOf } from "./page-address.ts";
import type { CompanyPageQuery } from "./schemas.ts";

/**
 * The page of a company by its slug; a ticker or a former slug sends the browser on. Throws 404 for what is neither
 * and 400 for a day to come.
 */
export async function showCompany(
  deps: Deps,
  company: string,
  { asOf, periods = "recent" }: CompanyPageQuery,
): Promise<StoredBytes | WebAnswer> {
  const day = asOf || undefined;
  const view = viewOf({ asOf: day, view: undefined }, deps.now());
  const address = { company, path: "", key: `company ${day ?? ""} ${periods}` };
  return pageOf(deps, address, day, {
    make: async (profile) =>
      companyMarkup(await loadCompany(deps, { profile, view, periods }), deps),
  });
}

/** The page of one figure. Throws 404 for an unknown company, line or period. */
export async function showLineage(
  deps: Deps,
  { company, concept, period }: { company: string; concept: string; period: string },
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> {
  const day = asOf || undefined;
  const view = viewOf({ asOf: day, view: undefined }, deps.now());
  const path = `/lineage/${encodeURIComponent(concept)}/${encodeURIComponent(period)}`;
  return pageOf(deps, { company, path, key: `lineage ${concept} ${period} ${day ?? ""}` }, day, {
    make: async (profile) => {
      const entityId = profile.entity.id;
      const traced = dataOf(
        await traceValue(deps, { entityId, concept, period, view, viewer: null }),
      );
      return lineageMarkup({ profile, traced, view, registry: deps.registry });
    },
  });
}
