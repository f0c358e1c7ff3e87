import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { declineClaim, grantClaim, requestClaim } from "#api/modules/relationships/service.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { claim, connection, follow } from "#schemas/tables/accounts/relationship.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeDocument, makeMember, makeTerminal } from "../../helpers/make.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { publishEntity } from "../../helpers/platform/directory.ts";

let at = Date.now();
const app = await testApp({ now: () => new Date(at) });
const { db } = app;
const [owner, stranger, friend] = [
  await makePerson(app, "owner@example.com"),
  await makePerson(app, "stranger@example.com"),
  await makePerson(app, "friend@example.com"),
];
const company = await makeCompany(db, {
  name: "Viewed Inc.",
  company: { website: "viewed.example" },
});
await makeDocument(db, company.id, "terminal", makeTerminal(company.id));
const pairOf = (who: Person) => ({ entityId: company.id, userId: who.id });
type Tie = typeof follow | typeof connection;
/** Stores that the person follows the company, or is connected to it. */
const tie = (table: Tie, who: Person, status: "pending" | "active") =>
  db
    .insert(table)
    .values({ ...pairOf(who), status })
    .onConflictDoUpdate({ target: [table.entityId, table.userId], set: { status } });
const untie = (table: Tie, who: Person) =>
  db.delete(table).where(and(eq(table.entityId, company.id), eq(table.userId, who.id)));
const profile = async (who?: Person) =>
  (await app.get(`/v2/entities/public/${company.slug}`, who?.headers ?? {})).json();
const scope = async (who?: Person) =>
  (await app.get(`/v2/entities/${company.id}/company-terminal`, who?.headers ?? {})).json().data
    .viewerScope;
const stored = async () => (await db.select().from(entity).where(eq(entity.id, company.id)))[0];

describe("a claim", () => {
  test("makes a company pending, once: 16 at once, one claim [PUB-02] [STA-12]", async () => {
    const claims = await Promise.allSettled(
      Array.from({ length: 16 }, () => requestClaim(db, pairOf(stranger))),
    );

    expect(claims.filter((one) => one.status === "fulfilled").length).toBe(1);
    expect((await stored())?.claimStatus).toBe("claim_pending");
    expect((await profile()).entity).toMatchObject({
      claimStatus: "claim_pending",
      canClaim: false,
    });
    await expect(
      grantClaim(db, { entityId: company.id, email: "owner@example.com" }),
    ).rejects.toThrow(/Another account has an open claim/);
  });

  test("declined, it leaves the company free and without an owner", async () => {
    expect(await declineClaim(db, company.id)).toEqual({ userId: stranger.id });

    expect(await stored()).toMatchObject({ claimStatus: "unclaimed", ownerId: null });
    await expect(declineClaim(db, company.id)).rejects.toThrow(/Claim not found/);
    expect(await scope(stranger)).toBe("public");
  });

  test("granted, it makes the claimant owner in terminal, profile and team [TRM-05] [PUB-07] [AUT-29] [ENT-25]", async () => {
    expect([await scope(owner), (await profile(owner)).isOwner]).toEqual(["public", false]);
    await requestClaim(db, pairOf(owner));
    await grantClaim(db, { entityId: company.id, email: " Owner@Example.com " });

    expect(await stored()).toMatchObject({ claimStatus: "claimed", ownerId: owner.id });
    at += 1001;
    expect([await scope(owner), (await profile(owner)).isOwner]).toEqual(["owner", true]);
    expect([await scope(stranger), (await profile(stranger)).isOwner]).toEqual(["public", false]);
    expect([await scope(), (await profile()).isOwner]).toEqual(["public", false]);
    expect((await app.get(`/v2/entities/${company.id}/team`, owner.headers)).json().data).toEqual([
      expect.objectContaining({ userId: owner.id, role: "owner" }),
    ]);
    const claims = await db.select().from(claim).where(eq(claim.entityId, company.id));
    expect(claims.map(({ userId, status }) => [userId, status])).toEqual([
      [stranger.id, "declined"],
      [owner.id, "granted"],
    ]);
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, company.id));
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["claim.requested", stranger.id],
      ["claim.declined", null],
      ["claim.requested", owner.id],
      ["claim.granted", null],
    ]);
  });

  test("of an owned company, by an unknown account or of nothing is refused", async () => {
    const grant = (entityId: string, email: string) => grantClaim(db, { entityId, email });

    await expect(grant(company.id, "stranger@example.com")).rejects.toThrow(/has an owner/);
    await expect(grant(company.id, "nobody@example.com")).rejects.toThrow(/not found/);
    await expect(requestClaim(db, pairOf(stranger))).rejects.toThrow(/cannot be claimed/);
    await expect(
      grant("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", "stranger@example.com"),
    ).rejects.toThrow(/not found/);
  });

  test("an administrator's view is admin, whoever owns it [TRM-05]", async () => {
    const admin = await makePerson(app, "admin@example.com");
    await db.update(userAccount).set({ isAdmin: true }).where(eq(userAccount.id, admin.id));
    const fresh = { id: admin.id, headers: await app.signIn("admin@example.com") };

    expect(await scope(fresh)).toBe("admin");
  });
});

test("ownership that ends is seen in the terminal within a second [TRM-05]", async () => {
  const ownerId = owner.id;
  const setOwner = (to: string | null) =>
    db.update(entity).set({ ownerId: to }).where(eq(entity.id, company.id));
  await db.delete(entityMember).where(eq(entityMember.userId, ownerId));
  at += 1001;
  expect(await scope(owner)).toBe("owner");

  await setOwner(null);
  at += 1000;
  expect(await scope(owner)).toBe("owner");
  at += 1;
  expect(await scope(owner)).toBe("public");

  await setOwner(ownerId);
  await makeMember(db, company.id, ownerId, "owner");
  at += 1001;
  expect(await scope(owner)).toBe("owner");
});

