import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { openAuthenticator } from "../../helpers/factors/authenticator.ts";
import { codeAt } from "../../helpers/factors/totp.ts";
import { factorKit, password } from "./kit.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const app = await testApp({ now: () => at });
const kit = factorKit(app, () => at);
const { post } = kit;
const makeKey = (headers: object) =>
  app.send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: { ...headers },
    payload: { name: "Mine" },
  });
const challenge = 'Bearer error="insufficient_user_authentication", max_age="600"';

test("ten minutes after its proof a factor is asked for again before a key is made, and by which way is told [O-70]", async () => {
  const ann = await kit.withTotp();
  expect((await makeKey(ann.headers)).statusCode).toBe(201);
  later(601);
  const refused = await makeKey(ann.headers);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(refused.json().message).toContain("POST /auth/step-up");
  expect(refused.headers["www-authenticate"]).toBe(challenge);
  const rpc = await app.send({
    ...{ method: "POST", url: "/v1/apiKeys.create", headers: ann.headers, payload: { name: "x" } },
  });
  expect(rpc.json().error).toMatchObject({ code: "STEP_UP_REQUIRED", httpStatus: 403 });

  // The password is no second factor.
  expect((await post("step-up", { password }, ann.headers)).statusCode).toBe(400);
  expect((await post("step-up", { code: "000000" }, ann.headers)).statusCode).toBe(401);
  expect((await makeKey(ann.headers)).statusCode).toBe(403);
  const proved = await post("step-up", { code: codeAt(ann.secret, at) }, ann.headers);
  expect(Date.parse(proved.json().data.provedUntil)).toBe(at.getTime() + 600_000);
  expect((await makeKey(ann.headers)).statusCode).toBe(201);
});

test("a passkey steps up, too, and only the session that proved it", async () => {
  const ann = await kit.member();
  const phone = openAuthenticator();
  await kit.addPasskey(ann, phone);
  later(601);
  const options = (await post("factors/prove-options", {}, ann.headers)).json().data;
  const other = await kit.enterByPasskey(phone);
  later(601);
  const again = (await post("factors/prove-options", {}, ann.headers)).json().data;
  expect((await post("step-up", { passkey: phone.get(options) }, ann.headers)).statusCode).toBe(
    401,
  );
  expect((await post("step-up", { passkey: phone.get(again) }, ann.headers)).statusCode).toBe(200);
  expect((await makeKey(ann.headers)).statusCode).toBe(201);
  expect((await makeKey(other)).statusCode).toBe(403);
});

test("an account without a second factor needs no proof for what is specified, and the password for a first factor [O-70]", async () => {
  const bob = await kit.member();
  later(601);
  expect((await makeKey(bob.headers)).statusCode).toBe(201);
  const refused = await post("factors/totp", {}, bob.headers);
  expect(refused.json().error.code).toBe("STEP_UP_REQUIRED");
  expect((await post("step-up", { password: "wrong" }, bob.headers)).statusCode).toBe(401);
  expect((await post("step-up", { password }, bob.headers)).statusCode).toBe(200);
  expect((await post("factors/totp", {}, bob.headers)).statusCode).toBe(200);
});

test("what other sessions proved by the password counts no more once a factor is on", async () => {
  const ann = await kit.member();
  const { accessToken } = await kit.signIn(ann.email);
  const other = { authorization: `Bearer ${accessToken}` };
  const { secret } = (await post("factors/totp", {}, ann.headers)).json().data;
  await post("factors/totp/confirm", { code: codeAt(secret, at) }, ann.headers);
  expect((await app.get("/auth/factors", other)).statusCode).toBe(200);
  expect((await makeKey(other)).statusCode).toBe(403);
  expect((await kit.remove("factors/totp", other)).statusCode).toBe(403);
  expect((await makeKey(ann.headers)).statusCode).toBe(201);
});

test("a key goes on working and makes keys of its own, but is not the person [O-70]", async () => {
  const ann = await kit.withTotp();
  const payload = { name: "Machine", scope: "write" };
  const made = await app.send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: ann.headers,
    payload,
  });
  const key = { "x-api-key": made.json().key };
  later(601);
  expect((await app.get("/api/v1/users/me", key)).statusCode).toBe(200);
  expect((await makeKey(key)).statusCode).toBe(201);
  for (const [method, url] of [
    ["DELETE", "/api/v1/users/me"],
    ["DELETE", "/auth/factors/totp"],
    ["POST", "/auth/factors/totp"],
    ["POST", "/auth/factors/recovery-codes"],
  ] as const) {
    const refused = await app.send({ method, url, headers: key, payload: { password } });
    expect([url, refused.statusCode, refused.body.includes("STEP_UP_REQUIRED")]).toEqual([
      url,
      403,
      true,
    ]);
  }
  expect((await post("step-up", { code: codeAt(ann.secret, at) }, key)).statusCode).toBe(403);
});

test("deletion asks for the factor: the password alone does not do", async () => {
  const ann = await kit.withTotp();
  later(601);
  const leave = (payload: object) =>
    app.send({ method: "DELETE", url: "/api/v1/users/me", headers: ann.headers, payload });
  expect((await leave({ password })).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
  await post("step-up", { code: codeAt(ann.secret, at) }, ann.headers);
  expect((await leave({})).json().data).toMatchObject({ deleted: true });
});

test("owners change only after a proof, members at any time [O-70]", async () => {
  const [ann, bob] = [await kit.withTotp(), await kit.member()];
  const send = (
    method: "POST" | "PATCH" | "DELETE",
    url: string,
    payload: object,
    headers = ann.headers,
  ) => app.send({ method, url, headers, payload });
  const room = { name: "Letters", handle: "step-letters", discovery: "unlisted", joining: "open" };
  const { roomId } = (await send("POST", "/v2/messaging/rooms", room)).json().data;
  await send("POST", "/v2/messaging/communities/step-letters/join", {}, bob.headers);
  const bobId = (await app.get("/api/v1/users/me", bob.headers)).json().data.id;
  const place = `/v2/messaging/rooms/${roomId}/members/${bobId}`;
  later(601);
  expect((await send("PATCH", place, { role: "admin" })).statusCode).toBe(200);
  const refused = await send("PATCH", place, { role: "owner" });
  expect(refused.json().error).toMatchObject({ code: "STEP_UP_REQUIRED" });
  await post("step-up", { code: codeAt(ann.secret, at) }, ann.headers);
  expect((await send("PATCH", place, { role: "owner" })).statusCode).toBe(200);
  later(601);
  expect((await send("DELETE", place, {})).statusCode).toBe(403);
  expect((await send("PATCH", place, { role: "member" })).statusCode).toBe(403);
});

test("each change is told by mail and notification, a recovery code that is used, too", async () => {
  const ann = await kit.withTotp();
  await kit.finish(ann.email, ann.codes[0] ?? "");
  await post("factors/recovery-codes", {}, ann.headers);
  await kit.remove("factors/totp", ann.headers);
  const told = (await app.get("/api/v1/users/me/notifications?kind=security", ann.headers)).json();
  expect(told.data.map(({ title }: { title: string }) => title)).toEqual([
    "A second factor of your account was removed: the authenticator app",
    "Of your account were replaced: the recovery codes",
    "A second factor of your account was used: a recovery code",
    "A second factor of your account was added: an authenticator app",
  ]);
  const mails = app.mails.filter(
    ({ to, subject }) => to === ann.email && subject.includes("second factor"),
  );
  expect(mails).toHaveLength(4);
  expect(mails[1]?.text).toContain("If it was not you");
});
