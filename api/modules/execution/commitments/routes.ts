import { member, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { invalid } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { params } from "../schemas.ts";
import { planReader } from "../team.ts";
import { commitmentMoves } from "./moves.ts";
import { commitments, listCommitments } from "./queries.ts";
import {
  commitmentBody,
  commitmentChange,
  commitmentShape,
  commitmentsQuery,
  weekQuery,
} from "./schemas.ts";
import { changeCommitment, createCommitment } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Execution", family: v2, extension: true, params });
const [read, write] = ["entities:read", "entities:write"] as const;
const commitment = via(planReader("Commitment", commitments.byId), "id");

export const commitmentEndpoints = [
  endpoint({
    at: "GET /entities/:entityId/execution/commitments",
    name: "listCommitments",
    summary: "List the weekly commitments of an entity",
    description: "For the team of the entity: those of a week, or of all weeks, the latest first.",
    scope: read,
    access: member("entityId"),
    query: commitmentsQuery,
    answers: list(commitmentShape),
    handle: ({ params, query, deps }) => listCommitments(deps.db, params.entityId, query),
  }),

  endpoint({
    at: "POST /entities/:entityId/execution/commitments",
    name: "createCommitment",
    summary: "Create a commitment for a week",
    description:
      "For the team of the entity. The week stands in the body or in the query; without it the commitment is for this week (UTC).",
    scope: write,
    access: member("entityId"),
    query: weekQuery,
    body: commitmentBody,
    answers: created(commitmentShape, "/v2/entities/:entityId/execution/commitments/:id"),
    handle: ({ params, query, body, caller, deps }) => {
      const week = body.week ?? query.week;
      if (query.week !== undefined && query.week !== week) {
        throw invalid("body/week: differs from the week of the query");
      }
      return createCommitment(deps, { ...params, userId: caller.userId }, { ...body, week });
    },
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/commitments/:id",
    name: "getCommitment",
    summary: "Get a commitment of an entity",
    description: "For the team of the entity; a commitment of another entity is 404.",
    scope: read,
    access: member(commitment),
    answers: one(commitmentShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "PATCH /entities/:entityId/execution/commitments/:id",
    name: "changeCommitment",
    summary: "Update a commitment or its state",
    description: `For the team of the entity. Status done: ${commitmentMoves.text("finish")} Status dropped follows the same rule. Status open: ${commitmentMoves.text("reopen")}`,
    scope: write,
    access: member(commitment),
    body: commitmentChange,
    refuses: [409],
    answers: one(commitmentShape),
    handle: ({ params, body, caller, deps }) =>
      changeCommitment(deps, params.id, caller.userId, body),
  }),
];
