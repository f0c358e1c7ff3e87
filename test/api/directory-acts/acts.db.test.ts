import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { decideCorrection } from "#api/modules/directory-acts/service.ts";
import { declineClaim } from "#api/modules/relationships/service.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { correction, listingVersion } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import {
  makeListedCompany,
  makeOwnEntity,
  publishEntity,
} from "../../helpers/platform/directory.ts";
import { together } from "../../helpers/races.ts";

const app = await testApp();
const { db, get, send } = app;
const [ann, bob] = [await makePerson(app), await makePerson(app)];

const at = (slug: string) => `/v2/directory/entity/${slug}`;
const act = (
  method: "POST" | "DELETE",
  slug: string,
  name: string,
  who: Person,
  payload?: object,
) =>
  send({
    method,
    url: `${at(slug)}/${name}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
const experience = async (slug: string, who?: Person) =>
  (await get(`${at(slug)}/profile-experience`, who?.headers)).json().data;
const suggestion = { field: "category", value: "Fruit", evidence: "Their annual report" };

describe("following", () => {
  test("is at once, counted, repeatable and ended at will [DIR-50] [DIR-57] [STA-09] [PUB-06] [PUB-11]", async () => {
    const { slug } = await makeListedCompany(db);
    const first = await act("POST", slug, "follow", bob);
    const again = await act("POST", slug, "follow", bob);
    expect([first.json().data, again.json().data]).toEqual([
      { following: true, accessStatus: "active" },
      { following: true, accessStatus: "active" },
    ]);
    const seen = await experience(slug, bob);
    expect(seen.actions.followProfile).toEqual({ state: "active" });
    expect(seen.viewer.publicFollow).toEqual({ status: "following" });
    expect(seen.viewer.relationship.status).toBe("active");
    expect(seen.recordSummary).toMatchObject({
      followers: 1,
      viewer: { following: true, accessStatus: "active" },
    });
    expect((await get(`/v2/entities/public/${slug}`, bob.headers)).json().stats).toMatchObject({
      followersCount: 1,
      isFollowing: true,
      followRequestStatus: "active",
    });

    for (let n = 0; n < 2; n += 1) {
      const ended = await act("DELETE", slug, "follow", bob);
      expect(ended.json().data).toEqual({ following: false, accessStatus: "none" });
    }
    expect((await experience(slug, bob)).recordSummary.followers).toBe(0);
  });

  test("waits for the team where it wants to be asked; the team agrees or declines [DIR-55] [DIR-58] [STA-09]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Asking Example");
    const profile = `/v2/directory/entity-profile/${id}`;
    await send({
      method: "PATCH",
      url: `${profile}/profile`,
      headers: ann.headers,
      payload: { asksFollowers: true },
    });
    await publishEntity(app, ann, id);
    const asked = await act("POST", slug, "follow", bob);
    expect(asked.json().data).toEqual({ following: false, accessStatus: "pending" });
    const waiting = await experience(slug, bob);
    expect(waiting.actions.followProfile).toEqual({
      state: "unavailable",
      reasonCode: "RELATIONSHIP_PENDING",
    });
    expect(waiting.viewer.publicFollow).toEqual({ status: "not_following" });
    expect(waiting.recordSummary.viewer).toEqual({ following: false, accessStatus: "pending" });
    const { requestId } = waiting.viewer.relationship;

    const { data: requests } = (await get(`${profile}/requests`, ann.headers)).json();
    expect(requests).toEqual([
      expect.objectContaining({ requestId, kind: "follow", userId: bob.id }),
    ]);
    const url = `${profile}/requests/${requestId}/response`;
    const respond = (decision: string, who: Person) =>
      send({ method: "POST", url, headers: who.headers, payload: { decision } });
    expect((await respond("approve", bob)).statusCode).toBe(403);
    expect((await respond("approve", ann)).json().data.status).toBe("active");
    expect((await experience(slug, bob)).viewer.publicFollow).toEqual({ status: "following" });
    expect((await respond("decline", ann)).statusCode).toBe(404);
  });

  test("is not for managers, nor of people; the refusal says why and changes nothing [DIR-55]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Managed Example");
    await publishEntity(app, ann, id);
    const refused = await act("POST", slug, "follow", ann);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      "followProfile is unavailable: VIEWER_IS_MANAGER",
    ]);
    expect((await experience(slug)).recordSummary.followers).toBe(0);
    expect((await act("POST", "no-such-thing", "follow", bob)).statusCode).toBe(404);
  });

  test("sixteen at once are one follower", async () => {
    const { slug } = await makeListedCompany(db);
    const answers = await together(() => act("POST", slug, "follow", bob));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect((await experience(slug)).recordSummary.followers).toBe(1);
  });
});

describe("claiming", () => {
  test("is open to one at a time: of sixteen one claims; others see it pending [DIR-51] [DIR-26] [PUB-02] [STA-12]", async () => {
    const { id, slug } = await makeListedCompany(db);
    const people = await Promise.all(Array.from({ length: 16 }, () => makePerson(app)));
    const answers = await together((n) => act("POST", slug, "claim", people[n] as Person));
    const winners = answers.flatMap(({ statusCode }, n) => (statusCode === 200 ? [n] : []));
    expect(winners.length).toBe(1);
    const winner = people[winners[0] ?? 0] as Person;

    expect(await experience(slug, winner)).toMatchObject({
      presentationState: "claim_pending",
      actions: { claimProfile: { state: "pending", reasonCode: "CLAIM_PENDING" } },
      trustDimensions: { organizationIdentity: { status: "claim_pending" } },
    });
    expect((await experience(slug, bob)).actions).toMatchObject({
      claimProfile: { state: "unavailable", reasonCode: "CLAIM_PENDING" },
      inviteToClaim: { state: "unavailable", reasonCode: "CLAIM_PENDING" },
    });
    await declineClaim(db, id);
    expect((await act("POST", slug, "claim", bob)).json().data.claimStatus).toBe("claim_pending");
  });

  test("can be suggested to an address: one mail, whose answer tells nothing of the address [DIR-52]", async () => {
    const { slug } = await makeListedCompany(db, { name: "Inviting <b>Example</b>" });
    const before = app.mails.length;
    const invite = (email: string) => act("POST", slug, "invitations", bob, { email });
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => invite("Someone@Elsewhere.example")),
    );
    expect(answers.map((one) => one.json().data)).toEqual(Array(3).fill({ invited: true }));
    const sent = app.mails.slice(before);
    expect(sent.map(({ to }) => to)).toEqual(["someone@elsewhere.example"]);
    expect(sent[0]?.text).toContain(`/v2/directory/entity/${slug}/claim`);
    expect(sent[0]?.text).toContain(`http://localhost:3000/companies/${slug}\n`);
    expect((await app.get(`/companies/${slug}`, { accept: "text/html" })).statusCode).toBe(200);
    expect(sent[0]?.text).not.toContain("<b>");

    // An address gets five such mails a day. The repeats took none of them.
    for (let n = 0; n < 4; n += 1) {
      const payload = { email: "someone@elsewhere.example" };
      const other = await makeListedCompany(db);
      await act("POST", other.slug, "invitations", await makePerson(app), payload);
    }
    expect(app.mails.slice(before)).toHaveLength(5);
  });
});

