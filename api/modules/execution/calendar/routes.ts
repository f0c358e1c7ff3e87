import { member } from "#api/auth/access.ts";
import { list } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { params } from "../schemas.ts";
import { calendarQuery, eventShape } from "./schemas.ts";
import { listEvents } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Execution", family: v2, extension: true, params });

export const calendarEndpoints = [
  endpoint({
    at: "GET /entities/:entityId/execution/calendar",
    name: "getExecutionCalendar",
    summary: "Get the calendar of an entity",
    description:
      "For the team of the entity: start and end of cycles and seasons, Sundays of commitments and days of submitted filings, in order of date. At most five years at a time; both days count.",
    scope: "entities:read",
    access: member("entityId"),
    query: calendarQuery,
    answers: list(eventShape),
    handle: ({ params, query, deps }) => listEvents(deps, params.entityId, query),
  }),
];
