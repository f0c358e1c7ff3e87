import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, hiddenIn, openForm, signInBrowser } from "../../helpers/browser.ts";
import { openAuthenticator } from "../../helpers/factors/authenticator.ts";
import { codeAt } from "../../helpers/factors/totp.ts";
import {
  addPasskey,
  askedByPage,
  confirmation,
  ofFactors,
  passkeyForm,
  sendForm,
  turnOnTotp,
} from "../second-factors/browser-kit.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const app = await testApp({ now: () => at });
const password = "correct horse battery";

/** Sends the password of the sign-in page. */
async function givePassword(email: string) {
  const { headers, payload } = await openForm(app, "/auth/sign-in");
  const answer = await sendForm(app, "sign-in", {
    headers,
    payload: { ...payload, email, password },
  });
  return { headers, answer };
}

test("the page shows a QR code and the secret as text, a wrong code leaves it, a right one shows recovery codes", async () => {
  const browser = await signInBrowser(app, "pages-1@example.com");
  const { secret, headers, payload } = await confirmation(app, browser, at);
  const wrong = await sendForm(app, "confirm-totp", {
    headers,
    payload: { ...payload, code: "000000" },
  });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).toContain("<svg");
  expect(wrong.body).toContain(secret.replace(/(.{4})(?=.)/g, "$1 "));
  expect(wrong.headers["content-security-policy"]).not.toContain("script-src");
  const done = await sendForm(app, "confirm-totp", { headers, payload });
  expect(done.body.match(/<code>[a-z2-9]{4}(-[a-z2-9]{4}){3}<\/code>/g)).toHaveLength(10);
  expect((await app.get("/auth/security", browser)).body).toContain(
    "An authenticator app, since 2026-03-04",
  );
});

test("after ten minutes the page of keys asks for the factor and goes back to it", async () => {
  const browser = await signInBrowser(app, "pages-2@example.com");
  const { secret } = await turnOnTotp(app, browser, at);
  const fresh = await openForm(app, "/auth/keys", browser, "/auth/forms/make-key");
  later(601);
  const asked = await app.get("/auth/keys", browser);
  expect(asked.body).not.toContain("/auth/forms/make-key");
  const confirm = "/auth/confirm?return_to=%2Fauth%2Fkeys";
  expect(asked.body).toContain(`href="${confirm}"`);
  const late = { ...fresh.payload, name: "Late", scope: "read" };
  const sent = await sendForm(app, "make-key", { headers: browser, payload: late });
  expect([sent.statusCode, sent.headers.location]).toEqual([302, confirm]);

  const { payload } = await openForm(app, confirm, browser, "/auth/forms/confirm");
  const give = (fields: object) =>
    sendForm(app, "confirm", { headers: browser, payload: { ...payload, ...fields } });
  expect((await give({ password })).statusCode).toBe(400);
  expect((await give({ code: "000000" })).body).toContain("The code is invalid");
  const proved = await give({ code: codeAt(secret, at) });
  expect([proved.statusCode, proved.headers.location]).toEqual([302, "/auth/keys"]);
  const made = await sendForm(app, "make-key", { headers: browser, payload: late });
  expect(made.body).toContain("Late is shown this once");
});

test("a confirmation leads to no other site, and another browser cannot send it", async () => {
  const [browser, other] = [
    await signInBrowser(app, "pages-3@example.com"),
    await signInBrowser(app, "pages-4@example.com"),
  ];
  const url = "/auth/confirm?return_to=https%3A%2F%2Fevil.example";
  const { payload } = await openForm(app, url, browser, "/auth/forms/confirm");
  expect(payload.return_to).toBe("");
  const evil = { ...payload, password, return_to: "https://evil.example" };
  const done = await sendForm(app, "confirm", { headers: browser, payload: evil });
  expect(done.headers.location).toBe("/auth/account");
  expect((await sendForm(app, "confirm", { headers: other, payload: evil })).statusCode).toBe(403);
});

test("a passkey is made, asked for after the password, and signs in alone", async () => {
  const email = "pages-5@example.com";
  const browser = await signInBrowser(app, email);
  const device = openAuthenticator();
  const form = await passkeyForm(app, browser, device);
  const broken = await sendForm(app, "add-passkey", {
    ...form,
    payload: { ...form.payload, passkey: "{" },
  });
  expect(broken.statusCode).toBe(400);
  const added = await addPasskey(app, browser, device);
  expect(added.body).toContain("Recovery codes");
  const page = await app.get("/auth/security", browser);
  expect(page.body).toContain("The passkey Phone, since 2026-03-04, not used yet");
  expect(page.headers["content-security-policy"]).toMatch(/script-src 'sha256-[^']+'; /);

  const { headers, answer } = await givePassword(email);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  const [, text = "{}"] = /data-options="([^"]*)"/.exec(answer.body) ?? [];
  const options = JSON.parse(text.replaceAll("&quot;", '"'));
  const payload = { ...hiddenIn(answer.body), passkey: JSON.stringify(device.get(options)) };
  const entered = await sendForm(app, "second-factor", { headers, payload });
  expect(entered.body).toContain(`Signed in as ${email}`);

  const alone = await askedByPage(app, "/auth/passkey-sign-in?return_to=%2Fauth%2Fkeys");
  const signed = JSON.stringify(device.get(alone.options));
  const inside = await sendForm(app, "passkey-sign-in", {
    headers: alone.headers,
    payload: { ...alone.payload, passkey: signed },
  });
  expect(inside.headers.location).toBe("/auth/keys");
  const cookie = cookiesOf(inside.headers["set-cookie"], alone.headers.cookie);
  const renamed = await sendForm(
    app,
    "rename-passkey",
    await ofFactors(app, { cookie }, "rename-passkey", { name: "Old" }),
  );
  expect(renamed.statusCode).toBe(302);
  await sendForm(app, "remove-passkey", await ofFactors(app, { cookie }, "remove-passkey"));
  expect((await app.get("/auth/security", { cookie })).body).toContain(
    "Your password alone opens your account",
  );
});
