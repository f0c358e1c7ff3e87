import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import {
  invitation,
  organization,
  organizationMember,
} from "#schemas/tables/accounts/organization.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person, verifyEmail } from "../../helpers/people.ts";
import { rounds, together } from "../../helpers/races.ts";

let at = new Date("2026-03-04T12:00:00Z");
const app = await testApp({ now: () => at });
const { db, mails } = app;
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const get = (url: string, who: Person) => app.get(url, who.headers);
const send = (method: "POST" | "PATCH" | "DELETE", url: string, who: Person, payload?: object) =>
  app.send({ method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) });
const create = (name: string, who: Person) => send("POST", "/api/v1/organizations", who, { name });
const make = async (who: Person, name = "Example") =>
  (await create(name, who)).json().data.id as string;
const membersOf = async (id: string, who: Person) =>
  (await get(`/api/v1/organizations/${id}/members`, who)).json().data;
/** Invites and accepts. */
async function join(id: string, owner: Person, who: Person, role = "member"): Promise<void> {
  const payload = { userId: who.id, role };
  const invited = await send("POST", `/api/v1/organizations/${id}/members`, owner, payload);
  await send("POST", `/api/v1/invitations/${invited.json().data.id}/accept`, who);
}

const [ann, bob, carl] = [await makePerson(app), await makePerson(app), await makePerson(app)];

describe("POST /api/v1/organizations", () => {
  test("creates an active organization whose creator is its owner [ORG-02] [ORG-05] [ORG-06] [A-37] [O-23]", async () => {
    const answer = await create("  Blue Sky Partners ", ann);
    const { data } = answer.json();

    expect(answer.statusCode).toBe(201);
    expect(data).toEqual({
      id: uuid,
      name: "Blue Sky Partners",
      slug: "blue-sky-partners",
      status: "active",
      createdAt: time,
      updatedAt: time,
    });
    expect(answer.headers.location).toBe(`/api/v1/organizations/${data.id}`);
    expect((await get("/api/v1/organizations/me", ann)).json().data).toContainEqual(data);
    expect(await membersOf(data.id, ann)).toEqual([
      {
        id: uuid,
        userId: ann.id,
        name: expect.stringMatching(/^user-/),
        email: expect.stringContaining("@example.com"),
        avatar: null,
        role: "owner",
        status: "active",
        joinedAt: time,
      },
    ]);
  });

  test("a second one of the same name has a slug of its own; names without letters have one too [ORG-07] [A-10]", async () => {
    const slugOf = async (name: string) => (await create(name, ann)).json().data.slug as string;

    expect(await slugOf("Twin")).toBe("twin");
    expect(await slugOf("Twin")).toMatch(/^twin-[a-z]{10}$/);
    expect(await slugOf("me")).toMatch(/^organization-me-[a-z]{10}$/);
    expect(await slugOf("東京")).toMatch(/^organization-[a-z]{10}$/);
    expect(await slugOf("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11")).not.toMatch(/^[0-9a-f-]{36}$/);
    expect(await slugOf("Apple Inc 0000320193")).not.toMatch(/-\d+$/);
    expect(await slugOf("Zoë's Café")).toBe("zoes-cafe");
  });

  test.each([{}, { name: "" }, { name: " " }, { name: 5 }, { name: "a".repeat(201) }])(
    "%j is 400 [ORG-09]",
    async (payload) => {
      const answer = await send("POST", "/api/v1/organizations", ann, payload);

      expect([answer.statusCode, answer.json().code]).toEqual([400, "FST_ERR_VALIDATION"]);
    },
  );

  test("nobody sets id, slug, status or times", async () => {
    const payload = { name: "Plain", id: unknownId, slug: "owned", status: "archived" };
    const { data } = (await send("POST", "/api/v1/organizations", ann, payload)).json();

    expect(data).toMatchObject({ slug: "plain", status: "active" });
    expect(data.id).not.toBe(unknownId);
  });
});

describe("GET /api/v1/organizations/me", () => {
  test("lists a hundred by default, one's own only, and is never taken for an id [CNV-24] [ORG-01] [ORG-08]", async () => {
    await make(bob);
    const answer = await get("/api/v1/organizations/me", carl);

    expect(answer.json()).toEqual({
      data: [],
      meta: { total: 0, limit: 100, offset: 0, hasMore: false },
    });
    expect((await get("/api/v1/organizations/me?limit=500", carl)).json().meta.limit).toBe(100);
    expect((await get("/api/v1/organizations/me?limit=0", carl)).statusCode).toBe(400);
  });
});

