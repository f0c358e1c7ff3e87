import { anyone } from "../../auth/access.ts";
import { page } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";
import { exportShape } from "../leaving/service.ts";
import { downloadExport, showData, showMails, submitLeaving, submitMails } from "./data-pages.ts";
import { showKeys, submitKey, submitKeyEnd } from "./key-pages.ts";
import { accountFields, leavingFields, mailFields, newKeyFields } from "./schemas.ts";
import { showSessions, submitSessionEnd } from "./session-pages.ts";

const { endpoint } = moduleOf({
  tag: "Sign-in",
  family: auth,
  access: anyone,
  extension: true,
  localIssuer: true,
});

const sent = { forms: true, refuses: [403] };
const shown = "An HTML page. Visitors who are not signed in are redirected to sign in, then back.";

/** Keys, sessions, mails and data of a person who is signed in with a browser. */
export const personPages = [
  endpoint({
    at: "GET /keys",
    name: "showKeys",
    summary: "API keys page",
    description: shown,
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showKeys({ deps, from }),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/make-key",
    name: "submitKey",
    summary: "Create an API key with the form",
    description: "Submits the form of the page. The page shows the key this once.",
    body: newKeyFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitKey({ deps, from }, body),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/end-key",
    name: "submitKeyEnd",
    summary: "Revoke an API key with the form",
    description: "Submits the form of the page. The key is refused from then on.",
    body: accountFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitKeyEnd({ deps, from }, body),
  }),
  endpoint({
    at: "GET /sessions",
    name: "showSessions",
    summary: "Sessions page",
    description: shown,
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showSessions({ deps, from }),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/end-session",
    name: "submitSessionEnd",
    summary: "End a session with the form",
    description: "Submits the form of the page. All tokens of the session end with it.",
    body: accountFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitSessionEnd({ deps, from }, body),
  }),
  endpoint({
    at: "GET /mails",
    name: "showMails",
    summary: "Mail preferences page",
    description: shown,
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showMails({ deps, from }),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/choosemails",
    name: "submitMails",
    summary: "Change mail preferences with the form",
    description: "Submits the form of the page. A box that is not ticked ends its mails.",
    body: mailFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitMails({ deps, from }, body),
  }),
  endpoint({
    at: "GET /data",
    name: "showData",
    summary: "Account data page: export and deletion",
    description: shown,
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showData({ deps, from }),
  }),
  endpoint({
    at: "GET /data/export",
    name: "downloadExport",
    summary: "Download your account data",
    description: "A JSON file. Visitors who are not signed in are redirected to sign in.",
    answers: page({ json: exportShape, redirects: true }),
    handle: ({ from, deps }) => downloadExport({ deps, from }),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/leave",
    name: "submitLeaving",
    summary: "Delete your account with the form",
    description: "Submits the form of the page, with its box ticked.",
    body: leavingFields,
    answers: page(),
    handle: ({ body, from, deps }) => submitLeaving({ deps, from }, body),
  }),
];
