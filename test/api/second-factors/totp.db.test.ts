import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { stepOfCode } from "#api/modules/second-factors/totp.ts";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, hiddenIn, openForm } from "../../helpers/browser.ts";
import { codeAt } from "../../helpers/factors/totp.ts";
import { factorKit, password } from "./kit.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const app = await testApp({ now: () => at });
const kit = factorKit(app, () => at);
const { post } = kit;

test("codes are those of RFC 6238, and of the step before and after alone", () => {
  // The SHA-1 vectors of appendix B, whose last six digits are the code of six digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const vectors: [seconds: number, code: string][] = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ];
  for (const [seconds, code] of vectors) {
    const step = Math.floor(seconds / 30);
    const stepFrom = (skew: number) => stepOfCode(secret, code, new Date((seconds + skew) * 1000));
    expect([-60, -30, 0, 30, 60].map(stepFrom)).toEqual([null, step, step, step, null]);
  }
});

test("an app that is confirmed is asked for: the password alone opens nothing [O-70]", async () => {
  const ann = await kit.member();
  const { secret, address } = (await post("factors/totp", {}, ann.headers)).json().data;
  expect(new URL(address).searchParams.get("secret")).toBe(secret);
  expect(decodeURIComponent(address)).toContain(`Tenk (localhost):${ann.email}`);
  // Not confirmed yet: a person who was cut off here signs in as before, and starts again.
  expect((await kit.signIn(ann.email)).accessToken).toEqual(expect.any(String));
  const again = (await post("factors/totp", {}, ann.headers)).json().data.secret;
  expect(again).not.toBe(secret);

  const code = codeAt(again, at);
  expect(
    (await post("factors/totp/confirm", { code: codeAt(secret, at) }, ann.headers)).statusCode,
  ).toBe(401);
  const confirmed = await post("factors/totp/confirm", { code }, ann.headers);
  const { recoveryCodes } = confirmed.json().data;
  expect(new Set(recoveryCodes).size).toBe(10);

  const asked = await kit.signIn(ann.email);
  expect(Object.keys(asked)).toEqual(["secondFactor"]);
  const { token } = asked.secondFactor;
  expect((await app.get("/api/v1/users/me", { authorization: `Bearer ${token}` })).statusCode).toBe(
    401,
  );
  expect((await post("refresh", { refreshToken: token })).statusCode).toBe(401);

  later(30);
  const entered = await post("second-factor", { token, code: codeAt(again, at) });
  const { accessToken, user } = entered.json().data;
  expect(user.email).toBe(ann.email);
  const me = await app.get("/api/v1/users/me", { authorization: `Bearer ${accessToken}` });
  expect(me.json().data.email).toBe(ann.email);
});

test("a code counts once, and none that is older than one that counted", async () => {
  const ann = await kit.withTotp();
  // The code that confirmed the app is used.
  expect((await kit.finish(ann.email, codeAt(ann.secret, at))).statusCode).toBe(401);
  const early = codeAt(ann.secret, new Date(at.getTime() + 30_000));
  expect((await kit.finish(ann.email, early)).statusCode).toBe(200);
  later(30);
  expect((await kit.finish(ann.email, early)).statusCode).toBe(401);
  later(30);
  const late = codeAt(ann.secret, at);
  later(30);
  expect((await kit.finish(ann.email, late.replace(/(...)/, "$1 "))).statusCode).toBe(200);
});

test("a sign-in awaits its factor for ten minutes, through wrong codes, and is finished once", async () => {
  const ann = await kit.withTotp();
  const token = await kit.pending(ann.email);
  later(30);
  expect((await post("second-factor", { token, code: "000000" })).statusCode).toBe(401);
  expect((await post("second-factor", { token, code: codeAt(ann.secret, at) })).statusCode).toBe(
    200,
  );
  later(30);
  expect((await post("second-factor", { token, code: codeAt(ann.secret, at) })).statusCode).toBe(
    401,
  );

  const old = await kit.pending(ann.email);
  later(601);
  const refused = await post("second-factor", { token: old, code: codeAt(ann.secret, at) });
  expect(refused.json().error.message).toContain("already completed");
  expect((await kit.finish(ann.email, codeAt(ann.secret, at))).statusCode).toBe(200);
});

test("a recovery code lets its owner in once, however it is typed, and nobody else", async () => {
  const [ann, bob] = [await kit.withTotp(), await kit.withTotp()];
  const [code = "", next = ""] = ann.codes;
  expect((await kit.finish(bob.email, code)).statusCode).toBe(401);
  expect(
    (await kit.finish(ann.email, ` ${code.toUpperCase().replaceAll("-", " ")} `)).statusCode,
  ).toBe(200);
  expect((await kit.finish(ann.email, code)).statusCode).toBe(401);
  const read = await app.get("/auth/factors", ann.headers);
  expect(read.json().data).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });

  const renewed = await post("factors/recovery-codes", {}, ann.headers);
  const [fresh = ""] = renewed.json().data.recoveryCodes;
  expect((await kit.finish(ann.email, next)).statusCode).toBe(401);
  expect((await kit.finish(ann.email, fresh)).statusCode).toBe(200);
});

