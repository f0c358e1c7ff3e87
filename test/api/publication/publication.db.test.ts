import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { verifyEntity } from "#api/modules/entities/service.ts";
import { moderateListing } from "#api/modules/publication/service.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { listingVersion } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makeDocument, makeMember, makeTerminal, makeTicker } from "../../helpers/make.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import {
  makeListedCompany,
  makeOwnEntity,
  publishEntity,
} from "../../helpers/platform/directory.ts";
import { together } from "../../helpers/races.ts";

let at = Date.now();
const app = await testApp({ now: () => new Date(at) });
const { db, get, send } = app;
const [ann, bob] = [await makePerson(app), await makePerson(app)];

const base = (id: string) => `/v2/directory/entity-profile/${id}`;
const state = async (id: string, who = ann) =>
  (await get(`${base(id)}/publication`, who.headers)).json().data;
const unpublish = (id: string, who = ann) =>
  send({ method: "DELETE", url: `${base(id)}/publication`, headers: who.headers });
const write = (id: string, payload: object, who = ann) =>
  send({ method: "PATCH", url: `${base(id)}/profile`, headers: who.headers, payload });
const rename = (id: string, slug: string, who = ann) =>
  send({ method: "PUT", url: `${base(id)}/slug`, headers: who.headers, payload: { slug } });
const shown = async (slug: string, who?: Person) =>
  (await get(`/v2/directory/entity/${slug}`, who?.headers)).json().data;
const summary = async (slug: string) =>
  (await get(`/v2/directory/entity/${slug}/record-summary`)).json().data.verification;
const profile = async (slug: string, who?: Person) =>
  await get(`/v2/entities/public/${slug}`, who?.headers);

