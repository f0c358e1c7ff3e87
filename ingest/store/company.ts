import { isEntityKey, isTeamKey } from "#schemas/company-key.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { displayName, entityIdOf, type SlugChoice } from "./identity.ts";
import type { Queryable } from "./transaction.ts";

/**
 * Creates or updates the reference entity and the company row; an entity that its owner has claimed keeps its own words.
 * What is built for a team has no company row: only its team finds it, by its key.
 */
export async function storeCompanyRow(client: Queryable, company: BuiltCompany): Promise<void> {
  if (isTeamKey(company.cik)) return;
  // An entity that has an owner is not the pipeline's to describe.
  if (!isEntityKey(company.cik)) await upsertEntity(client, company);
  const { profile } = company;
  await client.query(
    `insert into company (cik, entity_id, sec_name, sic, sic_description, fiscal_year_end, sec_entity_type, category,
       state_of_incorporation, description, website, phone, addresses, former_names, profile_fetched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (cik) do update set sec_name = excluded.sec_name, sic = excluded.sic,
       sic_description = excluded.sic_description, fiscal_year_end = excluded.fiscal_year_end,
       sec_entity_type = excluded.sec_entity_type, category = excluded.category,
       state_of_incorporation = excluded.state_of_incorporation, description = excluded.description,
       website = excluded.website, phone = excluded.phone, addresses = excluded.addresses,
       former_names = excluded.former_names, profile_fetched_at = excluded.profile_fetched_at
     where (company.sec_name, company.sic, company.sic_description, company.fiscal_year_end, company.sec_entity_type,
         company.category, company.state_of_incorporation, company.description, company.website, company.phone,
         company.addresses::text, company.former_names::text, company.profile_fetched_at)
       is distinct from (excluded.sec_name, excluded.sic, excluded.sic_description, excluded.fiscal_year_end,
         excluded.sec_entity_type, excluded.category, excluded.state_of_incorporation, excluded.description,
         excluded.website, excluded.phone, excluded.addresses::text, excluded.former_names::text,
         excluded.profile_fetched_at)`,
    [
      company.cik,
      entityIdOf(company.cik),
      profile.name,
      profile.sic,
      profile.sicDescription,
      profile.fiscalYearEnd,
      profile.entityType,
      profile.category,
      profile.stateOfIncorporation,
      profile.description,
      profile.website,
      profile.phone,
      JSON.stringify(profile.addresses),
      JSON.stringify(profile.formerNames),
      company.profileFetchedAt,
    ],
  );
}

async function upsertEntity(client: Queryable, company: BuiltCompany): Promise<void> {
  await client.query(
    `insert into entity (id, name, slug, description, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set name = excluded.name, slug = excluded.slug, description = excluded.description,
       created_at = excluded.created_at, updated_at = excluded.updated_at
     where entity.claim_status = 'unclaimed'
       and (entity.name, entity.slug, entity.description, entity.created_at, entity.updated_at)
         is distinct from (excluded.name, excluded.slug, excluded.description, excluded.created_at, excluded.updated_at)`,
    [
      entityIdOf(company.cik),
      displayName(company.name),
      company.slug,
      company.profile.description,
      company.firstFetchedAt,
      company.sourcesAt,
    ],
  );
}

/** Gives the displaced company its numbered slug and forgets its build, so that its served documents are made again. */
export async function displaceSlug(
  client: Queryable,
  displaced: NonNullable<SlugChoice["displaced"]>,
): Promise<void> {
  await client.query("update entity set slug = $2 where id = $1", [
    entityIdOf(displaced.cik),
    displaced.slug,
  ]);
  await client.query("delete from company_build where cik = $1", [displaced.cik]);
}
