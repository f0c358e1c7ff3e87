import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import type { MadePage } from "../../pages/page-cache.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getByTicker, getProfile } from "../companies/service.ts";

interface Address {
  /** Slug or ticker. */
  company: string;
  /** The part of the address after the company. */
  path: string;
  /** The page's key among the pages of the company. */
  key: string;
}

interface Maker {
  make(profile: CompanyProfile): Promise<string> | string;
  /** The page's script, which its content policy allows. */
  script?: string;
}

/** A page of a company, cached or new, or a redirect to its current address. Throws 404 for an unknown company. */
export async function pageOf(
  deps: Deps,
  { company, path, key }: Address,
  day: string | undefined,
  maker: Maker,
): Promise<StoredBytes | WebAnswer> {
  try {
    return await deps.pages.find(`${company} ${key}`, () => made(deps, company, maker));
  } catch (error) {
    if (!(error instanceof MovedPage)) throw error;
    return redirect(error, path, day);
  }
}

async function made(deps: Deps, company: string, { make, script }: Maker): Promise<MadePage> {
  const profile = await findProfile(deps, company);
  return { html: await make(profile), entityId: profile.entity.id, script };
}

function redirect({ slug }: MovedPage, path: string, day: string | undefined): WebAnswer {
  const location = `/companies/${slug}${path}${day === undefined ? "" : `?asOf=${day}`}`;
  return { status: 302, headers: { location } };
}

/** The company of a slug, a former slug or a ticker. Throws 404 for an unknown one. */
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

/** The company of its current slug. Throws `MovedPage` for a former slug or a ticker, and 404 otherwise. */
async function findProfile(deps: Deps, company: string): Promise<CompanyProfile> {
  try {
    const profile = await getProfile(deps, company, null);
    if (profile.entity.slug !== company) throw new MovedPage(profile.entity.slug);
    return profile;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  if (company.length > 20) throw new ApiError(404, "NOT_FOUND", "Company not found");
  const { slug } = await getByTicker(deps.db, company);
  throw new MovedPage(slug);
}
