import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { openWebhookClient } from "#api/clients/webhooks.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { webhook } from "#schemas/tables/accounts/webhook.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { loopbackClient, openReceiver, openWorker, recordChanges } from "./receiver.ts";

const app = await testApp({ webhooks: loopbackClient() });
const { get, send, db } = app;
const { minute } = openWorker(app, () => new Date());
const company = await makeCompany(db);

const ask = (
  method: "POST" | "PATCH" | "DELETE" | "GET",
  path: string,
  headers: Record<string, string>,
  payload?: object,
) =>
  send({
    method,
    url: `/v2/webhooks${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const make = async (headers: Record<string, string>, payload: object) => {
  const answer = await ask("POST", "", headers, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data as { id: string; secret: string; apiKeyId: string | null };
};
const keyOf = async (who: Person, scope = "write") => {
  const made = await send({
    ...{ method: "POST", url: "/api/v1/api-keys", headers: who.headers },
    payload: { name: "Key", scope },
  });
  const { id, key } = made.json().data as { id: string; key: string };
  return { id, headers: { "x-api-key": key } };
};

describe("addresses that webhooks may not reach", () => {
  const guarded = openWebhookClient();

  test.each([
    "http://example.com/hook",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fd00::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:db8::1]/",
    "https://user:pass@example.com/",
  ])("%s is refused when the webhook is made", (url) => {
    expect(guarded.refusalOf(url)).toEqual(expect.any(String));
  });

  test.each(["https://example.com/hook", "https://93.184.215.14/", "https://[2606:2800:21f::1]/"])(
    "%s is taken",
    (url) => {
      expect(guarded.refusalOf(url)).toBeNull();
    },
  );

  test("a network that the operator names is taken, without encryption, too, and no other", () => {
    const named = openWebhookClient({ networks: ["10.0.0.0/8", "::1"] });

    expect(named.refusalOf("http://10.1.2.3/")).toBeNull();
    expect(named.refusalOf("http://[::1]/")).toBeNull();
    expect(named.refusalOf("http://127.0.0.1/")).not.toBeNull();
    expect(named.refusalOf("http://93.184.215.14/")).not.toBeNull();
  });

  test("a name that leads inside is not connected to, be it by one address of several or the second time", async () => {
    const inside = await openReceiver();
    const port = new URL(inside.url).port;
    const outside = { address: "93.184.215.14", family: 4 };
    const loopback = { address: "127.0.0.1", family: 4 };
    const answers = [
      [loopback],
      [outside, loopback],
      [{ address: "::ffff:127.0.0.1", family: 6 }],
      [],
    ];
    for (const addresses of answers) {
      const client = openWebhookClient({ lookup: (_, __, done) => done(null, addresses) });
      for (const url of [`https://receiver.example:${port}/`, `http://receiver.example:${port}/`]) {
        const sent = await client.send({ url, headers: {}, body: "{}" });
        expect([url, sent.outcome]).toEqual([url, "forbidden_address"]);
      }
    }
    expect(inside.connections()).toBe(0);
    expect(inside.received).toEqual([]);
  });

  test("an address itself is not connected to, also where it was stored before the rule", async () => {
    const inside = await openReceiver();
    const sent = await openWebhookClient().send({ url: inside.url, headers: {}, body: "{}" });

    expect(sent.outcome).toBe("forbidden_address");
    expect(inside.connections()).toBe(0);
  });

  test("are told of by 400, and nothing is stored", async () => {
    const ann = await makePerson(app);
    const refused = await ask("POST", "", ann.headers, { url: "https://10.0.0.1/" });

    expect(refused.statusCode).toBe(400);
    expect((await ask("GET", "", ann.headers)).json().meta.total).toBe(0);
    const made = await make(ann.headers, { url: "https://example.com/" });
    const moved = await ask("PATCH", `/${made.id}`, ann.headers, { url: "https://[::1]:1/" });
    expect([
      moved.statusCode,
      (await ask("GET", `/${made.id}`, ann.headers)).json().data.url,
    ]).toEqual([400, "https://example.com/"]);
  });
});

