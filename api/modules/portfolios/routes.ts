import { allowed, via } from "#api/auth/access.ts";
import { required } from "#api/data/rows.ts";
import { created, list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { endpoint } from "./endpoint.ts";
import { programEndpoints } from "./program-routes.ts";
import {
  artifacts,
  findCollaborator,
  findPortfolio,
  listCollaborators,
  listPortfolios,
  type PortfolioRow,
} from "./queries.ts";
import * as shapes from "./schemas.ts";
import { addCollaborator, createPortfolio, removeCollaborator } from "./service.ts";

type Role = PortfolioRow["role"];

const portfolio = via<PortfolioRow>(
  {
    name: "Portfolio",
    find: async (db, id, _params, caller) =>
      caller?.userId == null ? null : findPortfolio(db, id, caller.userId),
  },
  "portfolioId",
);
/** Those with whom the portfolio is shared in one of these roles: 403 in another role, 404 for all others. */
const as = (...roles: Role[]) =>
  allowed<PortfolioRow>(
    `${roles.join(" or ")} of the portfolio`,
    (_db, _caller, { role }) => (roles.includes(role) ? "yes" : "no"),
    portfolio,
  );
const reads = as("owner", "editor", "viewer");
const edits = as("owner", "editor");
const owns = as("owner");

const portfolioEndpoints = [
  endpoint({
    at: "GET /portfolios",
    name: "listPortfolios",
    summary: "List your portfolios and those shared with you",
    description: "Newest first. `role` says what the caller is to each.",
    query: pageQuery,
    answers: list(shapes.portfolioShape),
    handle: ({ query, caller, deps }) => listPortfolios(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /portfolios",
    name: "createPortfolio",
    summary: "Create a portfolio",
    description: "Private to the caller until it is shared with collaborators.",
    body: shapes.portfolioBody,
    answers: created(shapes.portfolioShape, "/v2/portfolios/:id"),
    handle: ({ body, caller, deps }) => createPortfolio(deps.db, caller.userId, body),
  }),

  endpoint({
    at: "GET /portfolios/:portfolioId",
    name: "getPortfolio",
    summary: "Get a portfolio",
    description: "For its owner and collaborators.",
    extension: true,
    access: reads,
    answers: one(shapes.portfolioShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "GET /portfolios/:portfolioId/artifacts",
    name: "listPortfolioArtifacts",
    summary: "List the artifacts of a portfolio",
    description: "For its owner and collaborators, newest first.",
    access: reads,
    query: pageQuery,
    answers: list(shapes.artifactShape),
    handle: ({ subject, query, deps }) =>
      artifacts.page(deps.db, { portfolioId: subject.id }, query),
  }),

  endpoint({
    at: "POST /portfolios/:portfolioId/artifacts",
    name: "addPortfolioArtifact",
    summary: "Add an artifact to a portfolio",
    description: "For its owner and editors. The address is kept and never fetched.",
    extension: true,
    access: edits,
    body: shapes.artifactBody,
    answers: created(shapes.artifactShape, "/v2/portfolios/:portfolioId/artifacts/:id"),
    handle: ({ subject, body, caller, deps }) =>
      artifacts.insert(deps.db, { ...body, portfolioId: subject.id, addedBy: caller.userId }),
  }),

  endpoint({
    at: "GET /portfolios/:portfolioId/artifacts/:artifactId",
    name: "getPortfolioArtifact",
    summary: "Get an artifact of a portfolio",
    description: "For its owner and collaborators.",
    extension: true,
    access: reads,
    answers: one(shapes.artifactShape),
    handle: async ({ subject, params, deps }) =>
      required(
        await artifacts.find(deps.db, { portfolioId: subject.id, id: params.artifactId }),
        "Artifact",
      ),
  }),

  endpoint({
    at: "GET /portfolios/:portfolioId/collaborators",
    name: "listPortfolioCollaborators",
    summary: "List the collaborators of a portfolio",
    description: "For its owner and editors, the first added first.",
    access: edits,
    query: pageQuery,
    answers: list(shapes.collaboratorShape),
    handle: ({ subject, query, deps }) => listCollaborators(deps.db, subject.id, query),
  }),

  endpoint({
    at: "POST /portfolios/:portfolioId/collaborators",
    name: "addPortfolioCollaborator",
    summary: "Share a portfolio with a person",
    description:
      "For its owner. Names an account or an address, as `viewer` or `editor`; an email address applies to the account that has verified it.",
    access: owns,
    body: shapes.collaboratorBody,
    refuses: [409],
    answers: created(shapes.collaboratorShape, "/v2/portfolios/:portfolioId/collaborators/:id"),
    handle: ({ subject, body, deps }) => addCollaborator(deps.db, subject, body),
  }),

  endpoint({
    at: "GET /portfolios/:portfolioId/collaborators/:collaboratorId",
    name: "getPortfolioCollaborator",
    summary: "Get a collaborator of a portfolio",
    description: "For its owner and editors.",
    extension: true,
    access: edits,
    answers: one(shapes.collaboratorShape),
    handle: async ({ subject, params, deps }) =>
      required(await findCollaborator(deps.db, subject.id, params.collaboratorId), "Collaborator"),
  }),

  endpoint({
    at: "DELETE /portfolios/:portfolioId/collaborators/:collaboratorId",
    name: "removePortfolioCollaborator",
    summary: "Stop sharing a portfolio with a person",
    description: "For its owner. The person sees nothing of it from the next request on.",
    extension: true,
    access: owns,
    answers: one(shapes.removedShape),
    handle: ({ subject, params, deps }) =>
      removeCollaborator(deps.db, subject.id, params.collaboratorId),
  }),
];

export const portfolios = [...portfolioEndpoints, ...programEndpoints];
