import { allowed, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { managesListing, managesStartup } from "../startups/service.ts";
import { endpoint } from "./endpoint.ts";
import { objectiveMoves } from "./moves.ts";
import { type ObjectiveRow, objectives } from "./queries.ts";
import { ofPath } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { activateObjective, closeObjective } from "./service.ts";

const objective = via(ofPath<ObjectiveRow>("Objective", objectives.byId), "objectiveId");
const managesObjective = allowed<ObjectiveRow>(
  "manager of the startup",
  async (db, caller, { startupListingId }) =>
    (await managesListing(db, startupListingId, caller)) ? "yes" : "hidden",
  objective,
);

/** Fundraising objectives of a startup. */
export const objectiveEndpoints = [
  endpoint({
    at: "POST /startups/:id/capital-objectives",
    name: "activateCapitalObjective",
    summary: "Activate an equity capital objective",
    description: "Needs `listing.manage`. One can be active: 409 otherwise.",
    access: managesStartup,
    body: shapes.objectiveBody,
    refuses: [409],
    answers: created(
      shapes.objectiveShape,
      "/v2/startups/:startupListingId/capital-objectives/:id",
    ),
    handle: ({ subject, body, caller, deps }) =>
      activateObjective(deps, { startup: subject, userId: caller.userId }, body),
  }),

  endpoint({
    at: "GET /startups/:id/capital-objectives",
    name: "listCapitalObjectives",
    summary: "List the capital objectives of a startup",
    description: "Needs `listing.manage`. Active and closed, newest first.",
    extension: true,
    access: managesStartup,
    query: pageQuery,
    answers: list(shapes.objectiveShape),
    handle: ({ subject, query, deps }) =>
      objectives.page(deps.db, { startupListingId: subject.id }, query),
  }),

  endpoint({
    at: "GET /startups/:id/capital-objectives/:objectiveId",
    name: "getCapitalObjective",
    summary: "Get a capital objective",
    description: "Needs `listing.manage`.",
    extension: true,
    access: managesObjective,
    answers: one(shapes.objectiveShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "POST /startups/:id/capital-objectives/:objectiveId/close",
    name: "closeCapitalObjective",
    summary: "Close a capital objective",
    description: `Needs \`listing.manage\`. ${objectiveMoves.text("close")}`,
    extension: true,
    access: managesObjective,
    answers: one(shapes.objectiveShape),
    handle: ({ subject: { id }, caller, deps }) => closeObjective(deps, id, caller.userId),
  }),
];