describe("a correction", () => {
  test("changes nothing public until it is reviewed, then disputes the field until it is decided [DIR-47] [DIR-53] [DIR-35] [DIR-46]", async () => {
    const { id, slug, listingId } = await makeListedCompany(db);
    const before = await experience(slug);
    const made = await act("POST", slug, "corrections", bob, suggestion);
    expect([made.statusCode, made.json().data.status]).toEqual([201, "open"]);
    const { id: correctionId } = made.json().data;
    expect(await experience(slug)).toEqual(before);

    const fresh = async () => {
      const other = await testApp({ database: app.database });
      return (await other.get(`${at(slug)}/profile-experience`)).json().data;
    };
    await decideCorrection(db, correctionId, "review");
    const disputed = await fresh();
    expect(disputed.presentationState).toBe("disputed");
    const fields = (one: typeof before) =>
      one.provenance.fields
        .filter(({ status }: { status: string }) => status === "disputed")
        .map(({ field }: { field: string }) => field);
    expect(fields(disputed)).toEqual(["category"]);
    expect(disputed.profile).toEqual(before.profile);
    const url = `/v2/directory/corrections/${correctionId}`;
    const late = await send({ method: "DELETE", url, headers: bob.headers });
    expect(late.statusCode).toBe(409);

    await decideCorrection(db, correctionId, "accept");
    const decided = await fresh();
    expect(decided).toMatchObject({
      presentationState: "reference_unclaimed",
      profile: { version: 2, snapshot: { category: "Fruit" } },
    });
    expect(fields(decided)).toEqual([]);
    await expect(decideCorrection(db, correctionId, "reject")).rejects.toThrow(/is accepted/);
    const chain = await db
      .select()
      .from(listingVersion)
      .where(eq(listingVersion.listingId, listingId));
    expect(chain.length).toBe(2);
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, id));
    expect(log.map(({ action }) => action)).toEqual([
      "correction.suggested",
      "correction.review",
      "correction.accept",
    ]);
  });

  test("is its author's alone, and can be taken back before the review", async () => {
    const { slug } = await makeListedCompany(db);
    const carl = await makePerson(app);
    const { data } = (await act("POST", slug, "corrections", carl, suggestion)).json();
    const own = async (who: Person) =>
      (await get("/v2/directory/corrections", who.headers))
        .json()
        .data.map(({ id }: { id: string }) => id);
    expect(await own(carl)).toEqual([data.id]);
    expect(await own(ann)).not.toContain(data.id);
    const url = `/v2/directory/corrections/${data.id}`;
    expect((await send({ method: "DELETE", url, headers: ann.headers })).statusCode).toBe(404);
    for (let n = 0; n < 2; n += 1) {
      const taken = await send({ method: "DELETE", url, headers: carl.headers });
      expect([taken.statusCode, taken.json().data.status]).toEqual([200, "withdrawn"]);
    }
  });

  test("an account has at most ten open ones, also when sixteen come at once", async () => {
    const dora = await makePerson(app);
    const companies: { slug: string }[] = [];
    for (let n = 0; n < 16; n += 1) companies.push(await makeListedCompany(db));
    const answers = await together((n) =>
      act("POST", companies[n]?.slug ?? "", "corrections", dora, suggestion),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(10);
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBe(6);
    const rows = await db.select().from(correction).where(eq(correction.userId, dora.id));
    expect(rows.length).toBe(10);
  });

  test.each([
    { ...suggestion, field: "version" },
    { ...suggestion, field: "identity.__proto__" },
    { ...suggestion, value: 5 },
    { ...suggestion, value: "" },
    { ...suggestion, evidence: " " },
    { field: "category", value: "x" },
  ])("that is malformed is refused: %o", async (payload) => {
    const { slug } = await makeListedCompany(db);
    expect((await act("POST", slug, "corrections", ann, payload)).statusCode).toBe(400);
  });
});

