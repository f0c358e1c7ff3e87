import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { claimNext } from "#api/modules/webhooks/delivery/queries.ts";
import { webhook } from "#schemas/tables/accounts/webhook.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { loopbackClient, openReceiver, openWorker, recordChanges } from "./receiver.ts";

let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const pass = (minutes: number) => {
  aheadMs += minutes * 60_000;
};
// Tokens end after an hour: the clock of the API stays, that of the worker is moved.
const app = await testApp({ webhooks: loopbackClient() });
const { get, send, mails } = app;
const { minute, platform } = openWorker(app, now);
const company = await makeCompany(app.db, { name: "Example" });
const other = await makeCompany(app.db, { name: "Other" });
let ann: Person;

beforeEach(async () => {
  aheadMs = 0;
  await app.db.delete(webhook);
  ann = await makePerson(app);
});

async function make(url: string, more: object = {}, who = ann) {
  const answer = await send({
    ...{ method: "POST", url: "/v2/webhooks", headers: who.headers, payload: { url, ...more } },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data as { id: string; secret: string };
}
const read = async (id: string, who = ann) =>
  (await get(`/v2/webhooks/${id}`, who.headers)).json().data;
const deliveries = async (id: string, query = "?limit=100") =>
  (await get(`/v2/webhooks/${id}/deliveries${query}`, ann.headers)).json().data as {
    id: string;
    status: string;
    messageId: string;
  }[];
const logOf = async (id: string, deliveryId: string) =>
  (await get(`/v2/webhooks/${id}/deliveries/${deliveryId}`, ann.headers)).json().data.log as {
    outcome: string;
    statusCode: number | null;
  }[];
const act = (id: string, path: string, payload?: object, method: "POST" | "PATCH" = "POST") =>
  send({
    ...{ method, url: `/v2/webhooks/${id}${path}`, headers: ann.headers },
    ...(payload === undefined ? {} : { payload }),
  });

describe("what is sent", () => {
  test("is the change as it is read, signed as Standard Webhooks says", async () => {
    const receiver = await openReceiver();
    const { id, secret } = await make(receiver.url);
    const [changeId] = await recordChanges(app, company.id);
    await minute();
    await minute();

    expect(receiver.received).toHaveLength(1);
    const [one] = receiver.received;
    const payload = new Webhook(secret).verify(one?.body ?? "", one?.headers ?? {});
    const changes = (await get("/v2/changes?limit=500")).json().data as { id: string }[];
    const change = changes.find((each) => each.id === changeId);
    expect(payload).toMatchObject({ type: "filing.stored", data: change });
    expect(one?.headers["content-type"]).toBe("application/json");
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: "delivered", messageId: one?.id });
    const forged = (one?.body ?? "").replace("10-K", "10-Q");
    expect(() => new Webhook(secret).verify(forged, one?.headers ?? {})).toThrow();
  });

  test("is chosen by kinds and by the companies of a watchlist, as they are then", async () => {
    const [all, kinds, listed] = [await openReceiver(), await openReceiver(), await openReceiver()];
    const made = await send({
      ...{ method: "POST", url: "/v2/watchlists", headers: ann.headers, payload: { name: "Mine" } },
    });
    const watchlistId = made.json().data.id as string;
    await make(all.url);
    await make(kinds.url, { types: ["filing.changed"] });
    await make(listed.url, { watchlistId });
    await send({
      ...{ method: "POST", url: `/v2/watchlists/${watchlistId}/entities`, headers: ann.headers },
      payload: { entityId: other.id },
    });
    await recordChanges(app, company.id, 1);
    await recordChanges(app, company.id, 1, "filing.changed");
    await recordChanges(app, other.id, 1);
    await minute();

    const seen = (of: typeof all) =>
      of.received.map(({ json }) => [
        json.type,
        (json.data.entity as { entityId: string }).entityId,
      ]);
    expect(seen(all)).toHaveLength(3);
    expect(seen(kinds)).toEqual([["filing.changed", company.id]]);
    expect(seen(listed)).toEqual([["filing.stored", other.id]]);
  });

  test("begins with what is new: a webhook is not told what was before it", async () => {
    await recordChanges(app, company.id, 2);
    const receiver = await openReceiver();
    await make(receiver.url);
    await minute();

    expect(receiver.received).toEqual([]);
  });

  test("is the test event at once, in the log with what came of it", async () => {
    const receiver = await openReceiver();
    const { id } = await make(receiver.url);
    const tested = await act(id, "/test");

    expect(tested.statusCode).toBe(201);
    expect(receiver.received.map(({ json }) => json.type)).toEqual(["webhook.test"]);
    const log = await logOf(id, tested.json().data.id);
    expect(log).toEqual([expect.objectContaining({ outcome: "delivered", statusCode: 200 })]);
    expect(tested.headers.location).toBe(`/v2/webhooks/${id}/deliveries/${tested.json().data.id}`);
  });
});

