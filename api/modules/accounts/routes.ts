import { z } from "zod";
import { anyone, optional, user } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";
import { mailed, tellMailed } from "../../mails/mailed.ts";
import { passkeySignIn } from "./passkey-routes.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Sign-in",
  family: auth,
  access: anyone,
  extension: true,
  localIssuer: true,
});

export const accounts = [
  endpoint({
    at: "POST /register",
    name: "register",
    summary: "Register with an email address and a password",
    description:
      "Sends a confirmation mail. The answer is the same whether the address has an account or not. A password that is known or easy to guess is refused (400) with the reason.",
    body: shapes.registerBody,
    status: 201,
    answers: mailed(shapes.registered),
    handle: ({ body, deps }) => tellMailed(deps, service.register(deps, body)),
  }),

  endpoint({
    at: "POST /request-verification",
    name: "requestVerification",
    summary: "Resend the confirmation mail",
    description: "Sends the confirmation mail again. The answer is the same for unknown addresses.",
    body: shapes.addressBody,
    answers: mailed(shapes.mailSent),
    handle: ({ body, deps }) => tellMailed(deps, service.requestVerification(deps, body.email)),
  }),

  endpoint({
    at: "POST /verify-email",
    name: "verifyEmail",
    summary: "Confirm an email address with the token from a mail",
    description: "The token is in the link of the confirmation mail and works once.",
    body: shapes.verifyBody,
    answers: one(shapes.verified),
    handle: ({ body, deps }) => service.verifyEmail(deps, body.token),
  }),

  endpoint({
    at: "POST /sign-in",
    name: "signIn",
    summary: "Sign in with email address and password",
    description:
      "Refuses wrong passwords and addresses that are not confirmed. Repeated wrong guesses are refused for some time. For an account with a second factor the answer is `secondFactor`, without tokens: `POST /auth/second-factor` gives them.",
    body: shapes.signInBody,
    refuses: [401, 403],
    secrets: ["accessToken", "refreshToken", "token"],
    answers: one(z.union([shapes.signedIn, shapes.factorAwaited])),
    handle: ({ body, from, deps }) => service.signIn(deps, { ...body, address: from.address }),
  }),

  endpoint({
    at: "POST /second-factor",
    name: "finishSignIn",
    summary: "Complete a sign-in with a second factor",
    description:
      "Takes the token of a sign-in whose password was right, within ten minutes, and a code of the authenticator app, a recovery code or what a passkey has signed. A code works once. A wrong one leaves the sign-in waiting; repeated wrong ones are refused for some time.",
    body: shapes.factorBody,
    refuses: [401],
    secrets: ["accessToken", "refreshToken"],
    answers: one(shapes.signedIn),
    handle: ({ body, from, deps }) =>
      service.finishSignIn(deps, { ...body, address: from.address }),
  }),

  endpoint({
    at: "POST /step-up",
    name: "stepUp",
    summary: "Confirm your identity again",
    description:
      "For ten minutes the session of the access token may then do what answers STEP_UP_REQUIRED. Takes a code of the authenticator app, a recovery code or what a passkey has signed; for an account without a second factor the password. API keys and applications cannot prove anything (403).",
    access: user,
    body: shapes.stepUpBody,
    refuses: [401],
    answers: one(shapes.proved),
    handle: ({ body, caller, from, deps }) =>
      service.stepUp(deps, caller, { ...body, address: from.address }),
  }),

  endpoint({
    at: "POST /refresh",
    name: "refreshTokens",
    summary: "Refresh an access token",
    description:
      "Each refresh token works once. A second use ends the session with all its tokens.",
    body: shapes.refreshBody,
    refuses: [401],
    secrets: ["accessToken", "refreshToken"],
    answers: one(shapes.signedIn),
    handle: ({ body, deps }) => service.refresh(deps, body.refreshToken),
  }),

  endpoint({
    at: "POST /sign-out",
    name: "signOut",
    summary: "Sign out of a session",
    description: "Ends the session of the access token, or of the refresh token in the body.",
    access: optional,
    scope: "read",
    body: shapes.signOutBody,
    answers: one(shapes.signedOut),
    handle: ({ body, caller, deps }) => service.signOut(deps, caller, body.refreshToken),
  }),

  endpoint({
    at: "POST /request-password-reset",
    name: "requestPasswordReset",
    summary: "Request a mail to reset a password",
    description: "Sends a mail with a link. The answer is the same for unknown addresses.",
    body: shapes.addressBody,
    answers: mailed(shapes.mailSent),
    handle: ({ body, deps }) => tellMailed(deps, service.requestPasswordReset(deps, body.email)),
  }),

  endpoint({
    at: "POST /reset-password",
    name: "resetPassword",
    summary: "Reset a password with the token from a mail",
    description:
      "The token is in the link of the mail and works once. All sessions of the account end. Wrong guesses no longer lock the sender's address out. Weak passwords are refused, as at registration.",
    body: shapes.resetBody,
    answers: one(shapes.passwordSet),
    handle: ({ body, from, deps }) =>
      service.resetPassword(deps, { ...body, address: from.address }),
  }),

  ...passkeySignIn,
];
