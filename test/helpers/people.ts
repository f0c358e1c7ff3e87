import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { teamPermissions } from "#schemas/shapes/accounts/team.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import type { Headers, Person, TestApp } from "./app.ts";

export type { Headers, Person };

/** A signed-in account with its id. */
export const makePerson = (
  app: TestApp,
  email = `p-${randomUUID()}@example.com`,
): Promise<Person> => app.person(email);

/** The people of the access matrix around one entity that is not published. */
export interface Team {
  owner: Person;
  stranger: Person;
  member: Person;
  permitted: Person;
}

export async function makeTeam(app: TestApp): Promise<Team> {
  const [owner, stranger, member, permitted] = await Promise.all([
    makePerson(app, "ann@example.com"),
    makePerson(app, "bob@example.com"),
    makePerson(app, "carl@example.com"),
    makePerson(app, "dora@example.com"),
  ]);
  return { owner, stranger, member, permitted };
}

/** An entity of the owner with a member and one who has every permission. */
export async function makeTeamEntity(
  { db }: TestApp,
  { owner, member, permitted }: Team,
  values: Partial<typeof entity.$inferInsert> = {},
): Promise<string> {
  const [row] = await db
    .insert(entity)
    .values({
      name: "Team Example",
      slug: `team-${randomUUID().slice(0, 8)}-x`,
      ownerId: owner.id,
      published: false,
      claimStatus: "claimed",
      ...values,
    })
    .returning({ id: entity.id });
  const entityId = row?.id ?? "";
  const permissions = [...teamPermissions];
  await db.insert(entityMember).values([
    { entityId, userId: owner.id, role: "owner", permissions },
    { entityId, userId: member.id, role: "member" },
    { entityId, userId: permitted.id, role: "member", permissions },
  ]);
  return entityId;
}

/** Marks an address as proved to be its account's own. */
export async function verifyEmail({ db }: TestApp, userId: string): Promise<void> {
  await db
    .update(userAccount)
    .set({ emailVerifiedAt: "2026-01-01T00:00:00Z" })
    .where(eq(userAccount.id, userId));
}

/** A new organization of `by`, made over HTTP; answers its id. */
export async function makeOrganization({ send }: TestApp, by: Person): Promise<string> {
  const url = "/api/v1/organizations";
  const payload = { name: "Example" };
  const made = await send({ method: "POST", url, headers: by.headers, payload });
  return made.json().data.id;
}
