import { describe, expect, test } from "vitest";
import { readConfig } from "#schemas/config/config.ts";
import { describePayments } from "#schemas/config/payment-settings.ts";

const provider = (env: Record<string, string>) => readConfig(env).payments;
const reached = { HOST: "0.0.0.0" };
const behindProxy = { PUBLIC_URL: "https://tenk.example.com" };

describe("the payment provider without a key of Stripe", () => {
  test.each([
    ["nothing is set", {}, "built-in"],
    ["only this machine reaches it by name", { HOST: "localhost" }, "built-in"],
    ["it listens on all addresses", reached, "none"],
    ["it listens on a network address", { HOST: "10.0.0.7" }, "none"],
    ["a proxy publishes it", behindProxy, "none"],
    ["the built-in one is asked for", { ...reached, PAYMENTS: "built-in" }, "built-in"],
    ["none is asked for", { PAYMENTS: "none" }, "none"],
  ])("where %s [BIL-16]", (_, env, wanted) => {
    expect(provider(env as Record<string, string>)).toBe(wanted);
  });

  test("is named at the start", () => {
    expect(describePayments("none")).toMatch(/^none/);
    expect(describePayments("built-in")).toMatch(/moves no money/);
  });
});

test("a key of Stripe wins over the address, and contradicts PAYMENTS", () => {
  const key = { STRIPE_SECRET_KEY: "sk_test_1" };
  expect(provider({ ...key, ...reached })).toMatchObject({ secretKey: "sk_test_1" });
  expect(() => provider({ ...key, PAYMENTS: "none" })).toThrow("name two payment providers");
  expect(() => provider({ PAYMENTS: "free" })).toThrow("PAYMENTS must be built-in or none");
});