describe("a receiver that fails", () => {
  test("and is down for an hour gets everything afterwards, each once", async () => {
    const down = await openReceiver();
    const port = Number(new URL(down.url).port);
    await down.close();
    const { id } = await make(down.url);
    for (let passed = 0; passed < 60; passed += 1) {
      if (passed % 10 === 0) await recordChanges(app, company.id, 3);
      await minute();
      pass(1);
    }
    const failing = await read(id);
    expect(failing).toMatchObject({ status: "active", failingSince: expect.any(String) });
    // While it is down it is not asked for each of 18 deliveries again and again.
    expect(failing.failures).toBeLessThan(30);

    const up = await openReceiver(port);
    for (let passed = 0; passed < 61; passed += 1) {
      await minute();
      pass(1);
    }
    const ids = up.received.map((one) => one.id);
    expect(ids).toHaveLength(18);
    expect(new Set(ids).size).toBe(18);
    expect(await read(id)).toMatchObject({ failures: 0, failingSince: null });
    expect((await deliveries(id)).every(({ status }) => status === "delivered")).toBe(true);
  });

  test("and answers 500 is asked again with the same id, until it takes it", async () => {
    const receiver = await openReceiver();
    const { id, secret } = await make(receiver.url);
    receiver.answer((response) => response.writeHead(500).end());
    await recordChanges(app, company.id, 1);
    await minute();
    await minute();
    expect(receiver.received).toHaveLength(1);
    pass(1.1);
    await minute();
    expect(receiver.received).toHaveLength(2);
    receiver.answer((response) => response.end());
    pass(5.1);
    await minute();
    pass(600);
    await minute();

    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body);
    const [delivery] = await deliveries(id);
    const log = await logOf(id, delivery?.id ?? "");
    expect(log.map(({ outcome, statusCode }) => [outcome, statusCode])).toEqual([
      ["refused", 500],
      ["refused", 500],
      ["delivered", 200],
    ]);
    expect(secret).toMatch(/^whsec_/);
  });

  test("by being slow is timed out and keeps no other waiting", async () => {
    const [slow, quick] = [await openReceiver(), await openReceiver()];
    slow.answer(() => {});
    const impatient = openWorker(app, now, loopbackClient(300));
    const { id } = await make(slow.url);
    await make(quick.url);
    await recordChanges(app, company.id, 2);
    await impatient.minute();

    expect(quick.received).toHaveLength(2);
    const [delivery] = await deliveries(id);
    expect(await logOf(id, delivery?.id ?? "")).toEqual([
      expect.objectContaining({ outcome: "timeout", statusCode: null }),
    ]);
    slow.answer((response) => response.end());
    pass(1.1);
    await impatient.minute();
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("by one event alone is not held: the others are delivered, that one is given up", async () => {
    const receiver = await openReceiver();
    const { id } = await make(receiver.url);
    const [poison] = await recordChanges(app, company.id, 1);
    receiver.answer((response, { json }) =>
      response.writeHead(json.data.id === poison ? 500 : 200).end(),
    );
    for (let round = 0; round < 12; round += 1) {
      await recordChanges(app, other.id, 1);
      await minute();
      pass(24 * 60);
    }

    const statuses = (await deliveries(id)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "delivered")).toHaveLength(12);
    expect(statuses.filter((status) => status === "failed")).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "active" });
  });

  test("by redirecting to loopback is not followed", async () => {
    const [receiver, inside] = [await openReceiver(), await openReceiver()];
    receiver.answer((response) => response.writeHead(307, { location: inside.url }).end());
    const { id } = await make(receiver.url);
    const tested = await act(id, "/test");

    expect(receiver.received).toHaveLength(1);
    expect([inside.received.length, inside.connections()]).toEqual([0, 0]);
    expect(await logOf(id, tested.json().data.id)).toEqual([
      expect.objectContaining({ outcome: "redirected", statusCode: 307 }),
    ]);
  });

  test("for three days is stopped, its owner told once; started again it gets what it missed", async () => {
    const receiver = await openReceiver();
    receiver.answer((response) => response.writeHead(503).end());
    const { id } = await make(receiver.url);
    await recordChanges(app, company.id, 2);
    const before = mails.length;
    for (let hours = 0; hours < 80; hours += 1) {
      await minute();
      pass(60);
    }

    expect(await read(id)).toMatchObject({ status: "disabled", stopped: "failures" });
    const told = mails.slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(["A webhook was stopped"]);
    expect(told[0]?.text).toContain(receiver.url);
    await recordChanges(app, company.id, 3);
    const asked = receiver.received.length;
    pass(60);
    await minute();
    expect(receiver.received).toHaveLength(asked);
    expect((await act(id, "/test")).statusCode).toBe(409);
    receiver.answer((response) => response.end());
    expect((await act(id, "", { status: "active" }, "PATCH")).statusCode).toBe(200);
    await minute();
    pass(60);
    await minute();
    pass(24 * 60);
    await minute();

    const ids = receiver.received.slice(asked).map((one) => one.id);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  test("with 410 Gone is stopped at once", async () => {
    const receiver = await openReceiver();
    receiver.answer((response) => response.writeHead(410).end());
    const { id } = await make(receiver.url);
    const before = mails.length;
    await act(id, "/test");

    expect(await read(id)).toMatchObject({ status: "disabled", stopped: "gone" });
    expect(mails).toHaveLength(before + 1);
  });
});