describe("an own entity", () => {
  test("loses its verification with its name, when the name becomes public and not before [DIR-81]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Honest Example");
    const other = await makeOwnEntity(app, ann, "Other Example");
    await publishEntity(app, ann, id);
    for (const one of [id, other.id]) await verifyEntity(db, one, true);
    const isVerified = async (of = id) => {
      const [row] = await db.select().from(entity).where(eq(entity.id, of));
      return [row?.verified, row?.verifiedAt !== null];
    };
    const change = (payload: object, of = id) =>
      send({ method: "PATCH", url: `/api/v1/entities/${of}`, headers: ann.headers, payload });
    await change({ name: "Honest Example", description: "The same" });
    await publishEntity(app, ann, id);
    expect(await isVerified()).toEqual([true, true]);
    await change({ name: "Famous Example" });
    expect((await summary(slug)).verified).toBe(true);
    await publishEntity(app, ann, id);
    expect(await isVerified()).toEqual([false, false]);
    expect(await summary(slug)).toEqual({ verified: false, verifiedAt: null });
    expect(await isVerified(other.id)).toEqual([true, true]);
    await change({ name: "Unlisted Example" }, other.id);
    expect(await isVerified(other.id)).toEqual([false, false]);
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, id));
    expect(log.filter(({ action }) => action === "entity.unverified")).toMatchObject([
      { actorId: ann.id, detail: { reason: "renamed" } },
    ]);
  });

  test("is not provisioned, then public, then not, with the state of the specification each time [DIR-65] [DIR-66] [DIR-67] [DIR-68] [DIR-69] [DIR-70] [DIR-71] [DIR-74] [DIR-77] [O-38]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Walk Example");
    const nothing = {
      status: "not_provisioned",
      entityId: id,
      entitySlug: slug,
      listingId: null,
      listingSlug: null,
      publishedVersionId: null,
      primaryAction: "publish",
      unavailableReason: null,
      updatedAt: null,
      filings: { public: [], private: [] },
    };
    expect(await state(id)).toEqual(nothing);
    expect((await unpublish(id)).json().data).toEqual(nothing);

    await write(id, { tagline: "We walk" });
    expect(await state(id)).toMatchObject({
      status: "draft",
      publishedVersionId: null,
      primaryAction: "publish",
    });
    expect((await get(`/v2/directory/entity/${slug}`)).statusCode).toBe(404);

    const published = await publishEntity(app, ann, id);
    expect(published).toMatchObject({
      status: "published",
      listingSlug: slug,
      primaryAction: "unpublish",
    });
    expect(published).toEqual(await state(id));
    expect((await shown(slug)).versionId).toBe(published.publishedVersionId);
    expect((await profile(slug)).json().profile).toMatchObject({
      tagline: "We walk",
      cik: null,
      verificationStatus: "controlled_not_verified",
    });

    const gone = (await unpublish(id)).json().data;
    expect(gone).toMatchObject({
      status: "unpublished",
      publishedVersionId: null,
      primaryAction: "publish",
    });
    expect((await get(`/v2/directory/entity/${slug}`)).statusCode).toBe(404);
    expect((await profile(slug)).statusCode).toBe(404);
    const again = await unpublish(id);
    expect([again.statusCode, again.json().data]).toEqual([200, gone]);
  });

  test("published again has another version, bound to the one before it; an edited version is found [DIR-75]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Chain Example");
    const first = await publishEntity(app, ann, id);
    await write(id, { category: "Chains" });
    const second = await publishEntity(app, ann, id);

    expect(second.publishedVersionId).not.toBe(first.publishedVersionId);
    expect(await shown(slug)).toMatchObject({ version: 2, snapshot: { category: "Chains" } });
    const url = `${base(id)}/versions`;
    const { versions, brokenAt } = (await get(url, ann.headers)).json().data;
    expect(versions.map((one: { version: number }) => one.version)).toEqual([1, 2]);
    expect([versions[1].previousHash, brokenAt]).toEqual([versions[0].hash, null]);

    const [row] = await db
      .select()
      .from(listingVersion)
      .where(eq(listingVersion.id, first.publishedVersionId));
    const content = { ...row?.content, tagline: "Never said" };
    await db
      .update(listingVersion)
      .set({ content: content as never })
      .where(eq(listingVersion.id, first.publishedVersionId));
    expect((await get(url, ann.headers)).json().data.brokenAt).toBe(1);
  });

  test("changes in public only by a version: texts, logo and contacts; its team reads what it wrote [PUB-03]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Before Example");
    await publishEntity(app, ann, id);
    const fields = [
      { kind: "email", label: "Press", value: "p@example.com", visibility: "public" },
    ];
    const change = { name: "After Example", description: "After", logoUrl: "https://x.example/l" };
    const patched = await send({
      method: "PATCH",
      url: `/api/v1/entities/${id}`,
      headers: ann.headers,
      payload: change,
    });
    await send({
      method: "PUT",
      url: `/v2/entities/${id}/contacts`,
      headers: ann.headers,
      payload: { fields },
    });
    await write(id, {
      tagline: "After",
      employeeCount: 12,
      addresses: [{ kind: "mailing", street: "9 Hidden Street", city: "Salem" }],
    });

    expect(patched.json()).toMatchObject(change);
    expect((await get(`/api/v1/entities/${id}`, ann.headers)).json()).toMatchObject(change);
    const everything = async () =>
      JSON.stringify([
        (await profile(slug)).json(),
        await shown(slug),
        (await get(`/v2/directory/entity/${slug}/profile-experience`)).json(),
        (await get(`/api/v1/entities/${id}`, bob.headers)).json(),
        (await get("/api/v1/entities?search=example", bob.headers)).json(),
        (await get("/v2/entities?search=after")).json(),
      ]);
    expect(await everything()).not.toMatch(/After|p@example\.com|x\.example/);
    expect(await everything()).toContain("Before Example");

    await publishEntity(app, ann, id);
    expect((await profile(slug)).json()).toMatchObject({
      entity: { name: "After Example", description: "After", logoUrl: "https://x.example/l" },
      profile: { tagline: "After", employeeCount: 12 },
      addresses: [{ kind: "mailing", street: null, city: "Salem" }],
      publicContact: { fields: [{ value: "p@example.com" }] },
    });
    expect((await shown(slug)).snapshot).toMatchObject({
      identity: { displayName: "After Example" },
      overview: "After",
    });
    expect((await get("/v2/entities?search=after")).body).toContain(id);
  });

  test("shows sensitive members exactly where its policy discloses them, at any depth, and at once [DIR-06]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Sensitive Example");
    const members = {
      directEmail: "direct@sensitive.example",
      directPhone: "555-0199",
      streetAddress: "7 Secret Road",
    };
    await write(id, members);
    await publishEntity(app, ann, id);
    const names = Object.keys(members) as (keyof typeof members)[];
    const texts = async () =>
      (await get(`/v2/directory/entity/${slug}`)).body +
      (await get(`/v2/directory/entity/${slug}/profile-experience`)).body +
      (await get(`/v2/directory/entity/${slug}/profile-experience`, bob.headers)).body;

    for (let bits = 0; bits < 8; bits += 1) {
      const disclosure = Object.fromEntries(
        names.map((name, n) => [name, ((bits >> n) & 1) === 1]),
      );
      await write(id, { disclosure });
      const text = await texts();
      for (const name of names) {
        expect([name, text.includes(members[name])]).toEqual([name, disclosure[name]]);
        expect([name, text.includes(`"${name}"`)]).toEqual([name, disclosure[name]]);
      }
    }
  });
});

