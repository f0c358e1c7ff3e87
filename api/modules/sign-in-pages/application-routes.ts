import { page } from "../../http/answers.ts";
import { showAccount } from "./account-page.ts";
import {
  showApplications,
  submitDeletion,
  submitRegistration,
  submitRotation,
  submitWithdrawal,
} from "./applications/application-pages.ts";
import { endpoint, sent } from "./endpoint.ts";
import { showForgotten, submitForgotten } from "./forms.ts";
import { ownAddress } from "./return-address.ts";
import {
  accountQuery,
  applicationFields,
  deletionFields,
  forgottenFields,
  registrationFields,
} from "./schemas.ts";

/** Pages of a person who is signed in with a browser, and the way back for who cannot. */
export const accountPages = [
  endpoint({
    at: "GET /account",
    name: "showAccount",
    summary: "Account page",
    description:
      "An HTML page. Visitors who are not signed in are redirected to sign in, then back or on to return_to. With an external issuer it says where accounts are.",
    localIssuer: false,
    query: accountQuery,
    answers: page({ redirects: true }),
    handle: ({ query, from, deps }) =>
      showAccount(
        { deps, from },
        { checkout: query.checkout ?? "", returnTo: ownAddress(query.return_to ?? "") },
      ),
  }),

  endpoint({
    at: "GET /applications",
    name: "showApplications",
    summary: "Applications page: those you granted access, and your own",
    description:
      "An HTML page. Visitors who are not signed in are redirected to sign in, then back.",
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showApplications({ deps, from }),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/register-application",
    name: "submitApplicationRegistration",
    summary: "Register an OAuth application with the form",
    description:
      "Submits the form of the page. The page shows the secret this once. Works as oauth.registerApplication.",
    body: registrationFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitRegistration({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/withdraw-grant",
    name: "submitWithdrawal",
    summary: "Revoke an application's access with the form",
    description: "Submits the form of the page. Works as oauth.revokeGrant.",
    body: applicationFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitWithdrawal({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/delete-application",
    name: "submitDeletion",
    summary: "Delete an application with the form",
    description:
      "Submits the form of the page, with its box ticked. Works as oauth.deleteApplication.",
    body: deletionFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitDeletion({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/rotate-secret",
    name: "submitRotation",
    summary: "Rotate an application's secret with the form",
    description: "Submits the form of the page. The page shows the secret this once.",
    body: applicationFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitRotation({ deps, from }, body),
  }),

  endpoint({
    at: "GET /forgot-password",
    name: "showForgotPassword",
    summary: "Forgotten password page",
    description: "An HTML page with one field, the address.",
    answers: page(),
    handle: ({ from, deps }) => showForgotten({ deps, from }),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/forgot-password",
    name: "submitForgotPassword",
    summary: "Request a password reset mail with the form",
    description: "Submits the form of the page. The page is the same for unknown addresses.",
    body: forgottenFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitForgotten({ deps, from }, body),
  }),
];
