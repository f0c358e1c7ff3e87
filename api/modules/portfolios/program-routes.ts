import { ownerOf, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { endpoint } from "./endpoint.ts";
import { type ProgramRow, programs } from "./queries.ts";
import * as shapes from "./schemas.ts";
import { createProgram } from "./service.ts";

const ownProgram = ownerOf(
  via<ProgramRow>(
    { name: "Program", find: programs.byId, userIdOf: ({ ownerId }) => ownerId },
    "programId",
  ),
);

/** Workspaces of programs. */
export const programEndpoints = [
  endpoint({
    at: "POST /programs",
    name: "createProgram",
    summary: "Create the workspace of a program",
    description: "Belongs to the caller. The slug is the name's, or one like it.",
    body: shapes.programBody,
    answers: created(shapes.programShape, "/v2/programs/:id"),
    handle: ({ body, caller, deps }) => createProgram(deps, caller.userId, body),
  }),

  endpoint({
    at: "GET /programs",
    name: "listPrograms",
    summary: "List your programs",
    description: "Those of the calling account, newest first.",
    extension: true,
    query: pageQuery,
    answers: list(shapes.programShape),
    handle: ({ query, caller, deps }) => programs.page(deps.db, { ownerId: caller.userId }, query),
  }),

  endpoint({
    at: "GET /programs/:programId",
    name: "getProgram",
    summary: "Get the workspace of a program",
    description: "Its owner only; for everybody else it does not exist.",
    extension: true,
    access: ownProgram,
    answers: one(shapes.programShape),
    handle: ({ subject }) => subject,
  }),
];