describe("several processes", () => {
  test("share the deliveries: none is lost, none is sent twice", async () => {
    const receiver = await openReceiver();
    receiver.answer((response) => void setTimeout(() => response.end(), 20));
    const { id } = await make(receiver.url);
    await recordChanges(app, company.id, 25);
    const workers = Array.from({ length: 3 }, () => openWorker(app, now));
    await Promise.all(workers.map((worker) => worker.minute()));
    await minute();

    const ids = receiver.received.map((one) => one.id);
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(25);
    expect((await deliveries(id)).every(({ status }) => status === "delivered")).toBe(true);
  });

  test("take over what a process claimed that died, with the same id", async () => {
    const receiver = await openReceiver();
    const { id } = await make(receiver.url);
    await recordChanges(app, company.id, 1);
    await spread();
    const claimed = await claimNext(platform.db, id, now());
    await minute();
    expect(receiver.received).toEqual([]);
    pass(1.1);
    await minute();

    expect(receiver.received.map((one) => one.id)).toEqual([`msg_${claimed?.id}`]);
  });
});

const spread = async () => {
  const { spreadChanges } = await import("#api/modules/webhooks/service.ts");
  return spreadChanges(platform);
};

describe("sending again", () => {
  test("one delivery, or all since a time, has the ids that they had; the neighbour's stay", async () => {
    const [receiver, neighbours] = [await openReceiver(), await openReceiver()];
    const bob = await makePerson(app);
    const { id } = await make(receiver.url);
    await make(neighbours.url, {}, bob);
    const since = now().toISOString();
    await recordChanges(app, company.id, 3);
    await minute();
    const ids = receiver.received.map((one) => one.id);
    const [delivery] = await deliveries(id);
    for (let round = 0; round < 2; round += 1) {
      expect((await act(id, `/deliveries/${delivery?.id}/replay`)).statusCode).toBe(200);
    }
    const all = await act(id, "/replay", { since });

    expect(all.json().data).toEqual({ webhookId: id, deliveries: 3 });
    const again = receiver.received.slice(3).map((one) => one.id);
    expect(again.slice(0, 2)).toEqual([delivery?.messageId, delivery?.messageId]);
    expect(again.slice(2).sort()).toEqual([...ids].sort());
    expect(neighbours.received).toHaveLength(3);
  });

  test("a delivery of another webhook is 404", async () => {
    const receiver = await openReceiver();
    const [one, two] = [await make(receiver.url), await make(receiver.url)];
    const tested = await act(one.id, "/test");

    expect((await act(two.id, `/deliveries/${tested.json().data.id}/replay`)).statusCode).toBe(404);
  });
});