test("who has lost the app gets in by a recovery code and sets up another one", async () => {
  const ann = await kit.withTotp();
  const { accessToken } = (await kit.finish(ann.email, ann.codes[0] ?? "")).json().data;
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await post("factors/totp", {}, headers)).statusCode).toBe(409);
  expect((await kit.remove("factors/totp", headers)).json().data).toEqual({ removed: true });
  expect((await kit.signIn(ann.email)).accessToken).toEqual(expect.any(String));
  expect((await kit.remove("factors/totp", headers)).statusCode).toBe(404);
  const { secret } = (await post("factors/totp", {}, headers)).json().data;
  const confirmed = await post("factors/totp/confirm", { code: codeAt(secret, at) }, headers);
  expect(confirmed.json().data.recoveryCodes).toHaveLength(10);
  expect(confirmed.json().data.recoveryCodes).not.toContain(ann.codes[1]);
  expect((await kit.finish(ann.email, ann.codes[1] ?? "")).statusCode).toBe(401);
});

test("another account's factor proves nothing", async () => {
  const [ann, bob] = [await kit.withTotp(), await kit.withTotp()];
  later(30);
  expect((await kit.finish(ann.email, codeAt(bob.secret, at))).statusCode).toBe(401);
  expect((await app.get("/auth/factors", bob.headers)).json().data.totp).not.toBeNull();
  await kit.remove("factors/totp", ann.headers);
  expect((await app.get("/auth/factors", bob.headers)).json().data.isOn).toBe(true);
});

test("wrong codes are limited by address and over all addresses, and a right one is not counted", async () => {
  const ann = await kit.withTotp();
  later(30);
  expect((await kit.finish(ann.email, codeAt(ann.secret, at), "10.0.1.1")).statusCode).toBe(200);
  const token = await kit.pending(ann.email);
  const guess = async (address: string) =>
    (await post("second-factor", { token, code: "000000" }, {}, address)).statusCode;
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push(await guess("10.0.2.1"));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const others = [];
  for (let n = 0; n < 6; n += 1) others.push(await guess(`10.0.3.${n}`));
  expect(others).toEqual([401, 401, 401, 401, 401, 429]);
  // The owner's address is known by a proof.
  later(30);
  expect((await kit.finish(ann.email, codeAt(ann.secret, at), "10.0.1.1")).statusCode).toBe(200);
});

test("guesses with an Idempotency-Key are counted, too", async () => {
  const ann = await kit.withTotp();
  const token = await kit.pending(ann.email);
  const statuses = [];
  for (let n = 0; n < 6; n += 1) {
    const headers = { "idempotency-key": `guess-${n}` };
    statuses.push((await post("second-factor", { token, code: "000000" }, headers)).statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
});

test("a new password by mail does not go around the factor, and ends sign-ins that await one [O-70]", async () => {
  const ann = await kit.withTotp();
  const token = await kit.pending(ann.email);
  await post("request-password-reset", { email: ann.email });
  const link = /token=([\w-]+)/.exec(app.mails.at(-1)?.text ?? "")?.[1] ?? "";
  const fresh = "another horse battery";
  const reset = await post("reset-password", { token: link, password: fresh });
  expect(reset.json().data).toEqual({ message: "The password is set; sign in with it" });
  expect(reset.headers["set-cookie"]).toBeUndefined();
  later(30);
  expect((await post("second-factor", { token, code: codeAt(ann.secret, at) })).statusCode).toBe(
    401,
  );
  const asked = await kit.signIn(ann.email, fresh);
  expect(Object.keys(asked)).toEqual(["secondFactor"]);
});

test("a suspended account does not finish its sign-in", async () => {
  const ann = await kit.withTotp();
  const token = await kit.pending(ann.email);
  later(30);
  await app.db.execute(
    sql`update user_account set status = 'suspended' where email = ${ann.email}`,
  );
  expect((await post("second-factor", { token, code: codeAt(ann.secret, at) })).statusCode).toBe(
    401,
  );
});

test("a browser is asked for the factor before it has a session, also on its way to an application", async () => {
  const ann = await kit.withTotp();
  later(30);
  const authorize = "/v1/oauth/authorize?client_id=4f7c";
  const { headers, payload } = await openForm(
    app,
    `/auth/sign-in?return_to=${encodeURIComponent(authorize)}`,
    {},
    "/auth/forms/sign-in",
  );
  const send = (form: string, fields: object) =>
    app.send({ method: "POST", url: `/auth/forms/${form}`, headers, payload: fields });
  const asked = await send("sign-in", { ...payload, email: ann.email, password });
  expect(asked.statusCode).toBe(200);
  expect(asked.headers["set-cookie"]).toBeUndefined();
  const hidden = hiddenIn(asked.body);
  const wrong = await send("second-factor", { ...hidden, code: "000000" });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).toContain("The code is invalid, expired or already used");
  expect(wrong.headers["set-cookie"]).toBeUndefined();
  const foreign = await send("second-factor", {
    ...hidden,
    form_token: "x",
    code: codeAt(ann.secret, at),
  });
  expect(foreign.statusCode).toBe(403);
  const entered = await send("second-factor", { ...hidden, code: codeAt(ann.secret, at) });
  expect(entered.headers.location).toBe(authorize);
  const cookie = cookiesOf(entered.headers["set-cookie"], headers.cookie);
  expect((await app.get("/auth/account", { cookie })).body).toContain(`Signed in as ${ann.email}`);
});

test("no table keeps a recovery code, and the export has no secret of a factor", async () => {
  const ann = await kit.withTotp();
  const stored = await app.db.execute(sql`select * from recovery_code`);
  for (const code of ann.codes) {
    expect(JSON.stringify(stored.rows)).not.toContain(code.replaceAll("-", ""));
  }
  const exported = (await app.get("/api/v1/users/me/export", ann.headers)).body;
  expect(exported).toContain("totp_factor");
  expect(exported).not.toContain(ann.secret);
});