describe("a company of the regulator", () => {
  test("unpublished by its manager, it leaves directory, profile, ticker and search, and stays readable by its id [PUB-12] [PUB-19] [PUB-20]", async () => {
    const company = await makeListedCompany(db, {
      name: "Leaving Corporation",
      ownerId: ann.id,
      claimStatus: "claimed",
    });
    await makeMember(db, company.id, ann.id, "owner");
    await makeTicker(db, company.id, "LEAVE");
    await makeDocument(db, company.id, "terminal", makeTerminal(company.id));
    const governed = [
      `/v2/directory/entity/${company.slug}`,
      `/v2/entities/public/${company.slug}`,
      "/v2/entities/public/by-ticker/LEAVE",
    ];
    const open = [
      `/v2/entities/${company.id}/company-terminal`,
      `/v2/entities/${company.id}/sfrs-statements?period=annual`,
      `/v2/entities/${company.id}/data-quality`,
      `/v2/entities/${company.id}/models`,
    ];
    const statuses = (urls: string[]) =>
      Promise.all(urls.map(async (url) => (await get(url)).statusCode));
    const before = await statuses(open);
    expect(await statuses(governed)).toEqual([200, 200, 200]);
    expect((await get("/v2/entities?search=leaving")).json().data.length).toBe(1);

    await unpublish(company.id);

    const unknown = await get("/v2/entities/public/by-ticker/NOSUCH");
    const hidden = await get("/v2/entities/public/by-ticker/LEAVE");
    const text = (one: typeof unknown) => one.body.replace(/"traceId":"[^"]*"/, "");
    expect(await statuses(governed)).toEqual([404, 404, 404]);
    expect(text(hidden)).toBe(text(unknown));
    expect((await get("/v2/entities?search=leaving")).json().data).toEqual([]);
    expect(await statuses(open)).toEqual(before);
    expect(before[0]).toBe(200);

    await publishEntity(app, ann, company.id);
    const { snapshot, version } = await shown(company.slug);
    expect(version).toBe(2);
    // What the team has not replaced is still what the regulator says.
    expect(snapshot).toMatchObject({
      category: "Electronic Computers",
      websiteUrl: "www.example.com",
    });
  });

  test("that nobody has claimed cannot be published, also not by an administrator", async () => {
    const company = await makeListedCompany(db);
    const admin = await makePerson(app, "admin-publish@example.com");
    await app.database.pool.query("update user_account set is_admin = true where id = $1", [
      admin.id,
    ]);
    const headers = await app.signIn("admin-publish@example.com");
    const answer = await send({ method: "POST", url: `${base(company.id)}/publication`, headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, "CONFLICT"]);
  });
});

