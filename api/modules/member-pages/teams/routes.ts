import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import {
  type PageRequest,
  type Reader,
  showToAnyMember,
  showToMember,
  submitAsMember,
} from "../show-to-member.ts";
import { ofTeam, type Team } from "./access.ts";
import { actOnTeam } from "./acts.ts";
import * as shapes from "./schemas.ts";
import { teamMarkup } from "./team-page.ts";
import { teamsMarkup, teamsPath } from "./teams-page.ts";
import { aboutTeam } from "./view.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params: shapes.params,
});

const answers = page({ redirects: true });

/** The page of a team with its forms, and what was typed. */
const teamPage = ({ params, deps }: PageRequest, typed: shapes.TeamFields | null) => ({
  path: `${teamsPath}/${params.id}`,
  access: ofTeam,
  markup: (team: Team, reader: Reader) => teamMarkup(deps, team, { reader, typed }),
});

export const teamPages = [
  endpoint({
    at: "GET /teams",
    name: "showTeams",
    summary: "Teams page",
    description:
      "An HTML page: the teams that the person is in by name, with kind and own role, 20 on a page. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.teamsAsked,
    refuses: [401],
    answers,
    handle: (given) =>
      showToAnyMember(given, `${teamsPath}${queryText(given.query)}`, (reader) =>
        teamsMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "GET /teams/:id",
    name: "showTeam",
    summary: "Team page: profile, publication, members, reports and filings",
    description:
      "An HTML page, for the team of an entity, with the forms that the reader may send. Who is not in the team gets 404, also of a published entity. Visitors who are not signed in are redirected to sign in, then back.",
    refuses: [401, 404],
    answers,
    handle: (given) => showToMember(given, teamPage(given, null)),
  }),

  endpoint({
    at: "POST /teams/:id",
    name: "submitTeam",
    summary: "Change, publish or withdraw a team's profile with the form",
    description:
      "Submits the forms of the page: the same as by the API, and with the permission listing.manage. Redirects to the page. A refused request shows the page with the reason and what was typed.",
    forms: true,
    body: shapes.teamFields,
    status: 302,
    refuses: [401, 403, 404, 409],
    answers,
    handle: (given) =>
      submitAsMember(given, teamPage(given, given.body), {
        fields: given.body,
        about: ({ id }) => aboutTeam(given.body.act, id),
        act: (team, caller) => actOnTeam(given.deps, team, { caller, fields: given.body }),
      }),
  }),
];
