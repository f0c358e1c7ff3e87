import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { billingSubscription } from "#schemas/tables/accounts/billing.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, type MadeRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

const app = await testApp();
/** Another process would share nothing with the first one but the database; neither does this app. */
const other = await testApp({ database: app.database });
const listen = async ({ app: server }: typeof app) => {
  await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
};
const base = await listen(app);
const ann = await makePerson(app);

async function subscriber(planId = "pro"): Promise<Person> {
  const person = await makePerson(app);
  await subscribe(app, person.id, planId);
  return person;
}

/** A room of Ann's with the person as its member. */
async function roomWith(person: Person): Promise<MadeRoom> {
  const room = await makeRoom(app, ann);
  await addToRoom(app, room, [[person, "member"]]);
  return room;
}

interface Told {
  id: string | undefined;
  event: string | undefined;
  data: { id?: string; body?: string; reason?: string };
}

const parse = (text: string): Told[] =>
  text
    .split("\n\n")
    .slice(0, -1)
    .filter((block) => !block.startsWith(":"))
    .map((block) => {
      const of = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      return { id: of("id"), event: of("event"), data: JSON.parse(of("data") ?? "null") };
    });

/** Follows a room until `stop`; `told` has the events so far. */
async function follow(
  room: MadeRoom,
  { headers }: Person,
  { query = "", at = base, more = {} }: { query?: string; at?: string; more?: object } = {},
) {
  const gone = new AbortController();
  const answer = await fetch(`${at}/v2/messaging/rooms/${room.roomId}/stream${query}`, {
    headers: { ...headers, ...more },
    signal: gone.signal,
  });
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  const over = read().then(
    () => "ended",
    () => "stopped",
  );
  return {
    status: answer.status,
    headers: answer.headers,
    told: () => parse(text),
    over,
    stop: () => gone.abort(),
  };
}

const say = (room: MadeRoom, body: string, via = app) =>
  via.send({
    method: "POST",
    url: `/v2/messaging/rooms/${room.roomId}/messages`,
    headers: ann.headers,
    payload: { body },
  });
const bodies = (told: Told[]) => told.map(({ data }) => data.body);
const patient = { timeout: 10_000 };

describe("the stream of a room", () => {
  test("tells each new message once and in order, also those written in another process [COM-21]", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    await say(room, "before");
    const stream = await follow(room, mia);
    expect([stream.status, stream.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    expect(stream.headers.get("cache-control")).toBe("no-store");
    const said = [];
    for (let n = 0; n < 4; n += 1) {
      said.push((await say(room, `m${n}`, n % 2 === 0 ? app : other)).json().data);
    }
    await expect.poll(() => bodies(stream.told()), patient).toEqual(["m0", "m1", "m2", "m3"]);
    expect(stream.told()).toEqual(said.map((data) => ({ id: data.id, event: "message", data })));
    stream.stop();
  });

  test("goes on behind Last-Event-ID without a gap or a repeat, over more than one batch", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    const first = (await say(room, "first")).json().data.id as string;
    const wanted = Array.from({ length: 60 }, (_, n) => `n${n}`);
    for (const body of wanted) await say(room, body);
    const stream = await follow(room, mia, { more: { "last-event-id": first } });
    await expect.poll(() => bodies(stream.told()), patient).toEqual(wanted);
    await say(room, "last");
    await expect.poll(() => bodies(stream.told()), patient).toEqual([...wanted, "last"]);
    stream.stop();
  });

  test("begins with an empty room, ends after its seconds, and HEAD opens none", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    const url = `/v2/messaging/rooms/${room.roomId}/stream`;
    const head = await app.send({ method: "HEAD", url, headers: mia.headers });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const stream = await follow(room, mia, { query: "?seconds=2" });
    await say(room, "hello");
    expect(await stream.over).toBe("ended");
    expect(bodies(stream.told())).toEqual(["hello"]);
  });

  test.each([
    ["a message of another room", "?after=0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", {}],
    ["no id", "", { "last-event-id": "7" }],
    ["too many seconds", "?seconds=3601", {}],
  ])("refuses to begin after %s: 400", async (_, query, more) => {
    const mia = await subscriber();
    const stream = await follow(await roomWith(mia), mia, { query, more });
    expect(stream.status).toBe(400);
  });
});

describe("who may follow", () => {
  test("nobody on the free plan, and no stranger on a better one [COM-21] [BIL-16]", async () => {
    const [free, paying] = [await makePerson(app), await subscriber()];
    const room = await roomWith(free);
    expect((await follow(room, free)).status).toBe(403);
    expect((await follow(room, paying)).status).toBe(404);
  });

  test("as many streams as the plan allows; one that is closed makes room", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    const open = [];
    for (let n = 0; n < 5; n += 1) open.push(await follow(room, mia));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await follow(room, mia)).status).toBe(403);
    open[0]?.stop();
    const next = async () => {
      const one = await follow(room, mia);
      if (one.status === 200) one.stop();
      return one.status;
    };
    await expect.poll(next, patient).toBe(200);
    for (const one of open) one.stop();
  });

  test("who is removed hears of the end at once and of nothing after it [COM-21]", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    const stream = await follow(room, mia);
    await other.send({
      method: "DELETE",
      url: `/v2/messaging/rooms/${room.roomId}/members/${mia.id}`,
      headers: ann.headers,
    });
    expect(await stream.over).toBe("ended");
    await say(room, "secret");
    expect(stream.told()).toEqual([
      { id: undefined, event: "end", data: { reason: "membership" } },
    ]);
  });

  test("a plan that has ended and an account that is gone end the stream [STA-04]", async () => {
    const [mia, max] = [await subscriber(), await subscriber()];
    const room = await roomWith(mia);
    await addToRoom(app, room, [[max, "member"]]);
    const streams = [await follow(room, mia), await follow(room, max)] as const;
    const paidUntil = new Date(Date.now() - 1000).toISOString();
    await app.db
      .update(billingSubscription)
      .set({ paidUntil })
      .where(eq(billingSubscription.userId, mia.id));
    await app.db.delete(userAccount).where(eq(userAccount.id, max.id));
    // What is known of a credential is at most a second old.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await say(room, "later");
    expect(await Promise.all(streams.map(({ over }) => over))).toEqual(["ended", "ended"]);
    expect(streams.map((one) => one.told().map(({ data }) => data.reason))).toEqual([
      ["plan"],
      ["credential"],
    ]);
  });

  test("a process that stops ends its streams, and the client goes on elsewhere", async () => {
    const mia = await subscriber();
    const room = await roomWith(mia);
    const stopping = await testApp({ database: app.database });
    const stream = await follow(room, mia, { at: await listen(stopping) });
    const first = (await say(room, "one")).json().data.id as string;
    await expect.poll(() => bodies(stream.told()), patient).toEqual(["one"]);
    await stopping.app.close();
    expect(await stream.over).toBe("ended");
    await say(room, "two");
    const again = await follow(room, mia, { more: { "last-event-id": first } });
    await expect.poll(() => bodies(again.told()), patient).toEqual(["two"]);
    again.stop();
  });
});
