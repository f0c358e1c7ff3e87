import { member, user, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v1, v2 } from "#api/http/responses/families.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { params } from "../schemas.ts";
import { checkMember, planReader } from "../team.ts";
import { cycleMoves } from "./moves.ts";
import { cycles } from "./queries.ts";
import { cycleBody, cycleChange, cycleOfBody, cycleShape } from "./schemas.ts";
import { changeCycle, createCycle } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Execution", family: v2, extension: true, params });
const [read, write] = ["entities:read", "entities:write"] as const;
const createdCycle = created(cycleShape, "/v2/entities/:entityId/execution/cycles/:id");

/** A cycle as the kernel finds it. */
export const cycle = via(planReader("Cycle", cycles.byId), "cycleId");

export const cycleEndpoints = [
  endpoint({
    at: "GET /execution/:entityId/cycles",
    name: "listExecutionCycles",
    summary: "List the cycles of an entity, newest first",
    description: "For the team of the entity, also where the entity is published.",
    family: v1,
    extension: false,
    access: member("entityId"),
    query: longPageQuery,
    answers: list(cycleShape),
    handle: ({ params, query, deps }) => cycles.page(deps.db, params, query),
  }),

  endpoint({
    at: "POST /execution/cycles",
    name: "createExecutionCycle",
    summary: "Create a cycle",
    description: "For the team of the entity that the body names. The cycle is active at once.",
    family: v1,
    extension: false,
    access: user,
    body: cycleOfBody,
    refuses: [403, 404],
    answers: createdCycle,
    handle: async ({ body, caller, deps }) => {
      await checkMember(deps.db, body.entityId, caller);
      return createCycle(deps.db, body);
    },
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/cycles",
    name: "listEntityCycles",
    summary: "List the cycles of an entity, newest first",
    description: "For the team of the entity, also where the entity is published.",
    scope: read,
    access: member("entityId"),
    query: longPageQuery,
    answers: list(cycleShape),
    handle: ({ params, query, deps }) => cycles.page(deps.db, params, query),
  }),

  endpoint({
    at: "POST /entities/:entityId/execution/cycles",
    name: "createEntityCycle",
    summary: "Create a cycle of an entity",
    description: "For the team of the entity. The cycle is active at once.",
    scope: write,
    access: member("entityId"),
    body: cycleBody,
    answers: createdCycle,
    handle: ({ params, body, deps }) => createCycle(deps.db, { ...body, ...params }),
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/cycles/:cycleId",
    name: "getEntityCycle",
    summary: "Get a cycle",
    description: "For the team of the entity; a cycle of another entity is 404.",
    scope: read,
    access: member(cycle),
    answers: one(cycleShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "PATCH /entities/:entityId/execution/cycles/:cycleId",
    name: "changeEntityCycle",
    summary: "Update a cycle or its state",
    description: `For the team of the entity. Status completed: ${cycleMoves.text("complete")} Status archived: ${cycleMoves.text("archive")} Status active: ${cycleMoves.text("reopen")}`,
    scope: write,
    access: member(cycle),
    body: cycleChange,
    refuses: [409],
    answers: one(cycleShape),
    handle: ({ params, body, caller, deps }) =>
      changeCycle(deps, params.cycleId, caller.userId, body),
  }),
];