test("a connection needs both sides, and shows what is meant for connections [PUB-09] [DIR-44] [DIR-58]", async () => {
  const { id, slug } = await makeOwnEntity(app, ann, "Connected Example");
  const fields = [
    { kind: "phone", label: "Desk", value: "555-0177", visibility: "connected" as const },
  ];
  await send({
    method: "PUT",
    url: `/v2/entities/${id}/contacts`,
    headers: ann.headers,
    payload: { fields },
  });
  await publishEntity(app, ann, id);
  const sees = async () =>
    (await get(`/v2/entities/public/${slug}`, bob.headers)).body.includes("555-0177");
  expect((await act("POST", slug, "connection", bob)).json().data).toEqual({ status: "pending" });
  expect(await sees()).toBe(false);
  const { relationship } = (await experience(slug, bob)).viewer;
  expect(relationship.status).toBe("pending");
  await send({
    method: "POST",
    url: `/v2/directory/entity-profile/${id}/requests/${relationship.requestId}/response`,
    headers: ann.headers,
    payload: { decision: "approve" },
  });
  expect(await sees()).toBe(true);
  expect((await experience(slug)).trustDimensions.relationshipConfirmation).toEqual({
    status: "confirmed",
    confirmedCount: 1,
  });
  await act("DELETE", slug, "connection", bob);
  expect(await sees()).toBe(false);
});
