import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { teamPermissions } from "#schemas/shapes/team.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { entity } from "#schemas/tables/company.ts";
import { organizationMember } from "#schemas/tables/organization.ts";
import { entityMember } from "#schemas/tables/team.ts";
import type { TestApp } from "./app.ts";
import type { Special } from "./good-requests.ts";
import { makeUser } from "./make.ts";

/** The smallest PNG: one transparent pixel. */
export const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export type Headers = Record<string, string>;

export interface Person {
  id: string;
  headers: Headers;
}

/** A signed-in account with its id. */
export async function makePerson(
  app: TestApp,
  email = `p-${randomUUID()}@example.com`,
): Promise<Person> {
  const headers = await app.signIn(email);
  const me = await app.get("/api/v1/users/me", headers);
  return { id: me.json().data.id, headers };
}

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

/** Requests of the owner that succeed, on things that are the owner's. */
export function teamRequests(app: TestApp, team: Team, companyId: string): Special {
  return {
    ...organizationRequests(app, team),
    ...entityRequests(app, team),
    ...personalRequests(app, team, companyId),
  };
}

function organizationRequests(app: TestApp, team: Team): Special {
  const post = poster(app);
  const makeOrganization = async (headers: Headers) => {
    const made = await post("/api/v1/organizations", { name: "Example" }, headers);
    return made.data.id as string;
  };
  const organization = async () => {
    const id = await makeOrganization(team.owner.headers);
    const values = [team.member, team.permitted].map((one) => ({
      organizationId: id,
      userId: one.id,
      role: "member" as const,
    }));
    await app.db.insert(organizationMember).values(values);
    return { parameters: { id } };
  };
  const organizationWithMember = async () => {
    const { parameters } = await organization();
    const { id: userId } = await makeUser(app.db);
    await app.db
      .insert(organizationMember)
      .values({ organizationId: parameters.id, userId, role: "member" });
    return { parameters: { ...parameters, userId } };
  };
  const invite = async (by: Person, whom: object) => {
    const id = await makeOrganization(by.headers);
    const invited = await post(`/api/v1/organizations/${id}/members`, whom, by.headers);
    return { parameters: { id: invited.data.id as string } };
  };
  const invitedOwner = () => invite(team.stranger, { userId: team.owner.id });
  return {
    "POST /api/v1/organizations": () => ({ payload: { name: "Example" } }),
    "GET /api/v1/organizations/:id": organization,
    "GET /api/v1/organizations/:id/members": organization,
    "POST /api/v1/organizations/:id/members": async () => ({
      ...(await organization()),
      payload: { email: `new-${randomUUID()}@example.com` },
    }),
    "PATCH /api/v1/organizations/:id/members/:userId": async () => ({
      ...(await organizationWithMember()),
      payload: { role: "admin" },
    }),
    "DELETE /api/v1/organizations/:id/members/:userId": organizationWithMember,
    "POST /api/v1/invitations/:id/accept": invitedOwner,
    "POST /api/v1/invitations/:id/decline": invitedOwner,
    "DELETE /api/v1/invitations/:id": () => invite(team.owner, { email: "x@example.com" }),
  };
}

