import { randomInt } from "node:crypto";
import { tokenIn } from "../../helpers/browser.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { factorKit } from "../second-factors/kit.ts";

export const requests: MakeRequests = ({ app }) => {
  const kit = factorKit(app, () => new Date());
  const password = "correct horse battery";
  const newAddress = () => `person-${randomInt(2 ** 47)}@example.com`;
  const register = async () => {
    const email = newAddress();
    const payload = { email, password };
    await app.send({ method: "POST", url: "/auth/register", payload });
    return { email, token: tokenIn(app.mails.at(-1)?.text) };
  };
  const signIn = async () => {
    const { email, token } = await register();
    const post = (url: string, payload: object) => app.send({ method: "POST", url, payload });
    await post("/auth/verify-email", { token });
    return (await post("/auth/sign-in", { email, password })).json().data;
  };
  return {
    "POST /auth/register": () => ({ payload: { email: newAddress(), password } }),
    "POST /auth/request-verification": () => ({ payload: { email: newAddress() } }),
    "POST /auth/request-password-reset": () => ({ payload: { email: newAddress() } }),
    "POST /auth/verify-email": async () => ({ payload: { token: (await register()).token } }),
    "POST /auth/sign-in": async () => {
      const { user } = await signIn();
      return { payload: { email: user.email, password } };
    },
    "POST /auth/second-factor": async () => {
      const { email, codes } = await kit.withTotp();
      return { payload: { token: await kit.pending(email), code: codes[0] } };
    },
    "POST /auth/second-factor/passkey-options": async () => {
      const { email } = await kit.withPasskey();
      return { payload: { token: await kit.pending(email) } };
    },
    "POST /auth/passkey-sign-in": async () => {
      const { device } = await kit.withPasskey();
      const options = (await kit.post("passkey-sign-in/options")).json().data;
      return { payload: { passkey: device.get(options) } };
    },
    "POST /auth/step-up": async () => {
      const { headers, codes } = await kit.withTotp();
      return { headers, payload: { code: codes[0] } };
    },
    "POST /auth/refresh": async () => ({
      payload: { refreshToken: (await signIn()).refreshToken },
    }),
    "POST /auth/sign-out": async () => ({
      payload: { refreshToken: (await signIn()).refreshToken },
    }),
    "POST /auth/reset-password": async () => {
      const { email } = await register();
      await app.send({ method: "POST", url: "/auth/request-password-reset", payload: { email } });
      return { payload: { token: tokenIn(app.mails.at(-1)?.text), password } };
    },
  };
};
