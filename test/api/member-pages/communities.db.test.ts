import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson } from "../../helpers/people.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import { formOf, sendForm } from "./form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const bob = await signInBrowser(app, "bob@example.com");
const annAsClient = await makePerson(app, "ann@example.com");
const bobAsClient = await makePerson(app, "bob@example.com");
const owner = await makePerson(app);
const hostile = `Values <script>alert(1)</script> & "more"`;

const page = async (url: string, headers: Record<string, string>) =>
  (await app.get(url, { ...html, ...headers })).body;
const shown = (body: string) =>
  [...body.matchAll(/<li><a href="\/communities\/([\w-]+)"/g)].map((m) => m[1]);
const members = async () =>
  (
    await app.db.execute(
      sql`select room_id, user_id, role from room_member order by room_id, user_id`,
    )
  ).rows;
const requests = async () =>
  (
    await app.db.execute(
      sql`select room_id, user_id, status, message from room_request order by id`,
    )
  ).rows;
const at = (handle: string) => `/communities/${handle}`;
const form = (headers: Record<string, string>, handle: string) =>
  formOf(app, headers, at(handle), `${at(handle)}#membership`);

describe("the page of communities", () => {
  test("without a community says so", async () => {
    expect(await page("/communities", ann)).toContain("No community may be discovered yet.");
  });

  test("shows what may be discovered, or one's own, three times alike, and escapes it", async () => {
    const open = await makeRoom(app, owner, {
      ...{ name: hostile, discovery: "discoverable", joining: "request" },
      ...{ summary: "Letters", category: "investing", tags: ["small caps"] },
    });
    const hidden = await makeRoom(app, owner, { name: "Hidden" });
    const unlisted = await makeRoom(app, owner, { name: "Unlisted", discovery: "unlisted" });
    await addToRoom(app, hidden, [[bobAsClient, "member"]]);
    const answer = await app.get("/communities", { ...html, ...ann });
    expect(shown(answer.body)).toEqual([open.handle]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toContain(
      "Values &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;",
    );
    expect(answer.body).toContain("investing · small caps · 1 member · Who wants to join asks");
    expect(answer.body).not.toMatch(/<script|Hidden|Unlisted/);
    expect(answer.body).not.toContain(unlisted.handle);
    await page("/communities", ann);
    expect(await page("/communities", ann)).toBe(answer.body);
    expect(shown(await page("/communities?scope=mine", bob))).toEqual([hidden.handle]);
    expect(shown(await page("/communities?scope=mine", ann))).toEqual([]);

    for (const query of ["search=letters", "category=investing", "tag=small+caps"]) {
      expect(shown(await page(`/communities?${query}`, ann))).toEqual([open.handle]);
    }
    expect(await page("/communities?tag=none", ann)).toContain("No communities match.");
  });

  test.each([
    ["scope=%3Cb%3Eall", "Which: "],
    ["page=0x2", "There is no page “0x2” of the list."],
    [`tag=${"x".repeat(41)}`, "Tag: "],
  ])("answers ?%s by a sentence beside the form, with 400", async (query, sentence) => {
    const { statusCode, body } = await app.get(`/communities?${query}`, { ...html, ...ann });
    expect(statusCode).toBe(400);
    expect(body).toContain(`<p role="alert">${sentence}`);
    expect(body).not.toContain("<b>all");
  });

  test("sends others to sign in and back, and has twenty on a page", async () => {
    const { headers } = await app.get("/communities?category=many", html);
    expect(headers.location).toBe("/auth/sign-in?return_to=%2Fcommunities%3Fcategory%3Dmany");
    for (let n = 0; n < 21; n += 1) {
      await makeRoom(app, owner, { discovery: "discoverable", category: "many" });
    }
    const [first, second] = [
      shown(await page("/communities?category=many", ann)),
      shown(await page("/communities?category=many&page=2", ann)),
    ];
    expect([first.length, new Set([...first, ...second]).size]).toEqual([20, 21]);
  });
});

describe("joining and leaving on the page of a community", () => {
  test("joins an open one, leaves it, and changes nobody else's membership", async () => {
    const { handle, roomId } = await makeRoom(app, owner, {
      discovery: "discoverable",
      joining: "open",
    });
    await addToRoom(app, { handle, roomId }, [[bobAsClient, "member"]]);
    const before = await members();
    const join = await form(ann, handle);
    for (const _ of [1, 2, 3]) {
      const { statusCode, headers } = await sendForm(app, at(handle), ann, join);
      expect([statusCode, headers.location]).toEqual([302, at(handle)]);
    }
    expect((await members()).length).toBe(before.length + 1);
    expect(await page(at(handle), ann)).toContain("You are a member.");

    const leave = await form(ann, handle);
    expect(leave.act).toBe("leave");
    const left = await sendForm(app, at(handle), ann, leave);
    expect([left.statusCode, left.headers.location]).toEqual([302, "/communities"]);
    expect(await members()).toEqual(before);
    const again = await sendForm(app, at(handle), ann, leave);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('<p role="alert">You are not a member of this community</p>');
  });

  test("asks where that is the rule, once, with what is said", async () => {
    const { handle, roomId } = await makeRoom(app, owner, {
      discovery: "discoverable",
      joining: "request",
    });
    const ask = { ...(await form(ann, handle)), message: "I read\r\n<b>letters</b>" };
    for (const _ of [1, 2, 3]) await sendForm(app, at(handle), ann, ask);
    expect((await requests()).filter((one) => one.room_id === roomId)).toEqual([
      {
        room_id: roomId,
        user_id: annAsClient.id,
        status: "pending",
        message: "I read\n<b>letters</b>",
      },
    ]);
    const body = await page(at(handle), ann);
    expect(body).toContain("You asked to join. An owner or admin decides.");
    expect(body).not.toContain("form_token");
    const long = { ...(await form(bob, handle)), message: `</textarea>${"x".repeat(1000)}` };
    const refused = await sendForm(app, at(handle), bob, long);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<p role="alert">What you want to say: Too long');
    expect(refused.body).toContain("&lt;/textarea&gt;xxx");
  });

  test("by invitation: others are told so with 403, the invited person joins", async () => {
    const { handle, roomId } = await makeRoom(app, owner, { discovery: "discoverable" });
    const join = await form(ann, handle);
    const refused = await sendForm(app, at(handle), ann, join);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain(
      '<p role="alert">Owners and admins invite to this community</p>',
    );
    await app.send({
      ...{
        method: "POST",
        url: `/v2/messaging/rooms/${roomId}/invitations`,
        headers: owner.headers,
      },
      payload: { userId: annAsClient.id },
    });
    expect((await sendForm(app, at(handle), ann, join)).statusCode).toBe(302);
    expect(await page(at(handle), ann)).toContain("You are a member.");
  });

  test("the last owner cannot leave, and a member of a private one no longer sees it afterwards", async () => {
    const own = await makeRoom(app, annAsClient, { name: "Mine" });
    const refused = await sendForm(app, at(own.handle), ann, await form(ann, own.handle));
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("The last owner must make another member an owner first");
    await addToRoom(app, own, [[bobAsClient, "member"]]);
    const left = await sendForm(app, at(own.handle), bob, await form(bob, own.handle));
    expect(left.headers.location).toBe("/communities");
    expect((await app.get(at(own.handle), { ...html, ...bob })).statusCode).toBe(404);
  });

  test("no form of another person, community or act is taken, and none without its protection", async () => {
    const one = await makeRoom(app, owner, { discovery: "discoverable", joining: "open" });
    const other = await makeRoom(app, owner, { discovery: "discoverable", joining: "open" });
    const before = await members();
    const join = await form(ann, one.handle);
    const tries = [
      await sendForm(app, at(one.handle), ann, { act: "join" }),
      await sendForm(app, at(one.handle), ann, { ...join, act: "leave" }),
      await sendForm(app, at(one.handle), bob, join),
      await sendForm(app, at(other.handle), ann, join),
    ];
    for (const { statusCode, body } of tries) {
      expect([statusCode, body.includes("This form has expired")]).toEqual([403, true]);
    }
    const out = await sendForm(app, at(one.handle), {}, join);
    expect(out.headers.location).toBe(
      `/auth/sign-in?${new URLSearchParams({ return_to: at(one.handle) })}`,
    );
    const hidden = await makeRoom(app, owner, { name: "Hidden" });
    const unseen = await sendForm(app, at(hidden.handle), ann, join);
    expect([unseen.statusCode, unseen.body.includes("Community not found")]).toEqual([404, true]);
    expect((await members()).length).toBe(before.length + 1);
  });
});
