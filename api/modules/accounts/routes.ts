import { anyone, optional } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { auth } from "../../http/families.ts";
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

const tag = "Sign-in";
const local = { extension: true, localIssuer: true } as const;

export const accounts = [
  endpoint(auth, {
    at: "POST /register",
    tag,
    summary: "Register an e-mail address with a password",
    ...local,
    access: anyone,
    body: registerBody,
    status: 201,
    returns: registered,
    handle: ({ body, deps }) => register(deps, body),
  }),

  endpoint(auth, {
    at: "POST /request-verification",
    tag,
    summary: "Have the confirmation mail sent again",
    ...local,
    access: anyone,
    body: addressBody,
    returns: mailSent,
    handle: ({ body, deps }) => requestVerification(deps, body.email),
  }),

  endpoint(auth, {
    at: "POST /verify-email",
    tag,
    summary: "Confirm an e-mail address with the token of a mail",
    ...local,
    access: anyone,
    body: verifyBody,
    returns: verified,
    handle: ({ body, deps }) => verifyEmail(deps, body.token),
  }),

  endpoint(auth, {
    at: "POST /sign-in",
    tag,
    summary: "Get an access and a refresh token for address and password",
    ...local,
    access: anyone,
    body: signInBody,
    refuses: [401, 403],
    returns: signedIn,
    handle: ({ body, from, deps }) => signIn(deps, { ...body, address: from.address }),
  }),

  endpoint(auth, {
    at: "POST /refresh",
    tag,
    summary: "Exchange a refresh token for the next pair of tokens",
    ...local,
    access: anyone,
    body: refreshBody,
    refuses: [401],
    returns: signedIn,
    handle: ({ body, deps }) => refresh(deps, body.refreshToken),
  }),

  endpoint(auth, {
    at: "POST /sign-out",
    tag,
    summary: "End a session with all its tokens",
    ...local,
    access: optional,
    scope: "read",
    body: signOutBody,
    returns: signedOut,
    handle: ({ body, caller, deps }) => signOut(deps, caller, body.refreshToken),
  }),

  endpoint(auth, {
    at: "POST /request-password-reset",
    tag,
    summary: "Have a mail sent that lets one set a new password",
    ...local,
    access: anyone,
    body: addressBody,
    returns: mailSent,
    handle: ({ body, deps }) => requestPasswordReset(deps, body.email),
  }),

  endpoint(auth, {
    at: "POST /reset-password",
    tag,
    summary: "Set a new password with the token of a mail",
    ...local,
    access: anyone,
    body: resetBody,
    returns: passwordSet,
    handle: ({ body, deps }) => resetPassword(deps, body.token, body.password),
  }),
];
