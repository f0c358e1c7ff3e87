import { member, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { params } from "../schemas.ts";
import { planReader } from "../team.ts";
import { seasons } from "./queries.ts";
import { seasonBody, seasonChange, seasonShape } from "./schemas.ts";
import { changeSeason, createSeason, listEntitySeasons, presentSeason } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Execution", family: v2, extension: true, params });
const [read, write] = ["entities:read", "entities:write"] as const;
const season = via(planReader("Season", seasons.byId), "seasonId");

export const seasonEndpoints = [
  endpoint({
    at: "GET /entities/:entityId/execution/seasons",
    name: "listSeasons",
    summary: "List the seasons of an entity, the latest first",
    description: "For the team of the entity. The status is that of the day of the answer.",
    scope: read,
    access: member("entityId"),
    query: longPageQuery,
    answers: list(seasonShape),
    handle: ({ params, query, deps }) => listEntitySeasons(deps, params.entityId, query),
  }),

  endpoint({
    at: "POST /entities/:entityId/execution/seasons",
    name: "createSeason",
    summary: "Create a season of an entity",
    description: "For the team of the entity. Seasons may overlap.",
    scope: write,
    access: member("entityId"),
    body: seasonBody,
    answers: created(seasonShape, "/v2/entities/:entityId/execution/seasons/:id"),
    handle: ({ params, body, deps }) => createSeason(deps, { ...body, ...params }),
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/seasons/:seasonId",
    name: "getSeason",
    summary: "Get a season of an entity",
    description: "For the team of the entity; a season of another entity is 404.",
    scope: read,
    access: member(season),
    answers: one(seasonShape),
    handle: ({ subject, deps }) => presentSeason(subject, deps.now()),
  }),

  endpoint({
    at: "PATCH /entities/:entityId/execution/seasons/:seasonId",
    name: "changeSeason",
    summary: "Update a season of an entity",
    description: "For the team of the entity. Omitted members keep their values.",
    scope: write,
    access: member(season),
    body: seasonChange,
    answers: one(seasonShape),
    handle: ({ params, body, deps }) => changeSeason(deps, params.seasonId, body),
  }),
];
