import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, pick } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import type { SuggestionReason } from "#schemas/shapes/platform/investor.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import {
  capitalProvider,
  investmentMandate,
  startupSuggestion,
} from "#schemas/tables/platform/investor.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";
import { isMet, isOpenTo } from "../../startups/service.ts";

/** The account that suggestions are listed for. */
export type Side = "founder" | "provider";

/** A founder's suggestion goes when the provider has no discoverable mandate in force any more. */
const hasDiscoverable = subquery<boolean>`exists (select 1 from ${investmentMandate} m where m.capital_provider_listing_id = ${startupSuggestion.capitalProviderListingId}
    and m.is_discoverable and m.status = 'active')`;

const reasonsFor = (side: Side) =>
  side === "founder" ? startupSuggestion.founderReasons : startupSuggestion.reasons;

/** Every reason still is a public fact: what the founder hid since the last run is not cited. */
const isCurrent = (side: Side): SQL<boolean> =>
  subquery`not exists (select 1 from jsonb_array_elements(${reasonsFor(side)}) r
    where r ->> 'evidence' is distinct from case r ->> 'criterion'
      when 'sector' then ${startupListing.publicFacts} ->> 'sector'
      when 'stage' then ${startupListing.publicFacts} ->> 'stage'
      when 'geography' then ${startupListing.publicFacts} ->> 'location'
      else ${startupListing.publicFacts} -> 'capitalTerms' ->> 'instrument' end)`;

const select = (db: Db, side: Side) =>
  db
    .select({
      ...pick(startupSuggestion, "id", "startupListingId", "capitalProviderListingId"),
      startup: { name: startupListing.name, slug: startupListing.slug },
      provider: {
        name: sql<string>`coalesce(${organization.name}, ${userAccount.name}, ${userAccount.slug})`.as(
          "provider_name",
        ),
        type: sql<
          "person" | "firm"
        >`case when ${capitalProvider.firmId} is null then 'person' else 'firm' end`.as(
          "provider_type",
        ),
      },
      reasons: sql<SuggestionReason[]>`${reasonsFor(side)}`.as("shown_reasons"),
      createdAt: startupSuggestion.createdAt,
      dismissedAt:
        side === "founder"
          ? startupSuggestion.dismissedAt
          : startupSuggestion.dismissedByProviderAt,
    })
    .from(startupSuggestion)
    .innerJoin(startupListing, eq(startupListing.id, startupSuggestion.startupListingId))
    .innerJoin(capitalProvider, eq(capitalProvider.id, startupSuggestion.capitalProviderListingId))
    .leftJoin(organization, eq(organization.id, capitalProvider.firmId))
    .leftJoin(userAccount, eq(userAccount.id, capitalProvider.userId));

/** The reader of suggestions: the founder's team, or an account that is a provider or acts for one. */
export type Reader = { side: "founder" } | { side: "provider"; userId: string };

/** A block between the founder and the person of the provider hides the suggestion from both. */
const isShownTo = (reader: Reader): SQL | undefined =>
  reader.side === "founder"
    ? and(
        sql`${startupSuggestion.founderReasons} is not null`,
        hasDiscoverable,
        isCurrent("founder"),
        or(isNull(capitalProvider.userId), isMet(startupListing.id, capitalProvider.userId)),
      )
    : and(isOpenTo(reader.userId), isCurrent("provider"));

const isOf = (side: Side, id: string) =>
  side === "founder"
    ? eq(startupSuggestion.startupListingId, id)
    : eq(startupSuggestion.capitalProviderListingId, id);

/** Suggestions that their side has not dismissed, newest first; there is no other order (STP-60). */
export function listSuggestions(db: Db, reader: Reader, id: string, query: PageQuery) {
  const { side } = reader;
  const mark =
    side === "founder" ? startupSuggestion.dismissedAt : startupSuggestion.dismissedByProviderAt;
  const suggestions = select(db, side).where(and(isOf(side, id), isNull(mark), isShownTo(reader)));
  return page(db, suggestions, newestFirst(startupSuggestion), query);
}

/** Startups that were suggested to the account or its firms after `from`, up to `until`, and are not dismissed. */
export const listNewFor = (
  db: Db,
  userId: string,
  { from, until }: { from: string; until: string },
  limit: number,
): Promise<{ name: string; slug: string; what: string | null }[]> =>
  db
    .select({
      name: startupListing.name,
      slug: startupListing.slug,
      what: sql<string | null>`null`,
    })
    .from(startupSuggestion)
    .innerJoin(startupListing, eq(startupListing.id, startupSuggestion.startupListingId))
    .where(
      and(
        subquery<boolean>`exists (select 1 from ${capitalProvider} p where p.id = ${startupSuggestion.capitalProviderListingId}
          and (p.user_id = ${userId} or exists (select 1 from ${organizationMember} m where m.organization_id = p.firm_id and m.user_id = ${userId})))`,
        gt(startupSuggestion.createdAt, from),
        lte(startupSuggestion.createdAt, until),
        isNull(startupSuggestion.dismissedByProviderAt),
        isShownTo({ side: "provider", userId }),
      ),
    )
    .groupBy(startupListing.id)
    .orderBy(desc(startupListing.publishedAt), desc(startupListing.id))
    .limit(limit);

/** A suggestion of a startup or provider, dismissed or not; null where its side may not see it. */
export async function findSuggestion(db: Db, reader: Reader, of: string, id: string) {
  const { side } = reader;
  const isThis = and(eq(startupSuggestion.id, id), isOf(side, of), isShownTo(reader));
  return first(select(db, side).where(isThis));
}

/** The first dismissal stays. */
export async function dismiss(db: Db, side: Side, id: string, at: string): Promise<void> {
  const mark =
    side === "founder" ? startupSuggestion.dismissedAt : startupSuggestion.dismissedByProviderAt;
  const set = side === "founder" ? { dismissedAt: at } : { dismissedByProviderAt: at };
  await db
    .update(startupSuggestion)
    .set(set)
    .where(and(eq(startupSuggestion.id, id), isNull(mark)));
}

export interface Provider {
  id: string;
  userId: string | null;
  firmId: string | null;
}

/** Null for a provider that is not the account itself or a firm of which it is a member. */
export async function findHeldProvider(
  db: Db,
  id: string,
  userId: string,
): Promise<Provider | null> {
  const isMember = subquery<boolean>`exists (select 1 from ${organizationMember} m where m.organization_id = ${capitalProvider.firmId}
      and m.user_id = ${userId})`;
  return findOne(
    db,
    capitalProvider,
    and(eq(capitalProvider.id, id), sql`(${capitalProvider.userId} = ${userId} or ${isMember})`),
    pick(capitalProvider, "id", "userId", "firmId"),
  );
}