test("sixteen reads at once by a new viewer agree", async () => {
  at += 1001;

  const scopes = await Promise.all(Array.from({ length: 16 }, () => scope(owner)));

  expect(scopes).toEqual(Array(16).fill("owner"));
});

describe("following", () => {
  test("is counted when active, shown to the follower, pending until agreed [PUB-06] [PUB-11] [STA-09]", async () => {
    const stats = async (who?: Person) => {
      const { followersCount, isFollowing, followRequestStatus } = (await profile(who)).stats;
      return [followersCount, isFollowing, followRequestStatus];
    };
    expect(await stats()).toEqual([0, false, null]);
    expect(await stats(friend)).toEqual([0, false, "none"]);

    await tie(follow, friend, "pending");
    expect(await stats(friend)).toEqual([0, false, "pending"]);
    await tie(follow, friend, "active");
    await tie(follow, friend, "active");
    expect(await stats(friend)).toEqual([1, true, "active"]);
    expect(await stats(stranger)).toEqual([1, false, "none"]);
    expect(await stats()).toEqual([1, false, null]);

    await untie(follow, friend);
    expect(await stats(friend)).toEqual([0, false, "none"]);
  });
});

describe("contact fields", () => {
  const fields = [
    { kind: "email", label: "Press", value: "press@viewed.example", visibility: "public" },
    { kind: "phone", label: "Investors", value: "+1 (555) 010", visibility: "connected" },
    { kind: "other", label: "Founder", value: "@founder", visibility: "private" },
  ];
  const contacts = async (who?: Person) =>
    (await profile(who)).publicContact.fields.filter(
      (one: { visibilitySource: string }) => one.visibilitySource === "organization",
    );
  const values = async (who?: Person) =>
    (await contacts(who)).map((one: { value: string | null }) => one.value);

  test("show what the viewer may see, and say of the rest only that it is there; connections are stored rows, because no operation makes one yet [PUB-08] [PUB-09] [PUB-11]", async () => {
    const url = `/v2/entities/${company.id}/contacts`;
    const put = await app.send({ method: "PUT", url, headers: owner.headers, payload: { fields } });
    expect(put.json().data).toEqual({ fields });
    expect(await values()).toEqual([]);
    await publishEntity(app, owner, company.id);
    expect((await app.get(url, owner.headers)).json().data).toEqual({ fields });
    const [press, phone, founder] = fields.map(({ value }) => value);
    const member = await makePerson(app);
    await makeMember(db, company.id, member.id, "member");

    expect(await values()).toEqual([press, null, null]);
    expect(await values(stranger)).toEqual([press, null, null]);
    await tie(connection, friend, "pending");
    expect(await values(friend)).toEqual([press, null, null]);
    await tie(connection, friend, "active");
    expect(await values(friend)).toEqual([press, phone, null]);
    expect(await values(member)).toEqual([press, phone, founder]);
    expect(await values(owner)).toEqual([press, phone, founder]);
    expect((await contacts())[1]).toEqual({
      kind: "phone",
      label: "Investors",
      value: null,
      href: null,
      visibility: "connected",
      visibilitySource: "organization",
      viewerRelationship: "anonymous",
      redacted: true,
      redactionReason: "connections_only",
    });
    expect((await contacts(owner))[0].href).toBe("mailto:press@viewed.example");
    expect(JSON.stringify(await profile(stranger))).not.toContain(phone);

    await untie(connection, friend);
    expect(await values(friend)).toEqual([press, null, null]);
  });

  test("one viewer's answer is in no shared cache [DIR-61]", async () => {
    const mine = await app.get(`/v2/entities/public/${company.slug}`, owner.headers);
    const public_ = await app.get(`/v2/entities/public/${company.slug}`);

    expect(mine.headers["cache-control"]).toContain("private");
    expect(public_.headers["cache-control"]).toContain("public");
    expect(mine.headers.vary).toContain("Authorization");
    expect(mine.headers.etag).not.toBe(public_.headers.etag);
  });

  test("never make a link that runs something", async () => {
    const url = `/v2/entities/${company.id}/contacts`;
    const field = (kind: string, value: string) => ({
      kind,
      label: "X",
      value,
      visibility: "public",
    });
    const texts = [
      field("website", "https://viewed.example"),
      field("email", "a@b?cc=x"),
      field("other", "javascript:alert(1)"),
    ];
    await app.send({ method: "PUT", url, headers: owner.headers, payload: { fields: texts } });
    await publishEntity(app, owner, company.id);

    expect((await contacts()).map((one: { href: string | null }) => one.href)).toEqual([
      "https://viewed.example/",
      null,
      null,
    ]);
    for (const payload of [
      { fields: [field("website", "javascript:alert(1)")] },
      { fields: [field("website", "data:text/html,x")] },
      { fields: [field("website", "a@b.example?bcc=all")] },
      { fields: [field("website", `https://a.example/${"a".repeat(300)}`)] },
      { fields: Array(21).fill(fields[0]) },
      { fields: [{ ...fields[0], visibility: "all" }] },
      { fields: [{ ...fields[0], value: "" }] },
      {},
    ]) {
      const answer = await app.send({ method: "PUT", url, headers: owner.headers, payload });
      expect(answer.statusCode).toBe(400);
    }
    expect((await app.get(url, owner.headers)).json().data).toEqual({ fields: texts });
  });
});
