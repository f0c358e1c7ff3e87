import { pageQuery } from "#schemas/shapes/page.ts";
import { list } from "../../http/answers.ts";
import { act, admin, endpoint } from "./endpoint.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

/** What waits for an administrator. */
export const waiting = [
  endpoint({
    ...admin,
    at: "GET /admin/reports",
    name: "listWaitingReports",
    summary: "List reports to verify, oldest first",
    description: "Submitted reports and those under review.",
    query: pageQuery,
    answers: list(shapes.waitingReport),
    handle: ({ query, deps }) => service.listWaitingReports(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/reports/:reportId/decision",
    name: "decideReport",
    summary: "Review, verify or reject a report",
    description:
      "Rejecting needs a reason. 409 names the present state where the decision is not possible.",
    body: shapes.reportDecision,
    handle: ({ params: { reportId }, body, caller, deps }) =>
      service.decideReport(deps, caller, reportId, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/filings",
    name: "listWaitingFilings",
    summary: "List filings to verify, oldest first",
    description: "Submitted filings of all entities.",
    query: pageQuery,
    answers: list(shapes.waitingFiling),
    handle: ({ query, deps }) => service.listWaitingFilings(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/filings/:filingId/decision",
    name: "decideFiling",
    summary: "Verify or reject a filing",
    description:
      "With tier L3 its values count as audited. Rejecting needs a reason: its values leave the statements, and what it superseded comes back. The statements follow by a job. 409 names the present state where the decision is not possible.",
    body: shapes.filingDecision,
    handle: ({ params: { filingId }, body, caller, deps }) =>
      service.decideFiling(deps, caller, filingId, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/claims",
    name: "listWaitingClaims",
    summary: "List open claims of companies, oldest first",
    description: "Each with the account that claims the company.",
    query: pageQuery,
    answers: list(shapes.waitingClaim),
    handle: ({ query, deps }) => service.listWaitingClaims(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/claims/:claimId/decision",
    name: "decideClaim",
    summary: "Accept or decline a claim of a company",
    description:
      "Granting makes the account the owner of the company. Declining needs a reason; anybody may then claim again. The terminal follows by a job. 409 names the present state where the decision is not possible.",
    body: shapes.claimDecision,
    handle: ({ params: { claimId }, body, caller, deps }) =>
      service.decideClaim(deps, caller, claimId, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/corrections",
    name: "listWaitingCorrections",
    summary: "List suggested corrections, oldest first",
    description: "Those that wait and those under review.",
    query: pageQuery,
    answers: list(shapes.waitingCorrection),
    handle: ({ query, deps }) => service.listWaitingCorrections(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/corrections/:correctionId/decision",
    name: "decideCorrection",
    summary: "Review, accept or reject a suggested correction",
    description:
      "A review makes the member disputed until it is decided. Accepting changes a listing that no team manages. Rejecting needs a reason. 409 names the present state where the decision is not possible.",
    body: shapes.correctionDecision,
    handle: ({ params: { correctionId }, body, caller, deps }) =>
      service.decideCorrection(deps, caller, correctionId, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/entities",
    name: "listUnverifiedEntities",
    summary: "List entities with an owner that are not verified, newest first",
    description: "Excludes reference companies without an owner.",
    query: pageQuery,
    answers: list(shapes.unverifiedEntity),
    handle: ({ query, deps }) => service.listUnverifiedEntities(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/entities/:entityId/decision",
    name: "decideEntity",
    summary: "Verify an entity, or withdraw the verification",
    description:
      "Records that its identity was checked. Withdrawing needs a reason. Repeating the request changes nothing.",
    body: shapes.entityDecision,
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.decideEntity(deps, caller, entityId, body),
  }),
];
