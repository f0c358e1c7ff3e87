import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, openForm, tokenIn } from "../../helpers/browser.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

const app = await testApp();
const { get, send, mails } = app;
const email = "account@example.com";
const password = "correct horse battery";

test("says where accounts are when an external issuer keeps them, and follows no cookie", async () => {
  const issuer = "https://login.example.com";
  const external = await testApp({
    auth: { issuer, audience: "tenk", jwksUrl: `${issuer}/keys`, algorithms: ["RS256"] },
  });
  const cookie = `tenk-session=${"a".repeat(43)}`;
  const answer = await external.get("/auth/account", { cookie });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(answer.body).toContain(`Accounts of this service are kept by ${issuer}.`);
  expect((await external.get("/auth/sign-in")).statusCode).toBe(404);
  expect((await external.get("/auth/keys", { cookie })).statusCode).toBe(404);
});

test("shows a person's plan after sign-in, to nobody else, and without scripts [BIL-06]", async () => {
  const post = (path: string, payload: object) =>
    send({ method: "POST", url: `/auth/${path}`, payload });
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(mails.at(-1)?.text) });
  const away = await get("/auth/account");
  expect(away.statusCode).toBe(302);
  const { headers, payload } = await openForm(app, String(away.headers.location));
  const url = "/auth/forms/sign-in";
  const signedIn = await send({
    method: "POST",
    url,
    payload: { ...payload, email, password },
    headers,
  });
  expect(signedIn.headers.location).toBe("/auth/account");
  const cookie = cookiesOf(signedIn.headers["set-cookie"], headers.cookie);
  const free = await get("/auth/account?checkout=left", { cookie });
  expect(free.statusCode).toBe(200);
  expect(free.body).toContain("Nothing was paid.");
  expect(free.body).toContain("Free: What every account has");
  expect(free.body).not.toMatch(/<script|Subscription to/);

  const { rows } = await app.database.pool.query("select id from user_account where email = $1", [
    email,
  ]);
  await subscribe(app, rows[0].id, "pro", "2100-01-01T00:00:00.000Z", true);
  const paid = await get("/auth/account?checkout=paid", { cookie });
  expect(paid.body).toContain("Thank you.");
  expect(paid.body).toContain("Subscription to Pro: ends on 2100-01-01.");
  expect(paid.body).toContain("Pro: For one person");
});
