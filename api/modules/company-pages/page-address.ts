import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { StoredBytes, StreamedPage, WebAnswer } from "../../http/requests/handled.ts";
import { toApiError } from "../../http/responses/to-api-error.ts";
import { contentPolicy } from "../../pages/content-policy.ts";
import { errorPage } from "../../pages/error-page.ts";
import { pagePrefix } from "../../pages/layout.ts";
import type { MadePage } from "../../pages/page-cache.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getByTicker, getCurrentSlug, getProfile } from "../companies/service.ts";

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

/**
 * As `pageOf`, for a page that every company has. Without a cached page, its head is sent while the rest is rendered.
 */
export async function streamedPageOf(
  deps: Deps,
  address: Address,
  day: string | undefined,
  maker: Maker,
): Promise<StoredBytes | StreamedPage | WebAnswer> {
  const { company, path, key } = address;
  const cached = deps.pages.kept(`${company} ${key}`);
  if (cached !== undefined) return cached;
  try {
    // The beginning waits for this alone, so no more is read than the address.
    await atCurrentSlug(
      deps,
      company,
      () => getCurrentSlug(deps.db, company),
      (slug) => slug,
    );
  } catch (error) {
    if (!(error instanceof MovedPage)) throw error;
    return redirect(error, path, day);
  }
  return {
    prefix: pagePrefix,
    whole: async () => deps.pages.find(`${company} ${key}`, () => made(deps, company, maker)),
    failed: (error, requestId) => errorPage(toApiError(error), requestId),
    headers: { "content-security-policy": contentPolicy({ script: maker.script }) },
  };
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
const findProfile = (deps: Deps, company: string): Promise<CompanyProfile> =>
  atCurrentSlug(
    deps,
    company,
    () => getProfile(deps, company, null),
    ({ entity }) => entity.slug,
  );

/** The profile of the slug, where it is the current one. Throws as `findProfile` does. */
async function atCurrentSlug<T>(
  deps: Deps,
  company: string,
  find: () => Promise<T>,
  slugOf: (found: T) => string,
): Promise<T> {
  try {
    const page = await find();
    if (slugOf(page) !== company) throw new MovedPage(slugOf(page));
    return page;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  if (company.length > 20) throw new ApiError(404, "NOT_FOUND", "Company not found");
  const { slug } = await getByTicker(deps.db, company);
  throw new MovedPage(slug);
}
