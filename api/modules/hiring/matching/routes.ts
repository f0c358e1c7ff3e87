import { member, viewer } from "#api/auth/access.ts";
import { list, one } from "#api/http/answers.ts";
import { matchingEndpoint, reads } from "../endpoint.ts";
import { roleOfEntity, seenRole } from "../roles/access.ts";
import { candidateMatchShape, matchingQuery, matchShape, recommendedShape } from "./schemas.ts";
import { matchPeople, matchRole, recommendRoles } from "./service.ts";

export const matchingEndpoints = [
  matchingEndpoint({
    at: "GET /hiring/roles/recommended",
    name: "listRecommendedRoles",
    ...reads,
    summary: "List roles that fit your skills",
    description:
      "Public published roles that ask for a skill of the caller, best first, with the reasons. Required skills weigh 3, preferred ones 2, nice-to-have ones 1 where they count.",
    query: matchingQuery,
    answers: list(recommendedShape),
    handle: ({ query, caller, deps }) => recommendRoles(deps.db, caller.userId, query),
  }),

  matchingEndpoint({
    at: "GET /hiring/roles/:roleId/match",
    name: "matchRole",
    ...reads,
    summary: "Match your skills with a role",
    description:
      "The score is null where the role asks for no required or preferred skills. Nice-to-have skills do not count.",
    access: viewer(seenRole),
    answers: one(matchShape),
    handle: ({ subject, caller, deps }) => matchRole(deps.db, subject.id, caller?.userId ?? ""),
  }),

  matchingEndpoint({
    at: "GET /entities/:entityId/hiring/roles/:roleId/matches",
    name: "listRoleMatches",
    ...reads,
    summary: "List candidates who fit a role",
    description:
      "For members of the team. People who saved a skill that the role asks for and may be found, best first, without contact data.",
    access: member(roleOfEntity),
    query: matchingQuery,
    answers: list(candidateMatchShape),
    handle: ({ params: { roleId }, query, caller, deps }) =>
      matchPeople(deps.db, { roleId, viewerId: caller.userId }, query),
  }),
];
