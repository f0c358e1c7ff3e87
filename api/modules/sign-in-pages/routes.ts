import { z } from "zod";
import { anyone } from "../../auth/access.ts";
import { auth } from "../../http/families.ts";
import { webEndpoint } from "../../http/plain-endpoints.ts";
import {
  showRegister,
  showReset,
  showSignIn,
  showVerify,
  submitRegister,
  submitReset,
  submitSignIn,
  submitSignOut,
  submitVerify,
} from "./forms.ts";
import {
  linkQuery,
  registerFields,
  resetFields,
  returnQuery,
  signInFields,
  signOutFields,
  verifyFields,
} from "./schemas.ts";

const shown = {
  tag: "Sign-in",
  access: anyone,
  extension: true,
  localIssuer: true,
  type: "text/html",
  returns: z.string(),
  redirects: false,
} as const;
const sent = { ...shown, forms: true, refuses: [403] } as const;

export const signInPages = [
  webEndpoint(auth, {
    ...shown,
    at: "GET /sign-in",
    summary: "Page to sign in with a browser",
    query: returnQuery,
    handle: ({ query, from, deps }) => showSignIn({ deps, from }, query.return_to ?? ""),
  }),

  webEndpoint(auth, {
    ...sent,
    at: "POST /forms/sign-in",
    summary: "Sign a browser in",
    body: signInFields,
    refuses: [401, 403],
    redirects: true,
    handle: ({ body, from, deps }) => submitSignIn({ deps, from }, body),
  }),

  webEndpoint(auth, {
    ...sent,
    at: "POST /forms/sign-out",
    summary: "Sign a browser out",
    body: signOutFields,
    handle: ({ body, from, deps }) => submitSignOut({ deps, from }, body),
  }),

  webEndpoint(auth, {
    ...shown,
    at: "GET /register",
    summary: "Page to register with a browser",
    handle: ({ from, deps }) => showRegister({ deps, from }),
  }),

  webEndpoint(auth, {
    ...sent,
    at: "POST /forms/register",
    summary: "Register with a browser",
    body: registerFields,
    handle: ({ body, from, deps }) => submitRegister({ deps, from }, body),
  }),

  webEndpoint(auth, {
    ...shown,
    at: "GET /verify-email",
    summary: "Page behind the link of a confirmation mail",
    query: linkQuery,
    handle: ({ query, from, deps }) => showVerify({ deps, from }, query.token ?? ""),
  }),

  webEndpoint(auth, {
    ...sent,
    at: "POST /forms/verify-email",
    summary: "Confirm an e-mail address with a browser",
    body: verifyFields,
    handle: ({ body, from, deps }) => submitVerify({ deps, from }, body),
  }),

  webEndpoint(auth, {
    ...shown,
    at: "GET /reset-password",
    summary: "Page behind the link of a mail for a new password",
    query: linkQuery,
    handle: ({ query, from, deps }) => showReset({ deps, from }, query.token ?? ""),
  }),

  webEndpoint(auth, {
    ...sent,
    at: "POST /forms/reset-password",
    summary: "Set a new password with a browser",
    body: resetFields,
    handle: ({ body, from, deps }) => submitReset({ deps, from }, body),
  }),
];
