import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { type Changes, openAuthenticator } from "../../helpers/factors/authenticator.ts";
import { factorKit } from "./kit.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const app = await testApp({ now: () => at });
const kit = factorKit(app, () => at);
const { post } = kit;

test("a passkey is registered, asked for as second factor, renamed and removed", async () => {
  const ann = await kit.member();
  const phone = openAuthenticator();
  const added = await kit.addPasskey(ann, phone, "Phone");
  expect(added.statusCode).toBe(200);
  const { passkey, recoveryCodes } = added.json().data;
  expect(passkey).toMatchObject({ name: "Phone", isBackedUp: false, lastUsedAt: null });
  expect(recoveryCodes).toHaveLength(10);

  const { secondFactor } = await kit.signIn(ann.email);
  expect(secondFactor.methods).toEqual(["passkey", "recovery-code"]);
  const { token } = secondFactor;
  const options = (await post("second-factor/passkey-options", { token })).json().data;
  expect(options.allowCredentials).toHaveLength(1);
  const entered = await post("second-factor", {
    token,
    passkey: phone.get(options, { isVerified: false }),
  });
  expect(entered.json().data.user.email).toBe(ann.email);

  const path = `factors/passkeys/${passkey.id}`;
  const patched = await app.send({
    ...{
      method: "PATCH",
      url: `/auth/${path}`,
      headers: ann.headers,
      payload: { name: "Old phone" },
    },
  });
  expect(patched.json().data).toMatchObject({ name: "Old phone", lastUsedAt: at.toISOString() });
  const bob = await kit.member();
  expect((await kit.remove(path, bob.headers)).statusCode).toBe(404);
  expect((await kit.remove(path, ann.headers)).json().data).toEqual({ removed: true });
  expect((await kit.signIn(ann.email)).accessToken).toEqual(expect.any(String));
});

const { privateKey: foreignKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const lies: [string, Changes][] = [
  ["another origin", { origin: "http://evil.example" }],
  ["another service", { rpId: "evil.example" }],
  ["a challenge of its own", { challenge: "AAAA" }],
  ["another key", { key: foreignKey }],
  ["a count that was had before", { counter: 1 }],
  ["a registration", { type: "webauthn.create" }],
];

test.each(lies)("what is signed with %s opens nothing", async (_, changes) => {
  const ann = await kit.member();
  const phone = openAuthenticator();
  await kit.addPasskey(ann, phone);
  const token = await kit.pending(ann.email);
  const options = (await post("second-factor/passkey-options", { token })).json().data;
  const refused = await post("second-factor", { token, passkey: phone.get(options, changes) });
  expect(refused.statusCode).toBe(401);
  const honest = await post("second-factor", {
    token,
    passkey: phone.get(options, { counter: 2 }),
  });
  expect(honest.statusCode).toBe(200);
});

test("an answer counts once, for five minutes, for its account and for what it was asked", async () => {
  const [ann, bob] = [await kit.member(), await kit.member()];
  const [phone, other] = [openAuthenticator(), openAuthenticator()];
  await kit.addPasskey(ann, phone);
  await kit.addPasskey(bob, other);
  const ask = async (token: string) =>
    (await post("second-factor/passkey-options", { token })).json().data;

  const [first, second] = [await kit.pending(ann.email), await kit.pending(ann.email)];
  const passkey = phone.get(await ask(first));
  expect((await post("second-factor", { token: first, passkey })).statusCode).toBe(200);
  expect((await post("second-factor", { token: second, passkey })).statusCode).toBe(401);
  // Of the neighbour, and to a question that was asked of the neighbour.
  const foreign = other.get(await ask(await kit.pending(bob.email)));
  expect((await post("second-factor", { token: second, passkey: foreign })).statusCode).toBe(401);
  const crossed = phone.get(await ask(await kit.pending(bob.email)));
  expect((await post("second-factor", { token: second, passkey: crossed })).statusCode).toBe(401);
  // A question of a sign-in by the passkey alone.
  const alone = (await post("passkey-sign-in/options")).json().data;
  expect(
    (await post("second-factor", { token: second, passkey: phone.get(alone) })).statusCode,
  ).toBe(401);

  later(61);
  const late = phone.get(await ask(second));
  later(301);
  expect((await post("second-factor", { token: second, passkey: late })).statusCode).toBe(401);
});

test("a passkey whose user was verified signs in alone, any other does not [O-70]", async () => {
  const ann = await kit.member();
  const phone = openAuthenticator();
  await kit.addPasskey(ann, phone);
  const ask = async () => (await post("passkey-sign-in/options")).json().data;
  const options = await ask();
  expect(options).toMatchObject({ userVerification: "required", rpId: "localhost" });
  const unverified = phone.get(options, { isVerified: false });
  expect((await post("passkey-sign-in", { passkey: unverified })).statusCode).toBe(401);
  const entered = await post("passkey-sign-in", { passkey: phone.get(options) });
  expect(entered.json().data.user.email).toBe(ann.email);
  expect((await post("passkey-sign-in", { passkey: phone.get(options) })).statusCode).toBe(401);
  const unknown = openAuthenticator().get(await ask());
  expect((await post("passkey-sign-in", { passkey: unknown })).statusCode).toBe(401);
});

test("an authenticator that is registered is not registered again, by nobody", async () => {
  const [ann, bob] = [await kit.member(), await kit.member()];
  const phone = openAuthenticator();
  expect((await kit.addPasskey(ann, phone)).statusCode).toBe(200);
  expect((await kit.addPasskey(bob, phone)).statusCode).toBe(409);
  expect((await app.get("/auth/factors", bob.headers)).json().data.isOn).toBe(false);
  const options = (await post("factors/passkeys/options", {}, bob.headers)).json().data;
  const passkey = openAuthenticator().create(options, { origin: "http://evil.example" });
  const lied = await post("factors/passkeys", { name: "x", passkey }, bob.headers);
  expect(lied.statusCode).toBe(400);
});
