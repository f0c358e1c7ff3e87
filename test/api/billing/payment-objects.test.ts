import { expect, test } from "vitest";
import members from "../../fixtures/payment-objects.json" with { type: "json" };
import { makePerson } from "../../helpers/people.ts";
import { paymentWorld } from "../../helpers/platform/payments.ts";

const clock = new Date("2026-11-22T12:00:00Z");
const world = await paymentWorld(() => clock);
const person = await makePerson(world.made);
const { id: sessionId, url } = (await world.checkout(person)).json().data;
await world.submit(url, { card: "pays" });

/** What the provider sends, without Stripe's library between. */
const ask = async (path: string, body?: Record<string, string>) => {
  const answer = await fetch(world.baseUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: "Bearer sk_test_1" },
    ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
  });
  return (await answer.json()) as Record<string, never>;
};
const session = await ask(`/v1/checkout/sessions/${sessionId}`);
const subscription = await ask(`/v1/subscriptions/${session.subscription}`);
const { items } = subscription as unknown as { items: { data: [Record<string, object>] } };
const [item] = items.data;
const customer = String(session.customer);

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value;
};

test.each([
  ["customer", await ask(`/v1/customers/${customer}`)],
  ["checkout.session", session],
  ["subscription", subscription],
  ["subscription_item", item],
  ["price", item.price],
  ["plan", item.plan],
  ["list", items],
  ["billing_portal.session", await ask("/v1/billing_portal/sessions", { customer })],
  ["event", JSON.parse(world.events.at(-1)?.body ?? "null")],
] as const)(
  "%s of the imitation has the members of Stripe's example, with its types or null",
  (name, made) => {
    const wanted: Record<string, string> = members[name];
    const found = Object.entries(made as object);
    expect(found.map(([member]) => member).sort()).toEqual(Object.keys(wanted).sort());
    const others = found.filter(([member, value]) => {
      const types = [typeOf(value), wanted[member]];
      return !types.includes("null") && types[0] !== types[1];
    });
    expect(others).toEqual([]);
  },
);
