import type { TestApp } from "../../helpers/app.ts";
import { cookiesOf, hiddenIn, openForm } from "../../helpers/browser.ts";
import type { Authenticator } from "../../helpers/factors/authenticator.ts";
import { codeAt } from "../../helpers/factors/totp.ts";

type Cookie = { cookie: string };

/** A form of the page of second factors, as a browser sends it. */
export async function ofFactors(
  app: TestApp,
  { cookie }: Cookie,
  form: string,
  fields: Record<string, string> = {},
) {
  const { payload } = await openForm(app, "/auth/security", { cookie }, `/auth/forms/${form}`);
  return { headers: { cookie }, payload: { ...payload, ...fields } };
}

const send = (app: TestApp, form: string, request: { headers: object; payload: object }) =>
  app.send({
    ...{ method: "POST", url: `/auth/forms/${form}` },
    ...{ headers: { ...request.headers }, payload: request.payload },
  });

/** The form that turns an authenticator app on, with a code of it, and its secret. */
export async function confirmation(app: TestApp, browser: Cookie, at = new Date()) {
  const started = await send(app, "start-totp", await ofFactors(app, browser, "start-totp"));
  const payload = hiddenIn(started.body);
  const secret = payload.id ?? "";
  return { headers: browser, payload: { ...payload, code: codeAt(secret, at) }, secret };
}

/** Turns an authenticator app on: its secret, and the page of recovery codes. */
export async function turnOnTotp(app: TestApp, browser: Cookie, at = new Date()) {
  const { secret, ...request } = await confirmation(app, browser, at);
  const answer = await send(app, "confirm-totp", request);
  return { secret, page: answer.body };
}

/** What a page tells the browser to ask an authenticator, with its form. */
export async function askedByPage(app: TestApp, url: string, headers: Record<string, string> = {}) {
  const answer = await app.get(url, { accept: "text/html", ...headers });
  const [, form = ""] = answer.body.split(
    /<form method="post" (?=[^>]*>(?:(?!<\/form>)[\s\S])*data-passkey)/,
  );
  const [shown = ""] = form.split("</form>");
  const [, text = "{}"] = /data-options="([^"]*)"/.exec(shown) ?? [];
  const options = JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  const cookie = cookiesOf(answer.headers["set-cookie"], headers.cookie);
  return { headers: { cookie }, payload: hiddenIn(shown), options };
}

/** The form that registers a passkey of an authenticator. */
export async function passkeyForm(app: TestApp, browser: Cookie, device: Authenticator) {
  const { payload, options } = await askedByPage(app, "/auth/security", browser);
  const passkey = JSON.stringify(device.create(options));
  return { headers: browser, payload: { ...payload, name: "Phone", passkey } };
}

export async function addPasskey(app: TestApp, browser: Cookie, device: Authenticator) {
  return send(app, "add-passkey", await passkeyForm(app, browser, device));
}

export { send as sendForm };
