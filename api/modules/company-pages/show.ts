import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import { viewOf } from "../../views/view-query.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getByTicker, getProfile } from "../companies/service.ts";
import { traceValue } from "../company-statements/service.ts";
import { companyMarkup } from "./company-page.ts";
import { lineageMarkup } from "./lineage-page.ts";
import { dataOf, loadCompany } from "./load-company.ts";
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
  return pageOf(deps, { company, path: "", key: `company ${day ?? ""} ${periods}` }, day, {
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

interface Address {
  /** Slug or ticker. */
  company: string;
  /** What follows the company in the address. */
  path: string;
  /** What tells this page of the company from its others. */
  key: string;
}

/** A page of a company from memory, or made; or the way to its one address. */
async function pageOf(
  deps: Deps,
  { company, path, key }: Address,
  day: string | undefined,
  { make }: { make(profile: CompanyProfile): Promise<string> | string },
): Promise<StoredBytes | WebAnswer> {
  try {
    return await deps.pages.find(`${company} ${key}`, async () => {
      const profile = await findProfile(deps, company);
      if (profile.entity.slug !== company) throw new Elsewhere(profile.entity.slug);
      return { html: await make(profile), entityId: profile.entity.id };
    });
  } catch (error) {
    if (!(error instanceof Elsewhere)) throw error;
    const location = `/companies/${error.slug}${path}${day === undefined ? "" : `?asOf=${day}`}`;
    return { status: 302, headers: { location } };
  }
}

/** The page has another address. */
class Elsewhere extends Error {
  readonly slug: string;

  constructor(slug: string) {
    super(`the page is at ${slug}`);
    this.slug = slug;
  }
}

async function findProfile(deps: Deps, company: string): Promise<CompanyProfile> {
  try {
    return await getProfile(deps, company, null);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  if (company.length > 20) throw new ApiError(404, "NOT_FOUND", "Company not found");
  const { slug } = await getByTicker(deps.db, company);
  throw new Elsewhere(slug);
}
