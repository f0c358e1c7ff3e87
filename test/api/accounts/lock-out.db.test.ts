import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { openForm, signInBrowser, tokenIn } from "../../helpers/browser.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const app = await testApp({ now: () => at });
const { send, mails } = app;
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

test("thirty wrong guesses an hour lock an account for their address and for no other [O-11]", async () => {
  const email = await person();
  const statuses = [];
  for (let minute = 0; minute < 3; minute += 1) {
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
  later(3480);
  expect(await signIn(email, "10.0.0.1")).toBe(200);
});

test("a mailed link lets its owner in at once from the address that was locked", async () => {
  const email = await person();
  for (let n = 0; n < 10; n += 1) await signIn(email, "10.0.0.3", "wrong");
  expect(await signIn(email, "10.0.0.3")).toBe(429);

  expect(await reset(email, "10.0.0.3")).toBe(200);

  expect(await signIn(email, "10.0.0.3")).toBe(200);
});

/** Guesses from each of many addresses, one after the other. */
async function guessFrom(addresses: readonly string[], email: string, each: number) {
  const statuses = [];
  for (const address of addresses) {
    for (let n = 0; n < each; n += 1) statuses.push(await signIn(email, address, "wrong"));
  }
  return statuses;
}
const crowd = Array.from({ length: 57 }, (_, n) => `10.1.${n}.1`);
const checkedIn = (statuses: readonly number[]) => statuses.filter((one) => one === 401).length;

test("guesses from 57 addresses wait longer the more of them were wrong, and their owner signs in [AUT-39]", async () => {
  const email = await person();
  expect(await signIn(email, "10.0.1.1")).toBe(200);
  const checked = [];
  const waits = [];
  for (const minutes of [0, 1, 1, 1, 7, 1, 1, 1, 46]) {
    later(minutes * 60);
    checked.push(checkedIn(await guessFrom(crowd, email, 1)));
    const { headers } = await post("sign-in", { email, password }, "10.0.1.2");
    waits.push(Number(headers["retry-after"]));
  }

  expect(checked).toEqual([20, 20, 10, 0, 20, 20, 10, 0, 0]);
  expect(waits).toEqual([60, 60, 480, 420, 60, 60, 2880, 2820, 60]);
  expect(await signIn(email, "10.0.1.1")).toBe(200);
});

test("a right password from a new address waits while the account is guessed at, and a mailed link ends that [AUT-39]", async () => {
  const email = await person();
  const statuses = await guessFrom(crowd, email, 4);
  expect(statuses).toHaveLength(228);
  expect(checkedIn(statuses)).toBe(20);

  const refused = await post("sign-in", { email, password }, "10.0.1.3");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await signIn(await person(), "10.0.1.3")).toBe(200);
  expect(await reset(email, "10.0.1.4")).toBe(200);
  expect(await signIn(email, "10.0.1.4")).toBe(200);
  expect(await signIn(email, "10.0.1.5")).toBe(200);
});

test("guesses at once from 57 addresses are counted before they are checked [AUT-39]", async () => {
  const email = await person();
  const statuses = await Promise.all(crowd.map((address) => signIn(email, address, "wrong")));
  expect(checkedIn(statuses)).toBe(20);
});

/** Sends the form of the sign-in page from a new address, with the cookies of a browser. */
async function signInAgain({ cookie }: { cookie: string }, email: string): Promise<number> {
  const { headers, payload } = await openForm(app, "/auth/sign-in");
  const answer = await send({
    method: "POST",
    url: "/auth/forms/sign-in",
    headers: { cookie: `${headers.cookie}; ${cookie.replace(/tenk-form=[^;]*;? ?/, "")}` },
    payload: { ...payload, email, password },
    remoteAddress: "10.0.1.9",
  });
  return answer.statusCode;
}

test("a browser with a session of the account signs in from a new address meanwhile, one with another session does not [AUT-39]", async () => {
  const [email, other] = ["held@example.com", "other@example.com"];
  const own = await signInBrowser(app, email);
  const others = await signInBrowser(app, other);
  await guessFrom(crowd, email, 1);

  expect(await signInAgain(others, email)).toBe(429);
  expect(await signInAgain(own, email)).toBe(200);
});

test("a wrong guess makes no address known", async () => {
  const email = await person();
  await signIn(email, "10.0.2.1", "wrong");
  await guessFrom(crowd, email, 1);

  expect(await signIn(email, "10.0.2.1")).toBe(429);
});
