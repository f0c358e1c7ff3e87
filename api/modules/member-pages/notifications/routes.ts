import { anyone } from "#api/auth/access.ts";
import type { Deps } from "#api/deps.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import { markAllRead, markNotification } from "../../notifications/service.ts";
import { anyMember, showToAnyMember, submitAsMember } from "../show-to-member.ts";
import { aboutReading, notificationsMarkup, notificationsPath } from "./notifications-page.ts";
import { notificationsAsked, type ReadFields, readFields } from "./schemas.ts";

const { endpoint } = moduleOf({ tag: "Pages", family: pages, access: anyone, extension: true });

const answers = page({ redirects: true });

/** Marks one, or all up to one. Throws 404 for another person's. */
const mark = (deps: Deps, userId: string, { act, id }: ReadFields): Promise<unknown> =>
  act === "all"
    ? markAllRead(deps, userId, id)
    : markNotification(deps, { userId, id }, act === "read");

export const notificationPages = [
  endpoint({
    at: "GET /notifications",
    name: "showNotifications",
    summary: "Notifications page",
    description:
      "An HTML page: what has happened, newest first, 20 on a page, each with a way to the page of what it is about. Visitors who are not signed in are redirected to sign in, then back.",
    query: notificationsAsked,
    refuses: [401],
    answers,
    handle: ({ query, ...given }) =>
      showToAnyMember(given, `${notificationsPath}${queryText(query)}`, (reader) =>
        notificationsMarkup(given.deps, query, reader),
      ),
  }),

  endpoint({
    at: "POST /notifications",
    name: "submitReading",
    summary: "Mark notifications as read with the form",
    description:
      "Submits the forms of the page: one is marked as read or as unread, or all up to the newest that was shown. Repeating the request changes nothing. Redirects to the page.",
    forms: true,
    query: notificationsAsked,
    body: readFields,
    status: 302,
    refuses: [401, 403, 404],
    answers,
    handle: ({ query, body, ...given }) =>
      submitAsMember(
        { ...given, params: {} },
        {
          path: `${notificationsPath}${queryText(query)}`,
          access: anyMember,
          markup: (_row, reader) => notificationsMarkup(given.deps, query, reader),
        },
        {
          fields: body,
          about: () => aboutReading(body),
          act: (_row, { userId }) => mark(given.deps, userId, body),
        },
      ),
  }),
];
