import { page } from "../../http/answers.ts";
import { endpoint, sent } from "./endpoint.ts";
import { submitSecondStep } from "./factors/second-step.ts";
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
  secondFactorFields,
  signInFields,
  signOutFields,
  verifyFields,
} from "./schemas.ts";

export { administrationPages } from "./administration/administration-routes.ts";
export { accountPages } from "./application-routes.ts";
export { billingPages } from "./billing/billing-routes.ts";
export { factorPages } from "./factors/factor-routes.ts";
export { personPages } from "./person-routes.ts";

export const signInPages = [
  endpoint({
    at: "GET /sign-in",
    name: "showSignIn",
    summary: "Sign-in page",
    description: "An HTML page. return_to is the path of this service to go to afterwards.",
    query: returnQuery,
    answers: page(),
    handle: ({ query, from, deps }) => showSignIn({ deps, from }, query.return_to ?? ""),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/sign-in",
    name: "submitSignIn",
    summary: "Sign in with the form",
    description: "Submits the form of the page. Sets a cookie and sends the browser on.",
    body: signInFields,
    refuses: [401, 403],
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitSignIn({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/second-factor",
    name: "submitSecondFactor",
    summary: "Complete a sign-in with the second-factor form",
    description:
      "What the form of the page after the password sends. Sets a cookie and sends the browser on.",
    body: secondFactorFields,
    refuses: [401, 403],
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitSecondStep({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/sign-out",
    name: "submitSignOut",
    summary: "Sign out with the form",
    description: "Ends the browser's session and clears its cookie.",
    body: signOutFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitSignOut({ deps, from }, body),
  }),

  endpoint({
    at: "GET /register",
    name: "showRegister",
    summary: "Registration page",
    description: "An HTML page with the form to register.",
    answers: page(),
    handle: ({ from, deps }) => showRegister({ deps, from }),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/register",
    name: "submitRegister",
    summary: "Register with the form",
    description: "Submits the form of the page. The page is the same for known addresses.",
    body: registerFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitRegister({ deps, from }, body),
  }),

  endpoint({
    at: "GET /verify-email",
    name: "showVerifyEmail",
    summary: "Email confirmation page",
    description: "A page with one button: opening the link alone confirms nothing.",
    query: linkQuery,
    answers: page(),
    handle: ({ query, from, deps }) => showVerify({ deps, from }, query.token ?? ""),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/verify-email",
    name: "submitVerifyEmail",
    summary: "Confirm an email address with the form",
    description: "Submits the button of the page. The token works once.",
    body: verifyFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitVerify({ deps, from }, body),
  }),

  endpoint({
    at: "GET /reset-password",
    name: "showResetPassword",
    summary: "Password reset page",
    description: "A page with the form for a new password.",
    query: linkQuery,
    answers: page(),
    handle: ({ query, from, deps }) => showReset({ deps, from }, query.token ?? ""),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/reset-password",
    name: "submitResetPassword",
    summary: "Reset a password with the form",
    description: "Submits the form of the page. The token works once, and all sessions end.",
    body: resetFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitReset({ deps, from }, body),
  }),
];
