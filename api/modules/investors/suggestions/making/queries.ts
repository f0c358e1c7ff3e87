import { and, asc, eq, gt, inArray, isNotNull, isNull, not, notInArray, sql } from "drizzle-orm";
import { pick } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import type { SuggestionReason } from "#schemas/shapes/platform/investor.ts";
import type { PublicFacts } from "#schemas/shapes/platform/startup.ts";
import {
  capitalProvider,
  investmentMandate,
  investor,
  startupSuggestion,
} from "#schemas/tables/platform/investor.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";
import type { MandateCriteria } from "../../mandates/fit.ts";

/** The account, or a member of the firm, is a verified investor. */
const isVerified = subquery<boolean>`(exists (select 1 from ${investor} i where i.user_id = ${capitalProvider.userId})
  or exists (select 1 from ${investor} i where i.firm_id = ${capitalProvider.firmId}))`;

/** Providers after `after`, in order of their ids: those who are verified, or have a verified investor. */
export async function listVerifiedProviders(
  db: Db,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: capitalProvider.id })
    .from(capitalProvider)
    .where(and(isVerified, after === null ? undefined : gt(capitalProvider.id, after)))
    .orderBy(asc(capitalProvider.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface ActiveMandate extends MandateCriteria {
  providerId: string;
  isDiscoverable: boolean;
}

/** The mandates in force of several providers. */
export const listActiveMandates = (
  db: Db,
  providerIds: readonly string[],
): Promise<ActiveMandate[]> =>
  db
    .select({
      providerId: investmentMandate.capitalProviderListingId,
      ...pick(investmentMandate, "sectors", "stages", "geographies", "instruments"),
      ...pick(investmentMandate, "isDiscoverable"),
    })
    .from(investmentMandate)
    .where(
      and(
        inArray(investmentMandate.capitalProviderListingId, [...providerIds]),
        eq(investmentMandate.status, "active"),
      ),
    );

export interface Candidate {
  id: string;
  facts: PublicFacts;
}

const readAtOnce = 5000;

/** All published startups with the public facts that mandates look at, the last published first. */
export async function listPublished(db: Db): Promise<Candidate[]> {
  const facts = startupListing.publicFacts;
  const said = sql<PublicFacts>`jsonb_build_object('name', ${facts} -> 'name', 'sector', ${facts} -> 'sector',
    'stage', ${facts} -> 'stage', 'location', ${facts} -> 'location',
    'capitalTerms', jsonb_build_object('instrument', ${facts} -> 'capitalTerms' -> 'instrument'))`;
  const candidates: (Candidate & { at: string })[] = [];
  for (let after: string | null = null; ; after = candidates.at(-1)?.id ?? null) {
    const rows = await db
      .select({
        id: startupListing.id,
        facts: said,
        at: sql<string>`coalesce(extract(epoch from ${startupListing.publishedAt}), 0)::text`,
      })
      .from(startupListing)
      .where(
        and(
          eq(startupListing.status, "published"),
          after === null ? undefined : gt(startupListing.id, after),
        ),
      )
      .orderBy(asc(startupListing.id))
      .limit(readAtOnce);
    candidates.push(...rows);
    if (rows.length < readAtOnce) break;
  }
  const newest = (a: (typeof candidates)[number], b: (typeof candidates)[number]) =>
    Number(b.at) - Number(a.at) || (a.id < b.id ? 1 : -1);
  return candidates.sort(newest).map(({ id, facts: own }) => ({ id, facts: own }));
}

export interface NewSuggestion {
  startupListingId: string;
  capitalProviderListingId: string;
  reasons: SuggestionReason[];
  founderReasons: SuggestionReason[] | null;
}

/** The digest of each provider's suggestions at the last run; null without a run. */
export async function findDigests(
  db: Db,
  providerIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: capitalProvider.id, digest: capitalProvider.suggestionsDigest })
    .from(capitalProvider)
    .where(inArray(capitalProvider.id, [...providerIds]));
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/**
 * The suggestions of a provider are these. One that is there keeps its id, its date and its dismissals; one that no
 * longer fits goes, unless it was dismissed: then it stays, so that it does not come back.
 */
export async function replaceSuggestions(
  db: Db,
  providerId: string,
  found: readonly NewSuggestion[],
  suggestionsDigest: string,
): Promise<void> {
  const isThis = eq(capitalProvider.id, providerId);
  await db.update(capitalProvider).set({ suggestionsDigest }).where(isThis);
  const ids = found.map(({ startupListingId }) => startupListingId);
  await db
    .delete(startupSuggestion)
    .where(
      and(
        eq(startupSuggestion.capitalProviderListingId, providerId),
        ids.length === 0 ? undefined : notInArray(startupSuggestion.startupListingId, ids),
        isNull(startupSuggestion.dismissedAt),
        isNull(startupSuggestion.dismissedByProviderAt),
      ),
    );
  if (found.length === 0) return;
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(startupSuggestion)
    .values([...found])
    .onConflictDoUpdate({
      target: [startupSuggestion.startupListingId, startupSuggestion.capitalProviderListingId],
      set: {
        reasons: excluded("reasons") as never,
        founderReasons: excluded("founder_reasons") as never,
      },
      setWhere: sql`(${startupSuggestion.reasons}, ${startupSuggestion.founderReasons}) is distinct from (excluded.reasons, excluded.founder_reasons)`,
    });
}

/** Suggestions of providers that have no verified investor any more, and were not dismissed. */
export async function deleteUnverified(db: Db): Promise<void> {
  const lost = await db
    .update(capitalProvider)
    .set({ suggestionsDigest: null })
    .where(and(isNotNull(capitalProvider.suggestionsDigest), not(isVerified)))
    .returning({ id: capitalProvider.id });
  if (lost.length === 0) return;
  await db.delete(startupSuggestion).where(
    and(
      isNull(startupSuggestion.dismissedAt),
      isNull(startupSuggestion.dismissedByProviderAt),
      inArray(
        startupSuggestion.capitalProviderListingId,
        lost.map(({ id }) => id),
      ),
    ),
  );
}
