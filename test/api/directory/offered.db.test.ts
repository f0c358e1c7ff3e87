import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packageStatuses } from "#schemas/shapes/companies/access-package.ts";
import { claim, follow } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { accessPackage, listing, packageAccess } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makeMember } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

let at = Date.now();
const app = await testApp({ now: () => new Date(at) });
const { db, get, send } = app;
const other = await makePerson(app);

/** A listing, and how the viewer stands to it. */
const situation = fc.record({
  status: fc.constantFrom("published" as const, "archived" as const),
  claimStatus: fc.constantFrom("unclaimed", "claim_pending", "claimed"),
  asksFollowers: fc.boolean(),
  role: fc.constantFrom(null, null, "admin" as const),
  follows: fc.constantFrom(null, null, "pending" as const, "active" as const),
  isClaimant: fc.boolean(),
  access: fc.constantFrom(...packageStatuses, "declined" as const),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

async function make(given: Situation) {
  const viewer = await makePerson(app);
  const company = await makeListedCompany(db);
  const { status, asksFollowers, claimStatus } = given;
  await db.update(listing).set({ status, asksFollowers }).where(eq(listing.id, company.listingId));
  await db.update(entity).set({ claimStatus }).where(eq(entity.id, company.id));
  const pair = { entityId: company.id, userId: viewer.id };
  if (given.role !== null) await makeMember(db, company.id, viewer.id, given.role);
  if (given.follows !== null) await db.insert(follow).values({ ...pair, status: given.follows });
  if (claimStatus === "claim_pending") {
    const userId = given.isClaimant ? viewer.id : other.id;
    await db.insert(claim).values({ ...pair, userId, status: "pending" });
  }
  const [made] = await db
    .insert(accessPackage)
    .values({ entityId: company.id, title: "Room" })
    .returning();
  const packageId = made?.id ?? "";
  if (given.access !== "not_requested") {
    await db.insert(packageAccess).values({ ...pair, packageId, status: given.access });
  }
  return { viewer, packageId, url: `/v2/directory/entity/${company.slug}`, ...pair };
}

test("for any listing and viewer the offered actions are those that can be done [DIR-50] [DIR-51] [DIR-52] [DIR-53] [DIR-54] [DIR-80]", async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const made = await make(given);
      const { viewer, url, packageId } = made;
      const act = async (path: string, payload?: object) => {
        at += 1001;
        const headers = viewer.headers;
        const body = payload === undefined ? {} : { payload };
        return (await send({ method: "POST", url: url + path, headers, ...body })).statusCode;
      };
      const follows = async () =>
        (
          await db
            .select({ status: follow.status })
            .from(follow)
            .where(and(eq(follow.entityId, made.entityId), eq(follow.userId, made.userId)))
        )[0]?.status;
      at += 1001;
      const seen = await get(`${url}/profile-experience`, viewer.headers);
      const isManager = given.role !== null;
      if (given.status === "archived" && !isManager) {
        expect(seen.statusCode).toBe(404);
        expect(await act("/follow")).toBe(404);
        expect(await act("/claim")).toBe(404);
        return;
      }
      const { actions } = seen.json().data;
      const before = await follows();
      await act("/follow");
      const did = {
        followProfile: (await follows()) !== before,
        suggestCorrection:
          (await act("/corrections", { field: "category", value: "X", evidence: "Y" })) === 201,
        requestPackages: (await act(`/packages/${packageId}/request`)) === 201,
        inviteToClaim:
          (await act("/invitations", { email: `${randomUUID()}@example.com` })) === 200,
        claimProfile: (await act("/claim")) === 200,
      };
      const isOffered = (one: { state: string }) => ["available", "expired"].includes(one.state);
      expect(did).toEqual({
        followProfile: isOffered(actions.followProfile),
        suggestCorrection: isOffered(actions.suggestCorrection),
        requestPackages: isOffered(actions.requestPackages[0]),
        inviteToClaim: isOffered(actions.inviteToClaim),
        claimProfile: isOffered(actions.claimProfile),
      });
    }),
    { numRuns: 60 },
  );
}, 120_000);

test("every act on what is hidden is the 404 of what does not exist [DIR-09]", async () => {
  const made = await make({
    status: "published",
    claimStatus: "unclaimed",
    asksFollowers: false,
    role: null,
    follows: null,
    isClaimant: false,
    access: "not_requested",
  });
  await db.update(listing).set({ status: "blocked" }).where(eq(listing.entityId, made.entityId));
  at += 1001;
  const acts: ["POST" | "DELETE", string, object?][] = [
    ["POST", "/follow"],
    ["DELETE", "/follow"],
    ["POST", "/connection"],
    ["DELETE", "/connection"],
    ["POST", "/claim"],
    ["POST", "/invitations", { email: "a@example.com" }],
    ["POST", "/corrections", { field: "category", value: "X", evidence: "Y" }],
    ["POST", `/packages/${made.packageId}/request`],
    ["POST", "/profile-views", { operationId: randomUUID() }],
  ];
  const { headers } = made.viewer;
  for (const [method, path, payload] of acts) {
    const answers = await Promise.all(
      [made.url, "/v2/directory/entity/no-such-thing", "/v2/directory/team/no-such-thing"].map(
        (url) => send({ method, url: url + path, headers, ...(payload ? { payload } : {}) }),
      ),
    );
    const told = answers.map((one) => one.body.replace(/"traceId":"[^"]*"/, ""));
    expect([path, answers.map(({ statusCode }) => statusCode)]).toEqual([path, [404, 404, 404]]);
    expect([path, new Set(told).size]).toEqual([path, 1]);
  }
});
