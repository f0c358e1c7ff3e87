import { anyone, user } from "../../auth/access.ts";
import { one, page } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { operations, v1 } from "../../http/responses/families.ts";
import { showUnsubscribe, submitUnsubscribe } from "./pages.ts";
import { linkQuery, oneClick, preferencesBody, preferencesShape } from "./schemas.ts";
import { getPreferences, setPreferences } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Mail", extension: true });

export const mail = [
  endpoint({
    at: "GET /mail/unsubscribe",
    family: operations,
    access: anyone,
    name: "showUnsubscribe",
    summary: "Unsubscribe page",
    description: "A page with one button: opening the link alone ends nothing.",
    query: linkQuery,
    answers: page(),
    handle: ({ query, deps }) => showUnsubscribe(deps.db, query),
  }),

  endpoint({
    at: "POST /mail/unsubscribe",
    family: operations,
    access: anyone,
    name: "unsubscribe",
    summary: "Unsubscribe from a kind of mail",
    description:
      "What the button of the page and of mail programs sends (RFC 8058). Needs no sign-in; the link is signed.",
    query: linkQuery,
    body: oneClick,
    forms: true,
    answers: page(),
    handle: ({ query, deps }) => submitUnsubscribe(deps.db, query),
  }),

  endpoint({
    at: "GET /users/me/mail",
    family: v1,
    access: user,
    name: "getMailPreferences",
    summary: "Get your mail preferences",
    description: "Mails about the security of the account always come and are not listed.",
    answers: one(preferencesShape),
    handle: ({ caller, deps }) => getPreferences(deps.db, caller.userId),
  }),

  endpoint({
    at: "PATCH /users/me/mail",
    family: v1,
    access: user,
    name: "setMailPreferences",
    summary: "Update your mail preferences",
    description: "Updates only the kinds sent.",
    body: preferencesBody,
    answers: one(preferencesShape),
    handle: ({ body, caller, deps }) => setPreferences(deps, caller.userId, body),
  }),
];
