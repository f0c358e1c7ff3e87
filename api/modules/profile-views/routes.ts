import { can, optional } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { params, viewBody, viewCounts, viewOutcome } from "./schemas.ts";
import { getViewCounts, recordView } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Directory", family: v2, params });

export const profileViews = [
  endpoint({
    at: "POST /directory/:subjectType/:slug/profile-views",
    name: "recordProfileView",
    summary: "Record a view of a profile",
    description:
      "Counts once per `operationId` and viewer; a repeat answers `deduplicated` with the same `eventId`. Views of oneself or as a manager, with a block between the two, as a preview, and of programs and prefetching browsers are `policyExcluded` and leave nothing behind. Whether the view carries the viewer's name follows the account's own settings. Without an account an address counts 30 times a day for a profile and 500 times in all; more is 429.",
    access: optional,
    scope: "read",
    body: viewBody,
    answers: one(viewOutcome),
    handle: ({ params, body, caller, from, deps }) =>
      recordView(deps, params, { caller, ...from }, body),
  }),

  endpoint({
    at: "GET /entities/:id/profile-views",
    scope: "entities:read",
    name: "countProfileViews",
    summary: "Count the views of an entity's profile by day",
    description:
      "Days are in UTC, oldest first; days without a view are left out. Never says who viewed.",
    access: can("listing.manage", "id"),
    answers: one(viewCounts),
    extension: true,
    handle: ({ params, deps }) => getViewCounts(deps.db, params.id),
  }),
];
