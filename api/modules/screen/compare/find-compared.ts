import type { Deps } from "#api/deps.ts";
import { orNull } from "#api/http/errors.ts";
import { findSlugOfCik, getByTicker, getProfile } from "../../companies/service.ts";
import { searchEntities } from "../../entity-search/service.ts";
import type { MetricCompany } from "../metrics.ts";

type CompanyDeps = Pick<Deps, "db" | "publicUrl">;

/** A company of the page, with the name that its address has. */
export interface Compared extends MetricCompany {
  asked: string;
}

/** A name that no company has, with those that may be meant. */
export interface Unknown {
  asked: string;
  meant: readonly Suggested[];
}

export interface Suggested {
  /** What an address names the company by. */
  key: string;
  name: string;
  ticker: string | null;
}

/** The companies of tickers, CIKs or slugs in their order, each once, and the names that no company has. */
export async function findCompared(
  deps: CompanyDeps,
  names: readonly string[],
): Promise<{ companies: Compared[]; unknown: Unknown[] }> {
  const found = await Promise.all(
    names.map(async (asked) => ({ asked, company: await findCompany(deps, asked) })),
  );
  const companies = new Map<string, Compared>();
  const unknown: Unknown[] = [];
  for (const { asked, company } of found) {
    if (company === null) unknown.push({ asked, meant: await suggest(deps, asked) });
    else if (!companies.has(company.entityId))
      companies.set(company.entityId, { ...company, asked });
  }
  return { companies: [...companies.values()], unknown };
}

const tickerMax = 20;

/** Null for none. */
async function findCompany(deps: CompanyDeps, asked: string): Promise<MetricCompany | null> {
  const { db } = deps;
  if (asked.length <= tickerMax) {
    const own = await orNull(() => getByTicker(db, asked));
    if (own !== null) return { ...own, ticker: asked.toUpperCase() };
  }
  const slug = (await findSlugOfCik(db, asked)) ?? asked;
  const profile = await orNull(() => getProfile(deps, slug, null));
  if (profile === null) return null;
  const { id: entityId, name, slug: current } = profile.entity;
  return { entityId, name, slug: current, ticker: null };
}

const suggestedMax = 8;

/** Companies that a text may mean, the likeliest first. */
export async function suggest({ db }: Pick<Deps, "db">, text: string): Promise<Suggested[]> {
  const search = text
    .slice(0, 60)
    .replaceAll(/[-_+]+/g, " ")
    .trim();
  const { rows } = await searchEntities(db, { search, limit: suggestedMax, offset: 0 });
  return rows.map(({ name, slug, ticker }) => ({ key: ticker ?? slug, name, ticker }));
}

/** The one company that a text means: by its ticker, CIK or slug, or because no other is like it; else those that are. */
export async function findAdded(deps: CompanyDeps, text: string): Promise<Suggested | Suggested[]> {
  const own = await findCompany(deps, text.trim());
  if (own !== null) return { key: own.ticker ?? own.slug, name: own.name, ticker: own.ticker };
  const meant = await suggest(deps, text);
  const [only] = meant;
  return meant.length === 1 && only !== undefined ? only : meant;
}
