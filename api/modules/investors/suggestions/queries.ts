import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/db.ts";
import type { SuggestionReason } from "#schemas/shapes/investor.ts";
import type { PublicFacts } from "#schemas/shapes/startup.ts";
import { userAccount } from "#schemas/tables/account.ts";
import {
  capitalProvider,
  investmentMandate,
  investor,
  startupSuggestion,
} from "#schemas/tables/investor.ts";
import { organization, organizationMember } from "#schemas/tables/organization.ts";
import { startupListing } from "#schemas/tables/startup.ts";
import type { Wanted } from "../mandates/fit.ts";

/** For whom suggestions are listed. */
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
      id: startupSuggestion.id,
      startupListingId: startupSuggestion.startupListingId,
      capitalProviderListingId: startupSuggestion.capitalProviderListingId,
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

const isShownTo = (side: Side): SQL | undefined =>
  side === "founder"
    ? and(sql`${startupSuggestion.founderReasons} is not null`, hasDiscoverable, isCurrent(side))
    : and(eq(startupListing.status, "published"), isCurrent(side));

const isOf = (side: Side, id: string) =>
  side === "founder"
    ? eq(startupSuggestion.startupListingId, id)
    : eq(startupSuggestion.capitalProviderListingId, id);

/** Suggestions that their side has not dismissed, newest first; there is no other order (STP-60). */
export function listSuggestions(db: Db, side: Side, id: string, query: PageQuery) {
  const mark =
    side === "founder" ? startupSuggestion.dismissedAt : startupSuggestion.dismissedByProviderAt;
  const found = select(db, side).where(and(isOf(side, id), isNull(mark), isShownTo(side)));
  return page(db, found, newestFirst(startupSuggestion), query);
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
        isShownTo("provider"),
      ),
    )
    .groupBy(startupListing.id)
    .orderBy(desc(startupListing.publishedAt), desc(startupListing.id))
    .limit(limit);

/** A suggestion of a startup or provider, dismissed or not; null where its side may not see it. */
export async function findSuggestion(db: Db, side: Side, of: string, id: string) {
  const isThis = and(eq(startupSuggestion.id, id), isOf(side, of), isShownTo(side));
  const [row] = await select(db, side).where(isThis);
  return row ?? null;
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
  const [row] = await db
    .select({
      id: capitalProvider.id,
      userId: capitalProvider.userId,
      firmId: capitalProvider.firmId,
    })
    .from(capitalProvider)
    .where(
      and(eq(capitalProvider.id, id), sql`(${capitalProvider.userId} = ${userId} or ${isMember})`),
    );
  return row ?? null;
}

/** Providers after `after`, in order of their ids: those who are verified, or have a verified investor. */
export async function listVerifiedProviders(
  db: Db,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const isVerified = subquery<boolean>`exists (select 1 from ${investor} i where i.user_id = ${capitalProvider.userId}
    or i.firm_id = ${capitalProvider.firmId})`;
  const rows = await db
    .select({ id: capitalProvider.id })
    .from(capitalProvider)
    .where(and(isVerified, after === null ? undefined : gt(capitalProvider.id, after)))
    .orderBy(asc(capitalProvider.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface ActiveMandate extends Wanted {
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
      sectors: investmentMandate.sectors,
      stages: investmentMandate.stages,
      geographies: investmentMandate.geographies,
      instruments: investmentMandate.instruments,
      isDiscoverable: investmentMandate.isDiscoverable,
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

/** Published startups in the mandate's sectors and stages, by what they say in public; the last published first. */
export function listCandidates(
  db: Db,
  { sectors, stages }: Wanted,
  limit: number,
): Promise<Candidate[]> {
  const facts = startupListing.publicFacts;
  const lower = (values: readonly string[]) =>
    sql.join(
      values.map((value) => sql`lower(${value})`),
      sql`, `,
    );
  return db
    .select({ id: startupListing.id, facts })
    .from(startupListing)
    .where(
      and(
        eq(startupListing.status, "published"),
        sectors.length === 0 ? undefined : sql`lower(${facts} ->> 'sector') in (${lower(sectors)})`,
        stages.length === 0 || sectors.length > 0
          ? undefined
          : sql`lower(${facts} ->> 'stage') in (${lower(stages)})`,
      ),
    )
    .orderBy(desc(startupListing.publishedAt), desc(startupListing.id))
    .limit(limit);
}

export interface NewSuggestion {
  startupListingId: string;
  capitalProviderListingId: string;
  reasons: SuggestionReason[];
  founderReasons: SuggestionReason[] | null;
}

/**
 * The suggestions of a provider are these. One that is there keeps its id, its date and its dismissals; one that no
 * longer fits goes, unless it was dismissed: then it stays, so that it does not come back.
 */
export async function replaceSuggestions(
  db: Db,
  providerId: string,
  found: readonly NewSuggestion[],
): Promise<void> {
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
  await db.delete(startupSuggestion).where(
    and(
      isNull(startupSuggestion.dismissedAt),
      isNull(startupSuggestion.dismissedByProviderAt),
      subquery<boolean>`not exists (select 1 from ${capitalProvider} p join ${investor} i on i.user_id = p.user_id or i.firm_id = p.firm_id
        where p.id = ${startupSuggestion.capitalProviderListingId})`,
    ),
  );
}
