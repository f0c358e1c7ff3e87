import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import { anyMember, showToAnyMember, submitAsMember } from "../show-to-member.ts";
import { aboutNew, newAddress, newMarkup, saveNew } from "./new-page.ts";
import * as shapes from "./schemas.ts";
import { aboutScreen, actOnScreen, screensMarkup, screensPath } from "./screens-page.ts";

const { endpoint } = moduleOf({ tag: "Pages", family: pages, access: anyone, extension: true });

const answers = page({ redirects: true });

export const screenPages = [
  endpoint({
    at: "GET /screens",
    name: "showSavedScreens",
    summary: "Saved screens page",
    description:
      "An HTML page: the screens that the person has saved, newest first, 20 on a page, each with the way to what it finds and forms to rename and delete it. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.screensAsked,
    refuses: [401],
    answers,
    handle: ({ query, deps, ...given }) =>
      showToAnyMember({ ...given, deps }, `${screensPath}${queryText(query)}`, (reader) =>
        screensMarkup(deps, query, reader),
      ),
  }),

  endpoint({
    at: "POST /screens",
    name: "submitSavedScreen",
    summary: "Rename or delete a saved screen with the form",
    description:
      "Submits the forms of the page: the same as by the API. Redirects to the page. A refused request shows the page with the reason.",
    forms: true,
    query: shapes.screensAsked,
    body: shapes.screenFields,
    status: 302,
    refuses: [401, 403, 404],
    answers,
    handle: ({ query, body, deps, ...given }) =>
      submitAsMember(
        { ...given, deps, params: {} },
        {
          path: `${screensPath}${queryText(query)}`,
          access: anyMember,
          markup: (_row, reader) => screensMarkup(deps, query, reader),
        },
        {
          fields: body,
          about: () => aboutScreen(body),
          act: (_row, { userId }) => actOnScreen(deps, userId, body),
          afterwards: body.act === "delete" ? screensPath : undefined,
        },
      ),
  }),

  endpoint({
    at: "GET /screens/new",
    name: "showNewScreen",
    summary: "Page to save a screen",
    description:
      "An HTML page with the form that saves a screen. The page of a screen links to it. Visitors who are not signed in are redirected to sign in, then back with their conditions. Conditions that cannot be read show a sentence, with 400.",
    query: shapes.newAsked,
    refuses: [401],
    answers,
    handle: ({ query, deps, ...given }) =>
      showToAnyMember({ ...given, deps }, newAddress(query), (reader) =>
        newMarkup(deps, query, reader),
      ),
  }),

  endpoint({
    at: "POST /screens/new",
    name: "submitNewScreen",
    summary: "Save a screen with the form",
    description:
      "Submits the form of the page: the same as saving by the API. Redirects to your saved screens. A refused request shows the page with the reason and the name that was typed.",
    forms: true,
    body: shapes.newFields,
    status: 302,
    refuses: [401, 403, 409],
    answers,
    handle: ({ body, deps, ...given }) => {
      const { form_token: _token, name, ...asked } = body;
      return submitAsMember(
        { ...given, deps, params: {} },
        {
          path: newAddress(asked),
          access: anyMember,
          markup: (_row, reader) => newMarkup(deps, asked, reader, name),
        },
        {
          fields: body,
          about: () => aboutNew(asked),
          act: (_row, { userId }) => saveNew(deps, { ...asked, name }, userId),
          afterwards: screensPath,
        },
      );
    },
  }),
];
