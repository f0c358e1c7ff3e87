import { member, user, via } from "#api/auth/access.ts";
import type { Caller } from "#api/auth/caller.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import { created, list, one } from "#api/http/answers.ts";
import { invalid, notFound } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { v1, v2 } from "#api/http/responses/families.ts";
import type { Db } from "#schemas/database/db.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { cycles } from "../cycles/queries.ts";
import { cycle } from "../cycles/routes.ts";
import { params } from "../schemas.ts";
import { checkMember, planReader } from "../team.ts";
import { goalMoves } from "./moves.ts";
import { goals } from "./queries.ts";
import { goalBody, goalChange, goalDeleted, goalOfBody, goalShape } from "./schemas.ts";
import { changeGoal, createGoal, listCycleGoals, presentGoal, removeGoal } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Execution", family: v2, extension: true, params });
const [read, write] = ["entities:read", "entities:write"] as const;
const goal = via(planReader("Goal", goals.byId), "goalId");
const createdGoal = created(goalShape, "/v2/entities/:entityId/execution/goals/:id");

/** Throws 400 for a cycle of another entity of the caller's, 404 for one that the caller may not know of. */
async function checkCycleOf(db: Db, entityId: string, cycleId: string, caller: Caller) {
  const cycle = await cycles.byId(db, cycleId);
  if (cycle?.entityId === entityId) return;
  const other = cycle && (await findTeamStanding(db, cycle.entityId, caller));
  if (!other?.standing) throw notFound("Cycle");
  throw invalid("body/cycleId: is a cycle of another entity");
}

export const goalEndpoints = [
  endpoint({
    at: "GET /execution/cycles/:cycleId/goals",
    name: "listExecutionGoals",
    summary: "List the goals of a cycle, newest first",
    description: "For the team of the entity to which the cycle belongs; otherwise 404.",
    family: v1,
    extension: false,
    access: member(cycle),
    query: longPageQuery,
    answers: list(goalShape),
    handle: ({ params, query, deps }) => listCycleGoals(deps.db, params.cycleId, query),
  }),

  endpoint({
    at: "POST /execution/goals",
    name: "createExecutionGoal",
    summary: "Create a goal",
    description:
      "For the team of the entity that the body names. A cycle of another entity is 400, one that is not active 409. Amounts are decimals, as text or JSON numbers, and are answered as text.",
    family: v1,
    extension: false,
    access: user,
    body: goalOfBody,
    refuses: [403, 404, 409],
    answers: createdGoal,
    handle: async ({ body: { entityId, cycleId, ...body }, caller, deps }) => {
      await checkMember(deps.db, entityId, caller);
      await checkCycleOf(deps.db, entityId, cycleId, caller);
      return createGoal(deps, cycleId, caller.userId, body);
    },
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/cycles/:cycleId/goals",
    name: "listEntityGoals",
    summary: "List the goals of a cycle of an entity, newest first",
    description: "For the team of the entity, each goal with its progress.",
    scope: read,
    access: member(cycle),
    query: longPageQuery,
    answers: list(goalShape),
    handle: ({ params, query, deps }) => listCycleGoals(deps.db, params.cycleId, query),
  }),

  endpoint({
    at: "POST /entities/:entityId/execution/cycles/:cycleId/goals",
    name: "createEntityGoal",
    summary: "Create a goal of a cycle",
    description:
      "For the team of the entity. A cycle that is not active is 409. Amounts are decimals, as text or JSON numbers, and are answered as text.",
    scope: write,
    access: member(cycle),
    body: goalBody,
    refuses: [409],
    answers: createdGoal,
    handle: ({ params, body, caller, deps }) =>
      createGoal(deps, params.cycleId, caller.userId, body),
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/goals/:goalId",
    name: "getEntityGoal",
    summary: "Get a goal with its progress",
    description: "For the team of the entity; a goal of another entity is 404.",
    scope: read,
    access: member(goal),
    answers: one(goalShape),
    handle: ({ subject }) => presentGoal(subject),
  }),

  endpoint({
    at: "PATCH /entities/:entityId/execution/goals/:goalId",
    name: "changeEntityGoal",
    summary: "Update a goal or its state",
    description: `For the team of the entity. Status achieved: ${goalMoves.text("achieve")} Missed and dropped follow the same rule. Status active: ${goalMoves.text("reopen")}`,
    scope: write,
    access: member(goal),
    body: goalChange,
    refuses: [409],
    answers: one(goalShape),
    handle: ({ params, body, caller, deps }) =>
      changeGoal(deps, params.goalId, caller.userId, body),
  }),

  endpoint({
    at: "DELETE /entities/:entityId/execution/goals/:goalId",
    name: "deleteEntityGoal",
    summary: "Delete a goal",
    description: "For the team of the entity. Commitments made for the goal stay without it.",
    scope: write,
    access: member(goal),
    answers: one(goalDeleted),
    handle: ({ params, deps }) => removeGoal(deps.db, params.goalId),
  }),
];
