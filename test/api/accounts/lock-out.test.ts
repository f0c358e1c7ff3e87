import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashSecret } from "#api/auth/secret.ts";
import { guess } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const { db, send, mails } = await testApp({ now: () => at });
const password = "correct horse battery";
const post = (path: string, payload: object, remoteAddress = "10.0.0.1") =>
  send({ method: "POST", url: `/auth/${path}`, payload, remoteAddress });

let people = 0;
async function person(): Promise<string> {
  people += 1;
  const email = `locked-${people}@example.com`;
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(mails.at(-1)?.text) });
  return email;
}
const signIn = async (email: string, from: string, given = password) =>
  (await post("sign-in", { email, password: given }, from)).statusCode;
/** Sets a new password with a mailed link. */
async function reset(email: string, from: string): Promise<number> {
  await post("request-password-reset", { email }, from);
  return (await post("reset-password", { token: tokenIn(mails.at(-1)?.text), password }, from))
    .statusCode;
}

test("a hundred wrong guesses an hour lock an account for their address and for nobody else [O-11]", async () => {
  const email = await person();
  const statuses = [];
  for (let minute = 0; minute < 10; minute += 1) {
    const guesses = Array.from({ length: 10 }, () => signIn(email, "10.0.0.1", "wrong"));
    statuses.push(...(await Promise.all(guesses)));
    later(60);
  }

  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = await post("sign-in", { email, password });
  expect(refused.statusCode).toBe(429);
  expect(refused.json().error.message).toContain("/auth/request-password-reset");
  expect(await signIn(email, "10.0.0.2")).toBe(200);
  expect(await signIn(await person(), "10.0.0.1")).toBe(200);
  later(3000);
  expect(await signIn(email, "10.0.0.1")).toBe(200);
});

test("a mailed link lets its owner in at once from the address that was locked", async () => {
  const email = await person();
  for (let n = 0; n < 10; n += 1) await signIn(email, "10.0.0.3", "wrong");
  expect(await signIn(email, "10.0.0.3")).toBe(429);

  expect(await reset(email, "10.0.0.3")).toBe(200);

  expect(await signIn(email, "10.0.0.3")).toBe(200);
});

test("a thousand wrong guesses an hour from anywhere keep out new addresses only, until a mailed link is used", async () => {
  const email = await person();
  expect(await signIn(email, "10.0.1.1")).toBe(200);
  expect(await signIn(email, "10.0.1.2", "wrong")).toBe(401);
  await db
    .update(guess)
    .set({ failures: 1000 })
    .where(eq(guess.key, hashSecret(`password ${email}`)));

  expect(await signIn(email, "10.0.1.3")).toBe(429);
  expect(await signIn(email, "10.0.1.1")).toBe(200);
  expect(await reset(email, "10.0.1.4")).toBe(200);
  expect(await signIn(email, "10.0.1.4")).toBe(200);
  expect(await signIn(email, "10.0.1.5")).toBe(200);
});

test("a wrong guess makes no address known", async () => {
  const email = await person();
  await signIn(email, "10.0.2.1", "wrong");
  await db
    .update(guess)
    .set({ failures: 1000 })
    .where(eq(guess.key, hashSecret(`password ${email}`)));

  expect(await signIn(email, "10.0.2.1")).toBe(429);
});
