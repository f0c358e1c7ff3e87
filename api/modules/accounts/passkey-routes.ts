import { anyone } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";
import { passkeyOptions, pendingPasskey, requestOptions } from "../second-factors/service.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Sign-in",
  family: auth,
  access: anyone,
  extension: true,
  localIssuer: true,
});

/** Signing in with a passkey, after the password or alone. */
export const passkeySignIn = [
  endpoint({
    at: "POST /second-factor/passkey-options",
    name: "startSecondFactor",
    summary: "Start a second-factor check with a passkey",
    description:
      "What a browser is told to ask for a passkey of the account (WebAuthn), for the token of a sign-in whose password was right.",
    body: shapes.pendingBody,
    refuses: [401],
    answers: one(passkeyOptions),
    handle: ({ body, deps }) => pendingPasskey(deps, body.token),
  }),

  endpoint({
    at: "POST /passkey-sign-in/options",
    name: "startPasskeySignIn",
    summary: "Start a sign-in with a passkey",
    description:
      "What a browser is told to ask for a passkey of this service (WebAuthn). Its authenticator must verify its user.",
    answers: one(passkeyOptions),
    handle: ({ deps }) => requestOptions(deps, null),
  }),

  endpoint({
    at: "POST /passkey-sign-in",
    name: "signInWithPasskey",
    summary: "Sign in with a passkey",
    description:
      "Takes what a passkey has signed within five minutes. It stands for password and second factor, because the person holds it and its authenticator has verified them.",
    body: shapes.passkeyBody,
    refuses: [401],
    secrets: ["accessToken", "refreshToken"],
    answers: one(shapes.signedIn),
    handle: ({ body, deps }) => service.signInWithPasskey(deps, body.passkey),
  }),
];
