import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";

const app = await testApp();
const [ann, mia, stranger] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];
const made = await makeRoom(app, ann, { discovery: "public_profile" });
await addToRoom(app, made, [[mia, "member"]]);
const at = `/v2/messaging/rooms/${made.roomId}`;

const ask = (method: "POST" | "PATCH" | "DELETE", url: string, who: Person, payload: object = {}) =>
  app.send({ method, url: at + url, headers: who.headers, payload });
const read = (url: string, who: Person) => app.get(at + url, who.headers);
const say = async (who: Person, body: string) =>
  (await ask("POST", "/messages", who, { body })).json().data.id as string;
interface Message {
  id: string;
  body: string | null;
}
const bodies = (data: Message[]) => data.map(({ body }) => body);

describe("messages", () => {
  test("stay behind membership, also of a public face [COM-21]", async () => {
    const id = await say(mia, "for members");
    for (const url of ["/messages", `/messages/${id}`, "/resources", "/members"]) {
      const answer = await read(url, stranger);
      expect([403, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain("for members");
    }
    expect((await read("/messages", mia)).body).toContain("for members");
  });

  test("pages neither skip nor repeat, and `after` gives exactly what came behind", async () => {
    const first = await say(ann, "1");
    const rest = ["2", "3", "4", "5"];
    for (const text of rest) await say(mia, text);
    const newest = (await read("/messages?limit=2", ann)).json();
    expect(bodies(newest.data)).toEqual(["5", "4"]);
    const next = (await read(`/messages?limit=2&cursor=${newest.meta.nextCursor}`, ann)).json();
    expect(bodies(next.data)).toEqual(["3", "2"]);
    expect(bodies((await read(`/messages?after=${first}`, ann)).json().data)).toEqual(rest);
    const elsewhere = await makeRoom(app, ann);
    const foreign = `/v2/messaging/rooms/${elsewhere.roomId}/messages?after=${first}`;
    expect((await app.get(foreign, ann.headers)).json().data).toEqual([]);
    expect((await read("/messages?cursor=nonsense", ann)).statusCode).toBe(400);
  });

  test("sixteen at once are all kept, in one order for who follows", async () => {
    const first = await say(ann, "start");
    const sent = await Promise.all(Array.from({ length: 16 }, (_, n) => say(mia, `m${n}`)));
    const { data } = (await read(`/messages?after=${first}&limit=100`, ann)).json();
    expect(data.map(({ id }: Message) => id).sort()).toEqual([...sent].sort());
  });

  test("are changed by their author alone and removed by the author or an admin", async () => {
    const id = await say(mia, "slip");
    expect((await ask("PATCH", `/messages/${id}`, ann, { body: "forged" })).statusCode).toBe(403);
    const edited = await ask("PATCH", `/messages/${id}`, mia, { body: "right" });
    expect(edited.json().data).toMatchObject({
      body: "right",
      editedAt: expect.stringMatching(/Z$/),
    });
    const ofAnn = await say(ann, "mine");
    expect((await ask("DELETE", `/messages/${ofAnn}`, mia)).statusCode).toBe(403);
    expect((await ask("DELETE", `/messages/${id}`, ann)).statusCode).toBe(200);
    const removed = (await read(`/messages/${id}`, mia)).json().data;
    expect(removed).toMatchObject({ body: null, removedAt: expect.stringMatching(/Z$/) });
    expect((await ask("PATCH", `/messages/${id}`, mia, { body: "back" })).statusCode).toBe(409);
  });

  test("a closed room keeps its messages as they are; their author may take them away [COM-24]", async () => {
    const room = await makeRoom(app, ann);
    const url = `/v2/messaging/rooms/${room.roomId}`;
    const send = (method: "POST" | "PATCH" | "DELETE", path: string, payload: object = {}) =>
      app.send({ method, url: url + path, headers: ann.headers, payload });
    const { id } = (await send("POST", "/messages", { body: "as said" })).json().data;
    await send("POST", "/close");
    const edited = await send("PATCH", `/messages/${id}`, { body: "otherwise" });
    expect([edited.statusCode, edited.json().error.code]).toEqual([409, "CONFLICT"]);
    const { data } = (await app.get(`${url}/messages/${id}`, ann.headers)).json();
    expect(data).toMatchObject({ body: "as said", editedAt: null });
    expect((await send("DELETE", `/messages/${id}`)).statusCode).toBe(200);
  });

  test.each([
    ["", 400],
    ["   ", 400],
    ["x".repeat(4001), 400],
    ["x".repeat(4000), 201],
    ["a\u202Eb", 400],
  ])("%# a body of that kind is answered as it should be", async (body, status) => {
    expect((await ask("POST", "/messages", mia, { body })).statusCode).toBe(status);
  });
});

describe("resources", () => {
  test("links are open to members; who added one or an admin removes it [COM-20] [COM-21]", async () => {
    const link = { kind: "link", title: "Minutes", url: "https://example.com/minutes" };
    const { id } = (await ask("POST", "/resources", mia, link)).json().data;
    const shown = (await read("/resources", ann)).json().data;
    expect(shown[0]).toMatchObject({ id, title: "Minutes", url: link.url, isReadable: true });
    const bad = { ...link, url: "javascript:alert(1)" };
    expect((await ask("POST", "/resources", mia, bad)).statusCode).toBe(400);
    const ofAnn = (await ask("POST", "/resources", ann, link)).json().data.id;
    expect((await ask("DELETE", `/resources/${ofAnn}`, mia)).statusCode).toBe(403);
    expect((await ask("DELETE", `/resources/${id}`, mia)).statusCode).toBe(200);
  });

  test("a report keeps its permissions: joining shows neither it nor, unless its owner says so, its title [COM-20]", async () => {
    const report = async (is_public: boolean) => {
      const payload = { title: "Board paper", report_type: "other", is_public };
      const made = await app.send({
        method: "POST",
        url: "/v2/reports",
        headers: ann.headers,
        payload,
      });
      return made.json().data.id as string;
    };
    const secret = await report(false);
    const refer = (who: Person, reference: string, isTitleShown: boolean) =>
      ask("POST", "/resources", who, {
        kind: "report",
        title: "The paper",
        reference,
        isTitleShown,
      });
    expect((await refer(mia, secret, false)).statusCode).toBe(404);
    const hidden = (await refer(ann, secret, false)).json().data.id;
    const titled = (await refer(ann, secret, true)).json().data.id;
    const seen = async (who: Person, id: string) =>
      (await read(`/resources/${id}`, who)).json().data;
    expect(await seen(mia, hidden)).toMatchObject({
      title: null,
      reference: null,
      isReadable: false,
    });
    expect(await seen(mia, titled)).toMatchObject({
      title: "The paper",
      reference: null,
      isReadable: false,
    });
    expect(await seen(ann, hidden)).toMatchObject({
      title: "The paper",
      reference: secret,
      isReadable: true,
    });
    const listed = (await read("/resources?limit=100", mia)).body;
    expect(listed).not.toContain(secret);
    const open = await report(true);
    expect((await refer(mia, open, true)).statusCode).toBe(403);
    expect((await refer(mia, open, false)).json().data).toMatchObject({
      reference: open,
      isReadable: true,
    });
    expect((await app.get(`/v2/reports/${secret}`, mia.headers)).statusCode).toBe(404);
  });
});
