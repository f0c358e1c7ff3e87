import { anyone, viewer } from "#api/auth/access.ts";
import type { Deps } from "#api/deps.ts";
import { page } from "#api/http/answers.ts";
import { conflict } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import * as communities from "../../communities/service.ts";
import { parseSent, withLines } from "../sentence.ts";
import {
  type PageRequest,
  type Reader,
  showToAnyMember,
  showToMember,
  submitAsMember,
} from "../show-to-member.ts";
import { communitiesMarkup, communitiesPath } from "./communities-page.ts";
import { communityMarkup } from "./community-page.ts";
import { aboutMembership } from "./join-form.ts";
import * as shapes from "./schemas.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  refuses: [401],
  params: communities.handleParams,
});

const answers = page({ redirects: true });

/** The page of a community with the form to join or to leave, and what was typed. */
const communityPage = ({ params }: PageRequest, typed = "") => ({
  path: `${communitiesPath}/${encodeURIComponent(params.handle ?? "")}`,
  access: viewer(communities.roomByHandle),
  presentPath: ({ handle }: communities.SeenRoom) => `${communitiesPath}/${handle}`,
  markup: (seen: communities.SeenRoom, reader: Reader) =>
    communityMarkup(communities.presentCommunity(seen), reader, typed),
});

/** Joins or asks to join, or leaves. Throws as the API does, and 409 where there is no membership to leave. */
function changeMembership(
  deps: Deps,
  { seen, caller }: { seen: communities.SeenRoom; caller: Reader["caller"] },
  { act, message }: shapes.MembershipFields,
): Promise<unknown> {
  const of = { roomId: seen.roomId, userId: caller.userId };
  if (act === "leave") {
    if (seen.role === null) throw conflict("You are not a member of this community");
    return communities.removeMember(deps, { of, caller });
  }
  const sent = { message: withLines(message) };
  const body = parseSent(communities.joinBody, sent, { message: "What you want to say" });
  return communities.join(deps, of, body.message ?? null);
}

export const communityPages = [
  endpoint({
    at: "GET /communities",
    name: "showCommunities",
    summary: "Communities page",
    description:
      "An HTML page: communities that anyone signed in may discover, or those of the reader, found by words, category and tag, 20 on a page. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.communitiesAsked,
    answers,
    handle: (given) =>
      showToAnyMember(given, `${communitiesPath}${queryText(given.query)}`, (reader) =>
        communitiesMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "GET /communities/:handle",
    name: "showCommunity",
    summary: "Community page",
    description:
      "An HTML page, with the form to join or to leave. Visitors who are not signed in are redirected to sign in, then back. The handle of a private community exists only for its members. A former handle leads to the present one.",
    answers,
    handle: (given) => showToMember(given, communityPage(given)),
  }),

  endpoint({
    at: "POST /communities/:handle",
    name: "submitMembership",
    summary: "Join or leave a community with the form",
    description:
      "Submits the forms of the page: the same as joining, asking to join and leaving by the API. Redirects to the page, or after leaving to all communities. A refused request shows the page with the reason.",
    forms: true,
    body: shapes.membershipFields,
    status: 302,
    refuses: [401, 403, 409],
    answers,
    handle: (given) =>
      submitAsMember(given, communityPage(given, given.body.message), {
        fields: given.body,
        about: ({ roomId }) => aboutMembership(given.body.act, roomId),
        act: (seen, caller) => changeMembership(given.deps, { seen, caller }, given.body),
        afterwards: given.body.act === "leave" ? communitiesPath : undefined,
      }),
  }),
];
