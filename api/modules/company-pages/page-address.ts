import type { Deps } from "../../deps.ts";
import { ApiError, orNull } from "../../http/errors.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import type { MadePage } from "../../pages/page-cache.ts";
import { type Query, queryText } from "../../pages/query.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { findSlugOfCik, getByTicker, getProfile } from "../companies/service.ts";
import { searchEntities } from "../entity-search/service.ts";

interface Address {
  /** Slug, ticker or CIK. */
  company: string;
  /** The part of the address after the company, with its slash; nothing for the overview. */
  path: string;
  /** What the page depends on; an empty value counts as absent. */
  query?: Query;
}

interface Maker {
  make(profile: CompanyProfile): Promise<string> | string;
}

/** A page of a company, cached or new, or a redirect to its current address. Throws 404 for an unknown company. */
export async function pageOf(
  deps: Deps,
  { company, path, query = {} }: Address,
  maker: Maker,
): Promise<StoredBytes | WebAnswer> {
  const rest = path + queryText(query);
  try {
    return await deps.pages.find(`company ${company} ${rest}`, () => made(deps, company, maker));
  } catch (error) {
    if (!(error instanceof MovedPage)) throw error;
    return movedTo(`/companies/${error.slug}${rest}`);
  }
}

/** Sends the browser on. */
export const movedTo = (location: string): WebAnswer => ({ status: 302, headers: { location } });

async function made(deps: Deps, company: string, { make }: Maker): Promise<MadePage> {
  const profile = await findProfile(deps, company);
  return { html: await make(profile), entityId: profile.entity.id };
}

/** The company of a slug, a former slug, a ticker or a CIK. Throws 404 for an unknown one. */
export async function findAddressed(deps: Deps, company: string): Promise<CompanyProfile> {
  try {
    return await findProfile(deps, company);
  } catch (error) {
    if (!(error instanceof MovedPage)) throw error;
    return getProfile(deps, error.slug, null);
  }
}

/** The page is at the address of the company's current slug. */
class MovedPage extends Error {
  readonly slug: string;

  constructor(slug: string) {
    super(`the page is at ${slug}`);
    this.slug = slug;
  }
}

/**
 * The company of its current slug. Throws `MovedPage` for a former slug, a ticker or a CIK, and 404 with companies that
 * may be meant otherwise.
 */
async function findProfile(deps: Deps, company: string): Promise<CompanyProfile> {
  const profile = await orNull(() => getProfile(deps, company, null));
  if (profile?.entity.slug === company) return profile;
  if (profile !== null) throw new MovedPage(profile.entity.slug);
  const slug = await findSlugOfCik(deps.db, company);
  if (slug !== null) throw new MovedPage(slug);
  const refusal =
    company.length > tickerMax
      ? new ApiError(404, "NOT_FOUND", "Company not found")
      : await refusalOf(getByTicker(deps.db, company));
  throw await withSuggestions(deps, company, refusal);
}

const tickerMax = 20;

/** Why a ticker has no company. Throws `MovedPage` where it has one. */
async function refusalOf(found: ReturnType<typeof getByTicker>): Promise<ApiError> {
  try {
    const { slug } = await found;
    throw new MovedPage(slug);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return error;
    throw error;
  }
}

/** Of what was typed, as much as a name has. */
const typedMax = 60;
const suggested = 8;

/** The refusal with what a browser shows of it: companies like the one that was typed. */
async function withSuggestions(
  { db }: Pick<Deps, "db">,
  company: string,
  { status, code, message }: ApiError,
): Promise<ApiError> {
  const typed = company
    .slice(0, typedMax)
    .replaceAll(/[-_+]+/g, " ")
    .trim();
  const { rows } = await searchEntities(db, { search: typed, limit: suggested, offset: 0 });
  const links = rows.map(({ name, slug, ticker }) => ({
    href: `/companies/${slug}`,
    text: ticker === null ? name : `${name} (${ticker})`,
  }));
  const said = `There is no company “${company.slice(0, typedMax)}” here.`;
  return new ApiError(status, code, message, { page: { message: said, links } });
}
