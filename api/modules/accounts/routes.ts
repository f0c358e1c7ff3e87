import { anyone, optional } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";
import { mailed, tellMailed } from "../../mails/mailed.ts";
import {
  addressBody,
  mailSent,
  passwordSet,
  refreshBody,
  registerBody,
  registered,
  resetBody,
  signedIn,
  signedOut,
  signInBody,
  signOutBody,
  verified,
  verifyBody,
} from "./schemas.ts";
import {
  refresh,
  register,
  requestPasswordReset,
  requestVerification,
  resetPassword,
  signIn,
  signOut,
  verifyEmail,
} from "./service.ts";

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
    summary: "Register an e-mail address with a password",
    description:
      "Sends a confirmation mail. The answer is the same whether the address has an account or not. A password that is known or easy to guess is refused (400) with the reason.",
    body: registerBody,
    status: 201,
    answers: mailed(registered),
    handle: ({ body, deps }) => tellMailed(deps, register(deps, body)),
  }),

  endpoint({
    at: "POST /request-verification",
    name: "requestVerification",
    summary: "Have the confirmation mail sent again",
    description: "Sends the confirmation mail again. The answer is the same for unknown addresses.",
    body: addressBody,
    answers: mailed(mailSent),
    handle: ({ body, deps }) => tellMailed(deps, requestVerification(deps, body.email)),
  }),

  endpoint({
    at: "POST /verify-email",
    name: "verifyEmail",
    summary: "Confirm an e-mail address with the token of a mail",
    description: "The token is in the link of the confirmation mail and works once.",
    body: verifyBody,
    answers: one(verified),
    handle: ({ body, deps }) => verifyEmail(deps, body.token),
  }),

  endpoint({
    at: "POST /sign-in",
    name: "signIn",
    summary: "Get an access and a refresh token for address and password",
    description:
      "Refuses wrong passwords and addresses that are not confirmed. Repeated wrong guesses are refused for some time.",
    body: signInBody,
    refuses: [401, 403],
    secrets: ["accessToken", "refreshToken"],
    answers: one(signedIn),
    handle: ({ body, from, deps }) => signIn(deps, { ...body, address: from.address }),
  }),

  endpoint({
    at: "POST /refresh",
    name: "refreshTokens",
    summary: "Exchange a refresh token for the next pair of tokens",
    description:
      "Each refresh token works once. A second use ends the session with all its tokens.",
    body: refreshBody,
    refuses: [401],
    secrets: ["accessToken", "refreshToken"],
    answers: one(signedIn),
    handle: ({ body, deps }) => refresh(deps, body.refreshToken),
  }),

  endpoint({
    at: "POST /sign-out",
    name: "signOut",
    summary: "End a session with all its tokens",
    description: "Ends the session of the access token, or of the refresh token in the body.",
    access: optional,
    scope: "read",
    body: signOutBody,
    answers: one(signedOut),
    handle: ({ body, caller, deps }) => signOut(deps, caller, body.refreshToken),
  }),

  endpoint({
    at: "POST /request-password-reset",
    name: "requestPasswordReset",
    summary: "Have a mail sent that lets one set a new password",
    description: "Sends a mail with a link. The answer is the same for unknown addresses.",
    body: addressBody,
    answers: mailed(mailSent),
    handle: ({ body, deps }) => tellMailed(deps, requestPasswordReset(deps, body.email)),
  }),

  endpoint({
    at: "POST /reset-password",
    name: "resetPassword",
    summary: "Set a new password with the token of a mail",
    description:
      "The token is in the link of the mail and works once. All sessions of the account end. Wrong guesses no longer lock the sender's address out. Weak passwords are refused, as at registration.",
    body: resetBody,
    answers: one(passwordSet),
    handle: ({ body, from, deps }) => resetPassword(deps, { ...body, address: from.address }),
  }),
];