describe("GET /api/v1/organizations/:id and its members", () => {
  test("are for members; to others the organization does not exist [ORG-03] [ORG-04] [ORG-10] [A-33]", async () => {
    const id = await make(ann);
    for (const path of ["", "/members"]) {
      const foreign = await get(`/api/v1/organizations/${id}${path}`, bob);
      const unknown = await get(`/api/v1/organizations/${unknownId}${path}`, bob);
      expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
      expect(foreign.json().message).toBe(unknown.json().message);
    }
    await join(id, ann, bob);

    expect((await get(`/api/v1/organizations/${id}`, bob)).json().data.id).toBe(id);
  });

  test("a member's record says who, with which role, and since when [ORG-11] [O-23]", async () => {
    const [member] = await membersOf(await make(ann), ann);

    expect(member).toEqual({
      id: uuid,
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: expect.any(String),
      email: expect.stringContaining("@"),
      avatar: null,
      role: "owner",
      status: "active",
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test("addresses and open invitations are for owners and admins only [O-23]", async () => {
    const id = await make(ann);
    await join(id, ann, bob);
    await send("POST", `/api/v1/organizations/${id}/members`, ann, { email: "New@Example.com" });

    const seen = await membersOf(id, bob);
    const managed = await membersOf(id, ann);

    expect(seen.map((one: { email: null }) => one.email)).toEqual([null, null]);
    expect(managed.length).toBe(3);
    expect(managed[2]).toMatchObject({
      userId: null,
      email: "new@example.com",
      status: "invited",
      joinedAt: null,
    });
  });
});

describe("invitations", () => {
  test("nobody becomes a member without agreeing; agreeing works once [O-06]", async () => {
    const id = await make(ann);
    const members = `/api/v1/organizations/${id}/members`;
    const invited = await send("POST", members, ann, { userId: bob.id, role: "admin" });
    expect(invited.statusCode).toBe(201);
    expect(invited.json().data).toMatchObject({ userId: bob.id, role: "admin", status: "invited" });
    expect((await get(`/api/v1/organizations/${id}`, bob)).statusCode).toBe(404);

    const [mine] = (await get("/api/v1/invitations", bob)).json().data;
    expect(mine).toMatchObject({
      id: invited.json().data.id,
      organization: { id, name: "Example" },
      entity: null,
      role: "admin",
      invitedBy: { id: ann.id },
    });
    const accept = () => send("POST", `/api/v1/invitations/${mine.id}/accept`, bob);
    const answers = [await accept(), await accept()];

    expect(answers.map((one) => one.statusCode)).toEqual([200, 404]);
    expect(answers[0]?.json().data).toEqual({ invitationId: mine.id, status: "accepted" });
    expect((await membersOf(id, bob)).map((one: { role: string }) => one.role)).toEqual([
      "owner",
      "admin",
    ]);
    expect((await send("POST", members, ann, { userId: bob.id })).statusCode).toBe(409);
  });

  test("to an address waits until the account has proved that it is its own", async () => {
    const id = await make(ann);
    const email = "late@example.com";
    await send("POST", `/api/v1/organizations/${id}/members`, ann, { email });
    const late = await makePerson(app, email);
    const mine = async () => (await get("/api/v1/invitations", late)).json().data;
    expect(await mine()).toEqual([]);
    const [row] = await db.select().from(invitation).where(eq(invitation.email, email));
    const accept = () => send("POST", `/api/v1/invitations/${row?.id}/accept`, late);
    expect((await accept()).statusCode).toBe(404);

    await verifyEmail(app, late.id);

    expect((await mine()).length).toBe(1);
    expect((await accept()).statusCode).toBe(200);
  });

  test("an address with an account and one without get the same answer and a mail each", async () => {
    const id = await make(ann);
    const known = await makePerson(app, "known@example.com");
    const members = `/api/v1/organizations/${id}/members`;
    const before = mails.length;
    const [one, other] = [
      await send("POST", members, ann, { email: "known@example.com" }),
      await send("POST", members, ann, { email: "nobody@example.com" }),
    ];
    const shape = (answer: typeof one) =>
      answer.body.replace(/[0-9a-f-]{36}|known@|nobody@|"timestamp":"[^"]*"/g, "*");

    expect(known.id).toMatch(/-/);
    expect(shape(one)).toBe(shape(other));
    expect(mails.slice(before).map(({ to }) => to)).toEqual([
      "known@example.com",
      "nobody@example.com",
    ]);
  });

  test("repeated, renew the terms of the one that is open; 16 at once leave one", async () => {
    const id = await make(ann);
    const invite = (role: string) =>
      send("POST", `/api/v1/organizations/${id}/members`, ann, { userId: carl.id, role });
    const answers = await Promise.all(Array.from({ length: 16 }, () => invite("member")));
    expect(new Set(answers.map((one) => one.json().data.id)).size).toBe(1);
    await invite("admin");

    const rows = await db.select().from(invitation).where(eq(invitation.organizationId, id));
    expect(rows.map(({ role, status }) => [role, status])).toEqual([["admin", "pending"]]);
  });

  test("expire after fourteen days", async () => {
    const id = await make(ann);
    const dora = await makePerson(app, "dora@example.com");
    await send("POST", `/api/v1/organizations/${id}/members`, ann, { userId: dora.id });
    const [row] = await db.select().from(invitation).where(eq(invitation.userId, dora.id));
    const start = at;
    at = new Date(start.getTime() + 14 * 86_400_000);
    const later = { id: dora.id, headers: await app.signIn("dora@example.com") };
    const answer = await send("POST", `/api/v1/invitations/${row?.id}/accept`, later);
    at = start;

    expect(answer.statusCode).toBe(404);
    expect((await membersOf(id, ann)).length).toBe(2);
  });

  test("are declined by the invited, taken back by managers, and by nobody else", async () => {
    const id = await make(ann);
    const invite = async () =>
      (await send("POST", `/api/v1/organizations/${id}/members`, ann, { userId: bob.id })).json()
        .data.id;
    const first = await invite();
    expect((await send("POST", `/api/v1/invitations/${first}/decline`, carl)).statusCode).toBe(404);
    expect((await send("DELETE", `/api/v1/invitations/${first}`, carl)).statusCode).toBe(404);
    expect((await send("DELETE", `/api/v1/invitations/${first}`, bob)).statusCode).toBe(404);
    expect((await send("POST", `/api/v1/invitations/${first}/decline`, bob)).json().data).toEqual({
      invitationId: first,
      status: "declined",
    });
    const second = await invite();
    expect(second).not.toBe(first);
    expect((await send("DELETE", `/api/v1/invitations/${second}`, ann)).json().data.status).toBe(
      "withdrawn",
    );
    expect((await send("POST", `/api/v1/invitations/${second}/accept`, bob)).statusCode).toBe(404);
  });

  test(`taken back by one of 16 at once, or accepted by one: never both, ${rounds} rounds [STA-12]`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      // An account may invite 50 times a day.
      const owner = await makePerson(app);
      const id = await make(owner);
      const url = `/api/v1/organizations/${id}/members`;
      const invitationId = (await send("POST", url, owner, { userId: bob.id })).json().data.id;
      const at = `/api/v1/invitations/${invitationId}`;
      const answers = await together((n) =>
        n % 2 ? send("DELETE", at, owner) : send("POST", `${at}/accept`, bob),
      );

      const won = answers.filter(({ statusCode }) => statusCode === 200);
      expect(won.length).toBe(1);
      // The later ones find it answered, or no longer open.
      expect(answers.every(({ statusCode }) => [200, 404, 409].includes(statusCode))).toBe(true);
      const isMember = won[0]?.json().data.status === "accepted";
      expect((await membersOf(id, owner)).length).toBe(isMember ? 2 : 1);
      const [row] = await db.select().from(invitation).where(eq(invitation.id, invitationId));
      expect(row?.status).toBe(isMember ? "accepted" : "withdrawn");
    }
  });

  test.each([
    [{}, 400],
    [{ email: "a@example.com", userId: unknownId }, 400],
    [{ email: "no address" }, 400],
    [{ email: "a@example.com", role: "owner" }, 400],
    [{ email: "a@example.com", role: "god" }, 400],
    [{ userId: unknownId }, 404],
  ])("%j is %i", async (payload, status) => {
    const id = await make(ann);

    expect(
      (await send("POST", `/api/v1/organizations/${id}/members`, ann, payload)).statusCode,
    ).toBe(status);
  });
});

describe("roles", () => {
  test("members invite, change and remove nobody but themselves", async () => {
    const id = await make(ann);
    await join(id, ann, bob);
    await join(id, ann, carl);
    const url = `/api/v1/organizations/${id}/members`;

    expect((await send("POST", url, bob, { email: "a@example.com" })).statusCode).toBe(403);
    expect((await send("PATCH", `${url}/${carl.id}`, bob, { role: "admin" })).statusCode).toBe(403);
    expect((await send("DELETE", `${url}/${carl.id}`, bob)).statusCode).toBe(403);
    expect((await send("DELETE", `${url}/${bob.id}`, bob)).json().data).toEqual({
      userId: bob.id,
      removed: true,
    });
    expect((await get(`/api/v1/organizations/${id}`, bob)).statusCode).toBe(404);
  });

  test("a member of one organization is nobody under another of the same owner, and stays what they are", async () => {
    const [own, other] = [await make(ann), await make(ann)];
    await join(own, ann, bob);
    const foreign = `/api/v1/organizations/${other}/members/${bob.id}`;

    expect((await send("PATCH", foreign, ann, { role: "admin" })).statusCode).toBe(404);
    expect((await send("DELETE", foreign, ann)).statusCode).toBe(404);
    const members = await membersOf(own, ann);
    expect(
      members.map(({ userId, role }: { userId: string; role: string }) => [userId, role]),
    ).toContainEqual([bob.id, "member"]);
  });

  test("only an owner makes and unmakes owners; the last owner stays", async () => {
    const id = await make(ann);
    await join(id, ann, bob, "admin");
    await join(id, ann, carl);
    const url = `/api/v1/organizations/${id}/members`;
    const change = (target: Person, role: string, who: Person) =>
      send("PATCH", `${url}/${target.id}`, who, { role });

    expect((await change(bob, "owner", bob)).statusCode).toBe(403);
    expect((await change(ann, "member", bob)).statusCode).toBe(403);
    expect((await send("DELETE", `${url}/${ann.id}`, bob)).statusCode).toBe(403);
    expect((await change(carl, "admin", bob)).json().data).toMatchObject({
      userId: carl.id,
      role: "admin",
    });
    expect((await change(ann, "member", ann)).statusCode).toBe(409);
    expect((await send("DELETE", `${url}/${ann.id}`, ann)).statusCode).toBe(409);
    expect((await change(bob, "owner", ann)).statusCode).toBe(200);
    expect((await send("DELETE", `${url}/${ann.id}`, ann)).statusCode).toBe(200);
    expect((await membersOf(id, bob)).length).toBe(2);
  });

  test(`two owners who leave at once leave one behind, over ${rounds} rounds [STA-12]`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await make(ann);
      await db
        .insert(organizationMember)
        .values({ organizationId: id, userId: bob.id, role: "owner" });
      const leave = (who: Person) =>
        send("DELETE", `/api/v1/organizations/${id}/members/${who.id}`, who);
      const answers = await Promise.all([leave(ann), leave(bob)]);

      expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409]);
    }
  });

  test("what was done is in the audit log, without addresses", async () => {
    const id = await make(ann);
    await join(id, ann, bob);
    await send("DELETE", `/api/v1/organizations/${id}/members/${bob.id}`, ann);

    const rows = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, id));
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["organization.created", ann.id],
      ["member.invited", ann.id],
      ["member.joined", bob.id],
      ["member.removed", ann.id],
    ]);
    expect(JSON.stringify(rows)).not.toContain("@");
  });
});

test("an organization that is gone takes its members and invitations with it", async () => {
  const id = await make(ann);
  await send("POST", `/api/v1/organizations/${id}/members`, ann, { email: "x@example.com" });
  await db.delete(organization).where(eq(organization.id, id));

  expect(
    await db.select().from(organizationMember).where(eq(organizationMember.organizationId, id)),
  ).toEqual([]);
  expect(await db.select().from(invitation).where(eq(invitation.organizationId, id))).toEqual([]);
});
