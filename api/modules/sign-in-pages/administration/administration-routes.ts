import { page } from "#api/http/answers.ts";
import { endpoint, sent } from "../endpoint.ts";
import { administrationFields } from "../schemas.ts";
import { showAdministration, submitAct } from "./administration-page.ts";

/** The page of administrators. */
export const administrationPages = [
  endpoint({
    at: "GET /administration",
    name: "showAdministration",
    summary: "Administration page",
    description:
      "An HTML page. Visitors who are not signed in are redirected to sign in, then back. 403 for accounts that are no administrators.",
    refuses: [403],
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showAdministration({ deps, from }),
  }),
  endpoint({
    ...sent,
    at: "POST /forms/administer",
    name: "submitAct",
    summary: "Act as an administrator with the form",
    description:
      "Submits the forms of the page. Without a recent proof of a second factor the browser is sent to give it.",
    body: administrationFields,
    status: 302,
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitAct({ deps, from }, body),
  }),
];
