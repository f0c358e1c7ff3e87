import type { TestApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { type Authenticator, openAuthenticator } from "../../helpers/factors/authenticator.ts";
import { codeAt } from "../../helpers/factors/totp.ts";

export const password = "correct horse battery";

/** A person with an account, by the operations of the API. */
export interface Member {
  email: string;
  headers: { authorization: string };
}

let people = 0;

/** What people do at one app: `at` is its clock. */
export function factorKit(app: TestApp, at: () => Date) {
  const post = (path: string, payload: object = {}, headers = {}, remoteAddress = "10.0.0.1") =>
    app.send({ method: "POST", url: `/auth/${path}`, payload, headers, remoteAddress });
  const remove = (path: string, headers = {}) =>
    app.send({ method: "DELETE", url: `/auth/${path}`, headers });

  const signIn = async (email: string, given = password) =>
    (await post("sign-in", { email, password: given })).json().data;

  const register = async (): Promise<string> => {
    people += 1;
    const email = `factor-${people}@example.com`;
    await post("register", { email, password });
    await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
    return email;
  };

  /** Signed in, without a second factor. */
  const member = async (): Promise<Member> => {
    const email = await register();
    const { accessToken } = await signIn(email);
    return { email, headers: { authorization: `Bearer ${accessToken}` } };
  };

  /** The same with an authenticator app that is on: its secret and the recovery codes. */
  const withTotp = async () => {
    const one = await member();
    const { secret } = (await post("factors/totp", {}, one.headers)).json().data;
    const code = codeAt(secret, at());
    const confirmed = await post("factors/totp/confirm", { code }, one.headers);
    const codes: string[] = confirmed.json().data.recoveryCodes;
    return { ...one, secret, codes };
  };

  /** Registers a passkey of an authenticator. */
  const addPasskey = async ({ headers }: Member, device: Authenticator, name = "Phone") => {
    const options = (await post("factors/passkeys/options", {}, headers)).json().data;
    return post("factors/passkeys", { name, passkey: device.create(options) }, headers);
  };

  /** Where the pages of the app are. */
  const origin = app.publicUrl;

  /** With a passkey that is on. */
  const withPasskey = async () => {
    const one = await member();
    const device = openAuthenticator(origin);
    const added = await addPasskey(one, device);
    return { ...one, device, passkeyId: added.json().data.passkey.id as string };
  };

  /** Signs in with a passkey alone: the headers of the session. */
  const enterByPasskey = async (device: Authenticator) => {
    const options = (await post("passkey-sign-in/options")).json().data;
    const { accessToken } = (await post("passkey-sign-in", { passkey: device.get(options) })).json()
      .data;
    return { authorization: `Bearer ${accessToken}` };
  };

  /** The token of a sign-in that awaits its factor. */
  const pending = async (email: string): Promise<string> =>
    (await signIn(email)).secondFactor.token;

  /** Finishes a sign-in with a code. */
  const finish = async (email: string, code: string, address = "10.0.0.1") =>
    post("second-factor", { token: await pending(email), code }, {}, address);

  return {
    ...{ post, remove, signIn, register, member, withTotp, pending, finish },
    ...{ addPasskey, enterByPasskey, withPasskey, origin },
  };
}