describe("moderation", () => {
  test("locks the listing: its owner sees why and can do nothing, until it is restored [DIR-71] [DIR-72] [DIR-73]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Moderated Example");
    await publishEntity(app, ann, id);
    for (const [act, status, reason] of [
      ["block", "blocked", "moderation_blocked"],
      ["archive", "archived", "moderation_archived"],
    ] as const) {
      await moderateListing(db, { entityId: id }, act);
      at += 1001;
      const locked = await state(id);
      expect(locked).toMatchObject({
        status,
        primaryAction: null,
        unavailableReason: reason,
        publishedVersionId: null,
      });
      for (const method of ["POST", "DELETE"] as const) {
        const url = `${base(id)}/publication`;
        const refused = await send({ method, url, headers: ann.headers });
        expect([refused.statusCode, refused.json().error.message]).toEqual([
          409,
          expect.stringContaining(status),
        ]);
      }
      expect(await state(id)).toEqual(locked);
      expect((await get(`/v2/directory/entity/${slug}`)).statusCode).toBe(404);
      expect((await profile(slug)).statusCode).toBe(404);
      expect(await moderateListing(db, { entityId: id }, "restore")).toEqual({
        status: "unpublished",
      });
      expect((await publishEntity(app, ann, id)).status).toBe("published");
    }
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, id));
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "listing.published",
        "listing.blocked",
        "listing.archived",
        "listing.restored",
      ]),
    );
  });
});

describe("slugs", () => {
  test("a renamed profile is read by its former slugs, which say where it is now [DIR-04]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Slug Example");
    await publishEntity(app, ann, id);
    expect((await rename(id, "second-name")).statusCode).toBe(200);
    expect((await rename(id, "third-name")).statusCode).toBe(200);

    for (const old of [slug, "second-name"]) {
      expect(await shown(old)).toMatchObject({ slug: "third-name", redirectedFromSlug: old });
      expect((await profile(old)).json().entity.slug).toBe("third-name");
    }
    expect(await shown("third-name")).not.toHaveProperty("redirectedFromSlug");
    expect((await rename(id, slug)).statusCode).toBe(200);
    expect(await shown(slug)).not.toHaveProperty("redirectedFromSlug");
    expect(await shown("third-name")).toMatchObject({ slug, redirectedFromSlug: "third-name" });

    const taker = await makeOwnEntity(app, bob, "Third Name");
    expect(taker.slug).not.toBe("third-name");
  });

  test.each([
    ["a/b", 400],
    ["a%2Fb", 400],
    ["éclair-bakery", 400],
    ["аррӏе", 400],
    ["Upper-Case", 400],
    ["by-ticker", 400],
    ["me", 400],
    ["search", 400],
    ["example-0000000002", 400],
    ["-leading", 400],
    ["double--hyphen", 400],
    ["60341305-790b-5069-9516-704f56d33c21", 400],
    ["x".repeat(61), 400],
    ["conf0und-llamas", 409],
    ["confound-1lamas", 409],
    ["confoundllamas", 409],
    ["former-llamas", 409],
    ["forrner-llamas", 409],
  ])("%s is refused with %i, and changes nothing", async (slug, status) => {
    const taken = await makeOwnEntity(app, bob, "Taken Example");
    await publishEntity(app, bob, taken.id);
    await db.update(entity).set({ slug: "former-llamas" }).where(eq(entity.id, taken.id));
    await rename(taken.id, "confound-llamas", bob);
    const { id, slug: before } = await makeOwnEntity(app, ann, "Wanting Example");

    expect((await rename(id, slug)).statusCode).toBe(status);
    expect((await state(id)).entitySlug).toBe(before);

    await db.delete(entity).where(eq(entity.id, taken.id));
  });

  test("of sixteen who want slugs that look alike at once one has it [STA-12]", async () => {
    const own = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        makeOwnEntity(app, ann, `Racer ${"abcdefghijklmnop"[n]}`),
      ),
    );
    const answers = await together((n) =>
      rename(own[n]?.id ?? "", n % 2 ? "race-goal" : "race-g0al"),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBe(15);
  });
});

