import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import type { Payments } from "#api/clients/payments/provider.ts";
import { openStripePayments } from "#api/clients/payments/stripe.ts";
import type { Database } from "#schemas/database/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { openTestDatabase } from "../database.ts";
import type { Person } from "../people.ts";
import { type StripeImitation, startStripe } from "../stripe/start.ts";
import { whenDone } from "../when-done.ts";

/** What the way to the provider does to a request. */
export type Fault = "none" | "down" | "slow" | "500 after it acted";

export interface PaymentWorld {
  made: TestApp;
  payments: Payments;
  /** Stripe's library, on the same way to the provider. */
  stripe: Stripe;
  /** What the provider keeps, by id. */
  store: StripeImitation["store"];
  webhookSecret: string;
  /** Address of the provider's hosted pages. */
  baseUrl: string;
  /** Requests that reached the provider: "POST /v1/customers". */
  asked: string[];
  /** Events that it sent, as they were signed. */
  events: { body: string; signature: string }[];
  /** What happens to the next requests on their way, at most `times` of those that match. */
  fail(fault: Fault, matching?: RegExp, times?: number): void;
  /** While false its events get lost. */
  hear(isHeard: boolean): void;
  checkout(person: Person, body?: object, headers?: object): ReturnType<TestApp["send"]>;
  subscription(person: Person): Promise<Record<string, unknown> | null>;
  /** Sends a form of a hosted page, as a browser does, and does not follow where it leads. */
  submit(url: string, fields: Record<string, string>): Promise<Response>;
}

/** The API with an imitation of Stripe behind a way that can fail. */
export async function paymentWorld(
  now: () => Date,
  options: { publicUrl?: string } = {},
): Promise<PaymentWorld> {
  const database: Database = await openTestDatabase();
  const webhookSecret = "whsec_for_tests_only";
  const events: PaymentWorld["events"] = [];
  const asked: string[] = [];
  let isHeard = true;
  let made: TestApp | null = null;
  const deliver = async (body: string, signature: string) => {
    events.push({ body, signature });
    if (!isHeard || made === null) return 200;
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const url = "/api/v1/billing/webhook";
    return (await made.send({ method: "POST", url, headers, payload: body })).statusCode;
  };
  const provider = await startStripe({ now, webhookSecret, deliver });
  const way = await openWay(provider.port, asked);
  const secretKey = "sk_test_1";
  const apiBase = `http://127.0.0.1:${way.port}`;
  const payments = openStripePayments({ secretKey, webhookSecret, apiBase }, 1500);
  made = await testApp({ database, now, payments, ...options });
  whenDone(async () => {
    await way.close();
    await provider.close();
    await database.close();
  });
  const { send, get } = made;
  return {
    made,
    payments,
    stripe: new Stripe(secretKey, { host: "127.0.0.1", port: way.port, protocol: "http" }),
    store: provider.store,
    webhookSecret,
    baseUrl: `http://127.0.0.1:${provider.port}`,
    asked,
    events,
    fail: way.fail,
    hear: (wanted) => {
      isHeard = wanted;
    },
    checkout: (person, body = { planId: "pro", billingCycle: "monthly" }, headers = {}) =>
      send({
        method: "POST",
        url: "/api/v1/billing/checkout",
        headers: { ...person.headers, ...headers },
        payload: body,
      }),
    subscription: async (person) =>
      (await get("/api/v1/billing/subscription", person.headers)).json().data,
    submit: (url, fields) =>
      fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
  };
}

/** A proxy before the provider, on which requests fail as they are told to. */
async function openWay(port: number, asked: string[]) {
  let fault: Fault = "none";
  let matching = /./;
  let left = 0;
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const name = `${incoming.method} ${incoming.url}`;
    const isHit = left > 0 && matching.test(name);
    if (isHit) left -= 1;
    if (isHit && fault === "down") return void incoming.socket.destroy();
    if (isHit && fault === "slow") return;
    asked.push(name);
    const { method, url: path, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      if (!isHit) {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      answer.resume();
      outgoing.writeHead(500, { "content-type": "application/json" });
      outgoing.end('{"error":{"type":"api_error","message":"secret vendor words"}}');
    });
    onward.end(Buffer.concat(chunks));
  };
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fail(next: Fault, those = /./, times = Number.POSITIVE_INFINITY) {
      fault = next;
      matching = those;
      left = next === "none" ? 0 : times;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
