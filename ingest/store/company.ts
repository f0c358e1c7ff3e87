import { asc, eq, like, sql } from "drizzle-orm";
import { isEntityKey, isTeamKey } from "#schemas/company-key.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { forgetBuilds } from "./build.ts";
import { displayName, entityIdOf, type SlugChoice } from "./identity.ts";
import { on, type Queryable, upsert } from "./transaction.ts";

/**
 * Creates or updates the reference entity and the company row; an entity that its owner has claimed keeps its own words.
 * What is built for a team has no company row: only its team finds it, by its key.
 */
export async function storeCompanyRow(client: Queryable, built: BuiltCompany): Promise<void> {
  if (isTeamKey(built.cik)) return;
  // An entity that has an owner is not the pipeline's to describe.
  if (!isEntityKey(built.cik)) await upsertEntity(client, built);
  const { profile } = built;
  const row: typeof company.$inferInsert = {
    companyKey: built.cik,
    entityId: entityIdOf(built.cik),
    secName: profile.name,
    sic: profile.sic,
    sicDescription: profile.sicDescription,
    fiscalYearEnd: profile.fiscalYearEnd,
    secEntityType: profile.entityType,
    category: profile.category,
    stateOfIncorporation: profile.stateOfIncorporation,
    description: profile.description,
    website: profile.website,
    phone: profile.phone,
    addresses: profile.addresses,
    formerNames: profile.formerNames,
    profileFetchedAt: built.profileFetchedAt,
  };
  await upsert(client, company, row, { keys: [company.companyKey] });
}

async function upsertEntity(client: Queryable, built: BuiltCompany): Promise<void> {
  const row = {
    id: entityIdOf(built.cik),
    name: displayName(built.name),
    slug: built.slug,
    description: built.profile.description,
    createdAt: built.firstFetchedAt,
    updatedAt: built.sourcesAt,
  };
  const isUnclaimed = eq(entity.claimStatus, "unclaimed");
  await upsert(client, entity, row, { keys: [entity.id], where: isUnclaimed });
}

/** Gives the displaced company its numbered slug and forgets its build, so that its served documents are made again. */
export async function displaceSlug(
  client: Queryable,
  displaced: NonNullable<SlugChoice["displaced"]>,
): Promise<void> {
  await on(client)
    .update(entity)
    // The row is not newer for it.
    .set({ slug: displaced.slug, updatedAt: sql`${entity.updatedAt}` })
    .where(eq(entity.id, entityIdOf(displaced.cik)));
  await forgetBuilds(client, [displaced.cik]);
}

const ofRegulator = "_".repeat(10);

/** The entity of a company that the regulator knows, the one of the lowest CIK; null where none is stored. */
export async function firstCompany(db: Queryable): Promise<string | null> {
  const [row] = await on(db)
    .select({ entityId: company.entityId })
    .from(company)
    .where(like(company.companyKey, ofRegulator))
    .orderBy(asc(company.companyKey))
    .limit(1);
  return row?.entityId ?? null;
}
