import { openAuthenticator } from "../../helpers/factors/authenticator.ts";
import { codeAt } from "../../helpers/factors/totp.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { factorKit } from "./kit.ts";

export const requests: MakeRequests = ({ app }) => {
  const kit = factorKit(app, () => new Date());
  const ofPasskey = async () => {
    const { headers, passkeyId } = await kit.withPasskey();
    return { headers, parameters: { passkeyId } };
  };
  return {
    "POST /auth/factors/passkeys/options": async () => ({ headers: (await kit.member()).headers }),
    "POST /auth/factors/passkeys": async () => {
      const { headers } = await kit.member();
      const options = (await kit.post("factors/passkeys/options", {}, headers)).json().data;
      const passkey = openAuthenticator(kit.origin).create(options);
      return { headers, payload: { name: "Phone", passkey } };
    },
    "PATCH /auth/factors/passkeys/:passkeyId": async () => ({
      ...(await ofPasskey()),
      payload: { name: "Old phone" },
    }),
    "DELETE /auth/factors/passkeys/:passkeyId": ofPasskey,
    "POST /auth/factors/totp": async () => ({ headers: (await kit.member()).headers }),
    "POST /auth/factors/totp/confirm": async () => {
      const { headers } = await kit.member();
      const { secret } = (await kit.post("factors/totp", {}, headers)).json().data;
      return { headers, payload: { code: codeAt(secret, new Date()) } };
    },
    "DELETE /auth/factors/totp": async () => ({ headers: (await kit.withTotp()).headers }),
    "POST /auth/factors/recovery-codes": async () => ({ headers: (await kit.withTotp()).headers }),
  };
};
