import { user } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Sign-in",
  family: auth,
  access: user,
  extension: true,
  localIssuer: true,
  params: shapes.params,
});

const proved =
  "Only within ten minutes of a sign-in or of `POST /auth/step-up`, with the access token of a sign-in.";

export const secondFactors = [
  endpoint({
    at: "GET /factors",
    name: "getSecondFactors",
    summary: "List your second factors",
    description: "Returns the enabled second factors, without secrets.",
    answers: one(shapes.factors),
    handle: ({ caller, deps }) => service.readFactors(deps, caller.userId),
  }),

  endpoint({
    at: "POST /factors/totp",
    name: "startTotp",
    summary: "Start setting up an authenticator app",
    description: `Makes a secret for an app (TOTP, RFC 6238: SHA-1, six digits, 30 s). It takes effect once a code confirms it; until then a repeat makes a new secret. ${proved}`,
    secrets: ["secret", "address"],
    refuses: [409],
    answers: one(shapes.startedTotp),
    handle: ({ caller, deps }) => service.startTotp(deps, caller),
  }),

  endpoint({
    at: "POST /factors/totp/confirm",
    name: "confirmTotp",
    summary: "Confirm an authenticator app with a code",
    description: `From then on signing in asks for a second factor. The first factor brings ten recovery codes, which are shown this once. ${proved}`,
    body: shapes.confirmBody,
    secrets: ["recoveryCodes"],
    refuses: [409],
    answers: one(shapes.confirmedTotp),
    handle: ({ body, caller, from, deps }) =>
      service.confirmTotp(deps, caller, { ...body, address: from.address }),
  }),

  endpoint({
    at: "DELETE /factors/totp",
    name: "removeTotp",
    summary: "Remove your authenticator app",
    description: `With the last factor the recovery codes go, and the password is enough again. ${proved}`,
    refuses: [404],
    answers: one(shapes.removed),
    handle: ({ caller, deps }) => service.removeTotp(deps, caller),
  }),

  endpoint({
    at: "POST /factors/passkeys/options",
    name: "startPasskey",
    summary: "Start creating a passkey",
    description: `What a browser is told to make one (WebAuthn). It takes effect once it is registered, within five minutes. ${proved}`,
    refuses: [409],
    answers: one(shapes.passkeyOptions),
    handle: ({ caller, deps }) => service.startPasskey(deps, caller),
  }),

  endpoint({
    at: "POST /factors/passkeys",
    name: "addPasskey",
    summary: "Register a passkey",
    description: `From then on signing in asks for a second factor. The first factor brings recovery codes, which are shown this once. At most 20. ${proved}`,
    body: shapes.newPasskeyBody,
    secrets: ["recoveryCodes"],
    refuses: [409],
    answers: one(shapes.addedPasskey),
    handle: ({ body, caller, deps }) => service.addPasskey(deps, caller, body),
  }),

  endpoint({
    at: "PATCH /factors/passkeys/:passkeyId",
    name: "renamePasskey",
    summary: "Rename a passkey",
    description: `Another account's passkey is 404. ${proved}`,
    body: shapes.passkeyChange,
    answers: one(shapes.passkeyShape),
    handle: ({ params, body, caller, deps }) =>
      service.renamePasskey(deps, caller, { id: params.passkeyId, name: body.name }),
  }),

  endpoint({
    at: "DELETE /factors/passkeys/:passkeyId",
    name: "removePasskey",
    summary: "Remove a passkey",
    description: `With the last factor the recovery codes go, and the password is enough again. Another account's passkey is 404. ${proved}`,
    answers: one(shapes.removed),
    handle: ({ params, caller, deps }) => service.removePasskey(deps, caller, params.passkeyId),
  }),

  endpoint({
    at: "POST /factors/prove-options",
    name: "startProof",
    summary: "Start confirming your identity with a passkey",
    description:
      "What a browser is told to ask for a passkey of the account. `POST /auth/step-up` takes what it has signed, within five minutes.",
    answers: one(shapes.passkeyOptions),
    handle: ({ caller, deps }) => service.requestOptions(deps, caller.userId),
  }),

  endpoint({
    at: "POST /factors/recovery-codes",
    name: "renewRecoveryCodes",
    summary: "Replace your recovery codes",
    description: `The previous codes stop working. The new ones are shown this once. ${proved}`,
    secrets: ["recoveryCodes"],
    refuses: [400],
    answers: one(shapes.newRecoveryCodes),
    handle: ({ caller, deps }) => service.renewRecoveryCodes(deps, caller),
  }),
];
