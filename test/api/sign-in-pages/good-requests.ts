import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { cookiesOf, hiddenIn, openForm, tokenIn } from "../../helpers/browser.ts";
import { openAuthenticator } from "../../helpers/factors/authenticator.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";
import { actForm, makeSubmittedReport } from "../../helpers/platform/administrators.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";
import {
  addPasskey,
  askedByPage,
  confirmation,
  ofFactors,
  passkeyForm,
  turnOnTotp,
} from "../second-factors/browser-kit.ts";
import { factorKit } from "../second-factors/kit.ts";

export const requests: MakeRequests = ({ app }) => {
  const kit = factorKit(app, () => new Date());
  const password = "correct horse battery";
  const send = async (page: string, fields: Record<string, string>, url = `/auth/${page}`) => {
    const { headers, payload } = await openForm(app, url);
    return { headers, payload: { ...payload, ...fields } };
  };
  const newAddress = () => `browser-${randomInt(2 ** 47)}@example.com`;
  const person = async () => {
    const email = newAddress();
    const post = (path: string, payload: object) =>
      app.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    const token = tokenIn(app.mails.at(-1)?.text);
    return { email, token, post };
  };
  /** Signed in. */
  const browser = async () => {
    const { email, token, post } = await person();
    await post("verify-email", { token });
    const form = await send("sign-in", { email, password });
    const url = "/auth/forms/sign-in";
    const signedIn = await app.send({ method: "POST", url, ...form });
    return { email, cookie: cookiesOf(signedIn.headers["set-cookie"], form.headers.cookie) };
  };
  /** A form about an own application, to which one agreed. */
  const ofApplication = async (form: string) => {
    const { email, cookie } = await browser();
    const made = await app.send({
      method: "POST",
      url: "/v1/oauth.registerApplication",
      headers: await app.signIn(email),
      payload: { name: "Mine", redirectUris: ["https://app.example.com/callback"] },
    });
    const { id } = made.json().result.data.data.application;
    await app.db.execute(
      sql`insert into oauth_consent (user_id, application_id, scopes) select user_id, id, '{read}' from oauth_application where id = ${id}`,
    );
    const action = `/auth/forms/${form}`;
    const { payload } = await openForm(app, "/auth/applications", { cookie }, action);
    return { headers: { cookie }, payload };
  };
  const administrator = async () => {
    const { email, cookie } = await browser();
    await app.db.execute(sql`update user_account set is_admin = true where email = ${email}`);
    return { cookie };
  };
  const signedIn = async () => ({ headers: { cookie: (await browser()).cookie } });
  /** A form of a page of the account. */
  const ofAccount = async (page: string, form: string, fields: Record<string, string> = {}) => {
    const { email, cookie } = await browser();
    const headers = await app.signIn(email);
    await app.send({
      ...{ method: "POST", url: "/api/v1/api-keys", headers },
      payload: { name: "Mine" },
    });
    const { payload } = await openForm(app, `/auth/${page}`, { cookie }, `/auth/forms/${form}`);
    return { headers: { cookie }, payload: { ...payload, ...fields } };
  };
  /** A form about a subscription, which the provider does not know: it is not asked to end one that ends. */
  const ofSubscriber = async (form: string) => {
    const { email, cookie } = await browser();
    const { id } = await makePerson(app, email);
    const subscriptionId = await subscribe(app, id, "pro");
    const { payload } = await openForm(app, "/auth/billing", { cookie }, `/auth/forms/${form}`);
    const isOwn = sql`id = ${subscriptionId}`;
    await app.db.execute(
      sql`update billing_subscription set cancel_at_period_end = true where ${isOwn}`,
    );
    return { headers: { cookie }, payload };
  };
  const factorForm = async (form: string, fields: Record<string, string> = {}) => {
    const { cookie } = await browser();
    return ofFactors(app, { cookie }, form, fields);
  };
  /** The same of a person with a passkey and an authenticator app. */
  const factorFormOn = async (form: string, fields: Record<string, string> = {}) => {
    const { cookie } = await browser();
    await turnOnTotp(app, { cookie });
    await addPasskey(app, { cookie }, openAuthenticator(kit.origin));
    return ofFactors(app, { cookie }, form, fields);
  };
  return {
    "GET /auth/security": signedIn,
    "GET /auth/confirm": signedIn,
    "POST /auth/forms/start-totp": () => factorForm("start-totp"),
    "POST /auth/forms/confirm-totp": async () => {
      const { cookie } = await browser();
      return confirmation(app, { cookie });
    },
    "POST /auth/forms/remove-totp": () => factorFormOn("remove-totp"),
    "POST /auth/forms/renew-codes": () => factorFormOn("renew-codes"),
    "POST /auth/forms/add-passkey": async () => {
      const { cookie } = await browser();
      await turnOnTotp(app, { cookie });
      return passkeyForm(app, { cookie }, openAuthenticator(kit.origin));
    },
    "POST /auth/forms/rename-passkey": () => factorFormOn("rename-passkey", { name: "Old phone" }),
    "POST /auth/forms/remove-passkey": () => factorFormOn("remove-passkey"),
    "POST /auth/forms/confirm": async () => {
      const { cookie } = await browser();
      const { payload } = await openForm(app, "/auth/confirm", { cookie }, "/auth/forms/confirm");
      return { headers: { cookie }, payload: { ...payload, password } };
    },
    "POST /auth/forms/passkey-sign-in": async () => {
      const { device } = await kit.withPasskey();
      const { headers, payload, options } = await askedByPage(app, "/auth/passkey-sign-in");
      const passkey = JSON.stringify(device.get(options));
      return { headers, payload: { ...payload, passkey } };
    },
    "GET /auth/administration": async () => ({ headers: await administrator() }),
    "POST /auth/forms/administer": async () => {
      const headers = await administrator();
      const id = await makeSubmittedReport(app, await makePerson(app));
      return {
        headers,
        payload: await actForm(app, headers, `report ${id}`, { decision: "verify" }),
      };
    },
    "GET /auth/billing": signedIn,
    "POST /auth/forms/buy-plan": () => ofAccount("billing", "buy-plan"),
    "POST /auth/forms/open-portal": () => ofSubscriber("open-portal"),
    "POST /auth/forms/cancel-plan": () => ofSubscriber("cancel-plan"),
    "GET /auth/keys": signedIn,
    "GET /auth/sessions": signedIn,
    "GET /auth/mails": signedIn,
    "GET /auth/data": signedIn,
    "GET /auth/data/export": signedIn,
    "POST /auth/forms/make-key": () =>
      ofAccount("keys", "make-key", { name: "New", scope: "read" }),
    "POST /auth/forms/end-key": () => ofAccount("keys", "end-key"),
    "POST /auth/forms/end-session": () => ofAccount("sessions", "end-session"),
    "POST /auth/forms/choosemails": () => ofAccount("mails", "choosemails", { alerts: "yes" }),
    "POST /auth/forms/leave": () => ofAccount("data", "leave", { password, confirm: "yes" }),
    "POST /auth/forms/register": () => send("register", { email: newAddress(), password }),
    "POST /auth/forms/sign-in": async () => {
      const { email, token, post } = await person();
      await post("verify-email", { token });
      return send("sign-in", { email, password });
    },
    "POST /auth/forms/second-factor": async () => {
      const { email, codes } = await kit.withTotp();
      const { headers, payload } = await openForm(app, "/auth/sign-in");
      const url = "/auth/forms/sign-in";
      const asked = await app.send({
        ...{ method: "POST", url, headers },
        payload: { ...payload, email, password },
      });
      return { headers, payload: { ...hiddenIn(asked.body), code: codes[0] } };
    },
    "POST /auth/forms/verify-email": async () =>
      send("verify-email", {}, `/auth/verify-email?token=${(await person()).token}`),
    "POST /auth/forms/reset-password": async () => {
      const { email, post } = await person();
      await post("request-password-reset", { email });
      const token = tokenIn(app.mails.at(-1)?.text);
      return send("reset-password", { password }, `/auth/reset-password?token=${token}`);
    },
    "POST /auth/forms/sign-out": async () => {
      const { cookie } = await browser();
      const { payload } = await openForm(app, "/auth/sign-in", { cookie });
      return { headers: { cookie }, payload };
    },
    "POST /auth/forms/forgot-password": () => send("forgot-password", { email: newAddress() }),
    "GET /auth/account": async () => {
      const { cookie } = await browser();
      return { headers: { cookie } };
    },
    "GET /auth/applications": async () => {
      const { cookie } = await browser();
      return { headers: { cookie } };
    },
    "POST /auth/forms/register-application": () =>
      ofAccount("applications", "register-application", {
        ...{ name: "Viewer", redirect_uris: "https://viewer.example.com/callback", scope: "read" },
      }),
    "POST /auth/forms/withdraw-grant": () => ofApplication("withdraw-grant"),
    "POST /auth/forms/delete-application": async () => {
      const { headers, payload } = await ofApplication("delete-application");
      return { headers, payload: { ...payload, confirm: "yes" } };
    },
    "POST /auth/forms/rotate-secret": () => ofApplication("rotate-secret"),
  };
};