describe("people", () => {
  const own = "/v2/directory/person-profile";

  test("are in the directory only when they publish themselves; the account's other data are not shown", async () => {
    const carl = await makePerson(app, "carl-person@example.com");
    const { slug } = (await get("/api/v1/users/me", carl.headers)).json().data;
    const url = `/v2/directory/person/${slug}`;
    expect((await get(url)).statusCode).toBe(404);
    await send({
      method: "PATCH",
      url: `${own}/profile`,
      headers: carl.headers,
      payload: { experience: [{ label: "Baker" }] },
    });
    const published = await send({
      method: "POST",
      url: `${own}/publication`,
      headers: carl.headers,
    });
    expect(published.json().data).toMatchObject({ status: "published", userId: carl.id });
    const { data } = (await get(`${url}/profile-experience`)).json();
    expect(data).toMatchObject({
      subjectType: "person",
      presentationState: "managed_no_filings",
      recordSummary: { claimStatus: "not_claimable", subjectId: carl.id },
      profile: { snapshot: { experienceOrTeam: [{ label: "Baker", detail: null, url: null }] } },
    });
    expect(data.actions.followProfile).toEqual({
      state: "unavailable",
      reasonCode: "SUBJECT_NOT_FOLLOWABLE",
    });
    expect(JSON.stringify(data)).not.toContain("carl-person@example.com");
    await send({ method: "DELETE", url: `${own}/publication`, headers: carl.headers });
    expect((await get(url)).statusCode).toBe(404);
  });

  test("are named among a company's personnel when both sides agree, and not a moment longer [PUB-04]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Staffed Example");
    await publishEntity(app, ann, id);
    const dora = await makePerson(app);
    await send({
      method: "PATCH",
      url: "/api/v1/users/me",
      headers: dora.headers,
      payload: { name: "Dora Example" },
    });
    const side = (path: string, who: Person, payload: object) =>
      send({ method: "PUT", url: `${base(id)}/personnel/${path}`, headers: who.headers, payload });
    expect((await side(dora.id, ann, { listed: true })).statusCode).toBe(404);
    await makeMember(db, id, dora.id, "member");
    const named = async () => [
      (await profile(slug)).json().personnel,
      (await shown(slug)).snapshot.experienceOrTeam.map((one: { label: string }) => one.label),
    ];

    await side(dora.id, ann, { listed: true, title: "Engineer" });
    expect(await named()).toEqual([[], []]);
    await side("me", dora, { listed: true });
    expect(await named()).toEqual([
      [{ name: "Dora Example", title: "Engineer" }],
      ["Dora Example"],
    ]);
    expect((await side("me", bob, { listed: true })).statusCode).toBe(403);
    await side("me", dora, { listed: false });
    expect(await named()).toEqual([[], []]);
  });
});

test("sixteen publications at once make a chain without gaps, and one state [DIR-75]", async () => {
  const { id } = await makeOwnEntity(app, ann, "Publishing Race");
  const answers = await together(() => publishEntity(app, ann, id));
  expect(answers.every((one) => one?.status === "published")).toBe(true);
  const { versions, brokenAt } = (await get(`${base(id)}/versions`, ann.headers)).json().data;
  expect([versions.length, brokenAt]).toEqual([16, null]);
});

test("publication is for holders of listing.manage, by token or key: 401 without a credential, 403 without the permission [DIR-76] [AUT-24] [AUT-25]", async () => {
  const { id } = await makeOwnEntity(app, ann, "Guarded Example");
  await publishEntity(app, ann, id);
  const [plain, permitted] = [await makePerson(app), await makePerson(app)];
  await makeMember(db, id, plain.id, "member");
  await makeMember(db, id, permitted.id, "member");
  await send({
    method: "PATCH",
    url: `/v2/entities/${id}/team/${permitted.id}`,
    headers: ann.headers,
    payload: { permissions: ["listing.manage"] },
  });
  const key = await send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: permitted.headers,
    payload: { name: "publisher", scope: "write" },
  });
  const before = await state(id);
  const url = `${base(id)}/publication`;
  for (const method of ["GET", "POST", "DELETE"] as const) {
    const status = async (headers: Record<string, string>) =>
      (await send({ method, url, headers })).statusCode;
    expect([method, await status({})]).toEqual([method, 401]);
    expect([method, await status({ authorization: "Bearer x" })]).toEqual([method, 401]);
    expect([method, await status(plain.headers)]).toEqual([method, 403]);
    expect([method, await status(bob.headers)]).toEqual([method, 403]);
    expect(await state(id)).toEqual(before);
  }
  for (const headers of [permitted.headers, { "x-api-key": key.json().key }]) {
    for (const method of ["GET", "DELETE", "POST"] as const) {
      expect([method, (await send({ method, url, headers })).statusCode]).toEqual([method, 200]);
    }
  }
});
