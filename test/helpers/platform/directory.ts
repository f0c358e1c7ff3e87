import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { referenceContent, referenceDisclosure } from "#ingest/store/reference-listing.ts";
import type { Db } from "#schemas/database/db.ts";
import { nextLink } from "#schemas/hash-chain.ts";
import type { CompanyProfile } from "#schemas/shapes/companies/company.ts";
import { listing, listingVersion } from "#schemas/tables/companies/directory.ts";
import type { TestApp } from "../app.ts";
import { makeCompany } from "../make.ts";
import type { Person } from "../people.ts";

export const businessAddress = {
  kind: "business" as const,
  street: "1 Example Way",
  city: "Springfield",
  state: "OR",
  postalCode: "97403",
  country: "United States",
};

/** A reference company with its entry in the directory, as ingest makes them. */
export async function makeListedCompany(
  db: Db,
  values: Parameters<typeof makeCompany>[1] = {},
  profile: Partial<CompanyProfile> = {},
) {
  const company = await makeCompany(db, {
    ...values,
    company: {
      addresses: [businessAddress],
      phone: "555-0100",
      profileFetchedAt: "2026-03-01T00:00:00Z",
      ...values.company,
    },
  });
  const content = referenceContent(
    {
      cik: company.cik,
      name: company.name,
      sic: "3571",
      sicDescription: "Electronic Computers",
      fiscalYearEnd: "0930",
      entityType: "operating",
      category: null,
      stateOfIncorporation: "OR",
      description: null,
      website: "www.example.com",
      phone: "555-0100",
      ein: null,
      tickers: [],
      formerNames: [{ name: "Former Example Inc.", from: null, to: null }],
      addresses: [businessAddress],
      ...profile,
    },
    true,
  );
  const [row] = await db
    .insert(listing)
    .values({
      subjectType: "entity",
      entityId: company.id,
      status: "published",
      disclosure: referenceDisclosure,
    })
    .returning({ id: listing.id });
  const listingId = row?.id ?? "";
  const versionId = randomUUID();
  await db.insert(listingVersion).values({ id: versionId, listingId, ...nextLink(content, null) });
  await db.update(listing).set({ versionId }).where(eq(listing.id, listingId));
  return { ...company, listingId, versionId };
}

/** An entity of `by`, made over HTTP, with its slug. */
export async function makeOwnEntity(
  { send }: TestApp,
  by: Person,
  name = "Own Example",
): Promise<{ id: string; slug: string }> {
  const made = await send({
    method: "POST",
    url: "/api/v1/entities",
    headers: by.headers,
    payload: { name },
  });
  return made.json();
}

/** Publishes an entity; answers the publication state. */
export async function publishEntity({ send }: TestApp, by: Person, entityId: string) {
  const url = `/v2/directory/entity-profile/${entityId}/publication`;
  return (await send({ method: "POST", url, headers: by.headers })).json().data;
}
