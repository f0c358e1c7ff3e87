import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { issueToken } from "#api/auth/local-issuer.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { createOnServer } from "../../helpers/database.ts";
import { freePort } from "../../helpers/postgres.ts";
import { startStripe } from "../../helpers/stripe/start.ts";

const server = process.env.TEST_DATABASE_URL ?? "";
const webhookSecret = "whsec_for_tests_only";
const script = join(import.meta.dirname, "../../../api/server.ts");
const patient = { timeout: 60_000, interval: 250 };

/** Two processes of the API on one PostgreSQL server, and the imitation of Stripe in this one. */
async function startWorld() {
  const own = await createOnServer(server);
  const database = await openDatabase({ databaseUrl: own.url, dataDir: "" });
  const events: { body: string; signature: string }[] = [];
  const provider = await startStripe({
    now: () => new Date(),
    webhookSecret,
    // Nobody hears them until the test sends them on.
    deliver: async (body, signature) => {
      events.push({ body, signature });
      return 200;
    },
  });
  const children: ChildProcess[] = [];
  const start = async () => {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: own.url,
      PORT: String(port),
      LOG_LEVEL: "error",
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${provider.port}`,
    };
    const child = spawn(process.execPath, [script], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(child);
    const base = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${base}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    for (let tries = 0; (await isUp()) !== 200; tries += 1) {
      if (tries > 240) throw new Error("a process does not answer");
      await setTimeout(250);
    }
    return base;
  };
  const stop = async () => {
    for (const child of children) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await provider.close();
    await database.close();
    await own.drop();
  };
  return { database, events, bases: [await start(), await start()] as const, stop };
}

describe.skipIf(server === "")("two processes of the API", async () => {
  if (server === "") return;
  const { database, events, bases, stop } = await startWorld();
  afterAll(stop);
  const now = new Date();
  const { token } = await issueToken(
    { db: database.db, secretKey: null },
    { email: "payer@example.com", now },
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const policies = () =>
    Promise.all(
      bases.map(async (base) =>
        (await fetch(`${base}/api/v1/users/me`, { headers })).headers.get("ratelimit-policy"),
      ),
    );

  test("that get the same event at once apply it once, and both know the plan [BIL-16] [O-32]", async () => {
    expect(await policies()).toEqual(['"read";q=600;w=60', '"read";q=600;w=60']);
    const checkout = await fetch(`${bases[0]}/api/v1/billing/checkout`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ planId: "pro", billingCycle: "monthly" }),
    });
    expect(checkout.status).toBe(201);
    const { data } = (await checkout.json()) as { data: { url: string } };
    const card = new URLSearchParams({ card: "pays" });
    await fetch(data.url, { method: "POST", body: card, redirect: "manual" });
    expect(events.length).toBeGreaterThan(1);

    const deliveries = events.flatMap((event) =>
      [...bases, ...bases].map((base) => ({ base, event })),
    );
    const answers = await Promise.all(
      deliveries.map(({ base, event: { body, signature } }) =>
        fetch(`${base}/api/v1/billing/webhook`, {
          method: "POST",
          headers: { "content-type": "application/json", "stripe-signature": signature },
          body,
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await database.pool.query("select status from billing_subscription");
    expect(rows).toEqual([{ status: "active" }]);
    const { rows: kept } = await database.pool.query("select id from billing_event");
    expect(kept).toHaveLength(events.length);
    await expect.poll(policies, patient).toEqual(['"read";q=3000;w=60', '"read";q=3000;w=60']);
  }, 180_000);

  test("both take the plan away at the end of its period, without a word of the provider [STA-04]", async () => {
    await database.pool.query(
      "update billing_subscription set cancel_at_period_end = true, paid_until = now() + interval '3 seconds'",
    );
    await expect.poll(policies, patient).toEqual(['"read";q=600;w=60', '"read";q=600;w=60']);
    const { rows } = await database.pool.query(
      "select paid_until <= now() as is_over from billing_subscription",
    );
    expect(rows).toEqual([{ is_over: true }]);
  }, 120_000);
});