function entityRequests(app: TestApp, team: Team): Special {
  const ofEntity = async () => ({ parameters: { id: await makeTeamEntity(app, team) } });
  const withMember = async () => {
    const { parameters } = await ofEntity();
    const { id: userId } = await makeUser(app.db);
    await app.db.insert(entityMember).values({ entityId: parameters.id, userId, role: "member" });
    return { parameters: { ...parameters, userId } };
  };
  const named = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  const withCover = async () => {
    const good = await named();
    await app.send({
      method: "PUT",
      url: `/v2/entities/${good.parameters.entityId}/cover`,
      headers: team.owner.headers,
      payload: { content: onePixel },
    });
    return good;
  };
  const invited = async () => ({
    ...(await ofEntity()),
    payload: { email: `new-${randomUUID()}@example.com`, permissions: ["listing.manage"] },
  });
  const changed = async () => ({
    ...(await withMember()),
    payload: { permissions: ["review_applications"] },
  });
  const teams: Special = Object.fromEntries(
    ["/v2/entities/:id/team", "/api/v1/entities/:id/members"].flatMap((path) => [
      [`GET ${path}`, ofEntity],
      [`POST ${path}`, invited],
      [`PATCH ${path}/:userId`, changed],
      [`DELETE ${path}/:userId`, withMember],
    ]),
  );
  return {
    ...teams,
    "POST /api/v1/entities": () => ({ payload: { name: "New Entity" } }),
    "GET /api/v1/entities/:id": ofEntity,
    "PUT /api/v1/entities/:id": async () => ({
      ...(await ofEntity()),
      payload: { data: { name: "Put" } },
    }),
    "PATCH /api/v1/entities/:id": async () => ({
      ...(await ofEntity()),
      payload: { name: "Patched" },
    }),
    "DELETE /api/v1/entities/:id": ofEntity,
    "GET /v2/entities/:id/audit-log": ofEntity,
    "GET /v2/entities/:entityId/contacts": named,
    "PUT /v2/entities/:entityId/contacts": async () => ({
      ...(await named()),
      payload: {
        fields: [{ kind: "email", label: "Sales", value: "a@b.example", visibility: "public" }],
      },
    }),
    "PUT /v2/entities/:entityId/cover": async () => ({
      ...(await named()),
      payload: { content: onePixel },
    }),
    "DELETE /v2/entities/:entityId/cover": withCover,
    "GET /v2/entities/:entityId/cover": withCover,
  };
}

function personalRequests(app: TestApp, { owner }: Team, companyId: string): Special {
  const post = poster(app);
  const collection = async () => {
    const made = await post("/api/v1/collections", { name: "Funds" }, owner.headers);
    return { parameters: { id: made.data.id as string } };
  };
  const watchlist = async () => {
    const made = await post("/v2/watchlists", { name: "Mine" }, owner.headers);
    return { parameters: { watchlistId: made.data.id as string, entityId: companyId } };
  };
  return {
    "PATCH /api/v1/users/me": () => ({ payload: { bio: "Reads filings" } }),
    "GET /api/v1/users/profile/:id": () => ({ parameters: { id: owner.id } }),
    "PUT /api/v1/users/me/cover": () => ({ payload: { content: onePixel } }),
    "GET /api/v1/users/profile/:id/cover": async () => {
      const url = "/api/v1/users/me/cover";
      await app.send({
        method: "PUT",
        url,
        headers: owner.headers,
        payload: { content: onePixel },
      });
      return { parameters: { id: owner.id } };
    },
    "POST /api/v1/collections": () => ({ payload: { name: "Funds" } }),
    "GET /api/v1/collections/:id": collection,
    "PATCH /api/v1/collections/:id": async () => ({
      ...(await collection()),
      payload: { name: "Other" },
    }),
    "POST /v2/watchlists": () => ({ payload: { name: "Mine" } }),
    "GET /v2/watchlists/:watchlistId": watchlist,
    "PATCH /v2/watchlists/:watchlistId": async () => ({
      ...(await watchlist()),
      payload: { name: "Other" },
    }),
    "DELETE /v2/watchlists/:watchlistId": watchlist,
    "POST /v2/watchlists/:watchlistId/entities": async () => ({
      ...(await watchlist()),
      payload: { entityId: companyId },
    }),
    "DELETE /v2/watchlists/:watchlistId/entities/:entityId": watchlist,
  };
}

const poster =
  ({ send }: TestApp) =>
  async (url: string, payload: object, headers: Headers) =>
    (await send({ method: "POST", url, payload, headers })).json();

/** Marks an address as proved to be its account's own. */
export async function verifyEmail({ db }: TestApp, userId: string): Promise<void> {
  await db
    .update(userAccount)
    .set({ emailVerifiedAt: "2026-01-01T00:00:00Z" })
    .where(eq(userAccount.id, userId));
}
