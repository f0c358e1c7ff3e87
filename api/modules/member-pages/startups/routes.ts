import { anyone } from "#api/auth/access.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import * as startups from "../../startups/service.ts";
import {
  type PageRequest,
  type Reader,
  showToAnyMember,
  showToMember,
  submitAsMember,
} from "../show-to-member.ts";
import { aboutFollow, parseFollow } from "./follow-form.ts";
import * as shapes from "./schemas.ts";
import { startupMarkup } from "./startup-page.ts";
import { startupsMarkup, startupsPath } from "./startups-page.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  refuses: [401],
  params: startups.startupParams,
});

const answers = page({ redirects: true });

/** The page of a startup with the form to follow it, and what was typed. */
const startupPage = ({ params, deps: { db } }: PageRequest, typed: shapes.FollowFields | null) => ({
  path: `${startupsPath}/${encodeURIComponent(params.id ?? "")}`,
  access: startups.seesStartup,
  markup: async (row: startups.SeenStartup, reader: Reader) =>
    startupMarkup(await startups.presentStartup(db, row), { reader, typed }),
});

/** Asks to follow, or ends the follow or the request. Throws 404 where there is none to end. */
function follow(
  deps: Deps,
  { startup, userId }: { startup: startups.SeenStartup; userId: string },
  fields: shapes.FollowFields,
) {
  if (fields.act === "ask") {
    return startups.requestFollow(deps, { startup, userId }, parseFollow(fields));
  }
  const { id } = required(startup.follow, "Follow");
  return startups.endFollow(deps, "withdraw", { id, actorId: userId });
}

export const startupPages = [
  endpoint({
    at: "GET /startups",
    name: "showStartups",
    summary: "Startups page",
    description:
      "An HTML page: published startups, found by words, sector, stage, place and capital status, 20 on a page. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.startupsAsked,
    answers,
    handle: (given) =>
      showToAnyMember(given, `${startupsPath}${queryText(given.query)}`, (reader) =>
        startupsMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "GET /startups/:id",
    name: "showStartup",
    summary: "Startup page",
    description:
      "An HTML page with what the reader's audience sees, and the form to follow it. Visitors who are not signed in are redirected to sign in, then back. An unpublished startup exists only for its team.",
    answers,
    handle: (given) => showToMember(given, startupPage(given, null)),
  }),

  endpoint({
    at: "POST /startups/:id",
    name: "submitStartupFollow",
    summary: "Follow or unfollow a startup with the form",
    description:
      "Submits the forms of the page: the same as asking and withdrawing by the API. Redirects to the page. A refused request shows the page with the reason and what was typed.",
    forms: true,
    body: shapes.followFields,
    status: 302,
    refuses: [401, 403, 404, 409],
    answers,
    handle: (given) =>
      submitAsMember(given, startupPage(given, given.body), {
        fields: given.body,
        about: ({ id }) => aboutFollow(given.body.act, id),
        act: (startup, { userId }) => follow(given.deps, { startup, userId }, given.body),
      }),
  }),
];