describe("the secret", () => {
  test("is shown once, and after a new one both sign for a day", async () => {
    await db.delete(webhook);
    const ann = await makePerson(app);
    const receiver = await openReceiver();
    const { id, secret } = await make(ann.headers, { url: receiver.url });
    expect(JSON.stringify((await ask("GET", `/${id}`, ann.headers)).json())).not.toContain(
      "whsec_",
    );
    const rotated = (await ask("POST", `/${id}/rotate-secret`, ann.headers)).json().data;
    await ask("POST", `/${id}/test`, ann.headers);
    const [both] = receiver.received;
    for (const one of [secret, rotated.secret]) {
      expect(new Webhook(one).verify(both?.body ?? "", both?.headers ?? {})).toMatchObject({
        type: "webhook.test",
      });
    }
    expect(rotated.secret).not.toBe(secret);
    const dayMs = Date.parse(rotated.previousSecretEndsAt) - Date.now();
    expect(Math.round(dayMs / 3_600_000)).toBe(24);
    await db.update(webhook).set({ previousSecretEndsAt: new Date(Date.now() - 1).toISOString() });
    await ask("POST", `/${id}/test`, ann.headers);
    const last = receiver.received[1];
    expect(last?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(new Webhook(rotated.secret).verify(last?.body ?? "", last?.headers ?? {})).toBeDefined();
  });

  test("is stored encrypted where SECRET_KEY is set; another SECRET_KEY is told in the log", async () => {
    const client = openWebhookClient({ secretKey: "a".repeat(32) });
    const stored = await client.seal("whsec_AAAA");

    expect(stored).not.toContain("whsec_");
    expect(await client.open(stored)).toBe("whsec_AAAA");
    expect(await openWebhookClient({ secretKey: "b".repeat(32) }).open(stored)).toBeNull();
    expect(await openWebhookClient().open("whsec_AAAA")).toBe("whsec_AAAA");
  });
});

describe("whose a webhook is", () => {
  test("a key has its own, sees no others, and they end with it", async () => {
    await db.delete(webhook);
    const ann = await makePerson(app);
    const [key, second] = [await keyOf(ann), await keyOf(ann)];
    const [ofKey, ofPerson] = [await openReceiver(), await openReceiver()];
    const made = await make(key.headers, { url: ofKey.url });
    const own = await make(ann.headers, { url: ofPerson.url });
    expect([made.apiKeyId, own.apiKeyId]).toEqual([key.id, null]);

    expect((await ask("GET", "", key.headers)).json().meta.total).toBe(1);
    for (const id of [own.id]) {
      for (const [method, path] of [
        ["GET", ""],
        ["POST", "/rotate-secret"],
        ["DELETE", ""],
      ] as const) {
        expect((await ask(method, `/${id}${path}`, key.headers)).statusCode).toBe(404);
      }
    }
    expect((await ask("GET", `/${made.id}`, second.headers)).statusCode).toBe(404);
    expect((await ask("GET", "", ann.headers)).json().meta.total).toBe(2);
    const foreign = await ask("POST", "", key.headers, { url: ofKey.url, apiKeyId: second.id });
    expect(foreign.statusCode).toBe(404);

    await send({ method: "POST", url: `/api/v1/api-keys/${key.id}/revoke`, headers: ann.headers });
    await recordChanges(app, company.id);
    await minute();
    expect([ofKey.received.length, ofPerson.received.length]).toEqual([0, 1]);
  });

  test("somebody else's watchlist or key cannot be named", async () => {
    const [ann, bob] = [await makePerson(app), await makePerson(app)];
    const list = await send({
      ...{
        method: "POST",
        url: "/v2/watchlists",
        headers: bob.headers,
        payload: { name: "Bob's" },
      },
    });
    const url = "https://example.com/";
    for (const more of [
      { watchlistId: list.json().data.id },
      { apiKeyId: (await keyOf(bob)).id },
    ]) {
      expect((await ask("POST", "", ann.headers, { url, ...more })).statusCode).toBe(404);
    }
  });

  test("a suspended account is sent nothing until it is active again, and has lost nothing", async () => {
    await db.delete(webhook);
    const ann = await makePerson(app);
    const receiver = await openReceiver();
    await make(ann.headers, { url: receiver.url });
    const setStatus = (status: "active" | "suspended") =>
      db.update(userAccount).set({ status }).where(eq(userAccount.id, ann.id));
    await setStatus("suspended");
    await recordChanges(app, company.id);
    await minute();
    expect(receiver.received).toEqual([]);
    await setStatus("active");
    await minute();
    expect(receiver.received).toHaveLength(1);
  });

  test("an account has twenty at most, also where requests come at once", async () => {
    const ann = await makePerson(app);
    const answers = await Promise.all(
      Array.from({ length: 23 }, () =>
        ask("POST", "", ann.headers, { url: "https://example.com/" }),
      ),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
    const { meta } = (await get("/v2/webhooks", ann.headers)).json();
    expect(meta.total).toBe(20);
  });
});

test.each([
  {},
  { url: "ftp://example.com/" },
  { url: "https://example.com/", types: [] },
  { url: "https://example.com/", types: ["webhook.test"] },
  { url: "https://example.com/", typs: ["filing.stored"] },
])("%j is refused", async (payload) => {
  const ann = await makePerson(app);
  expect((await ask("POST", "", ann.headers, payload)).statusCode).toBe(400);
});
