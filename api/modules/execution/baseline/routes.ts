import { member } from "#api/auth/access.ts";
import { list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { versionTag, wantedVersions } from "#api/http/requests/conditional.ts";
import { v2 } from "#api/http/responses/families.ts";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { params } from "../schemas.ts";
import { type Baseline, baselineBody, baselineShape } from "./schemas.ts";
import { getBaseline, listVersions, setBaseline } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Execution",
  family: v2,
  access: member("entityId"),
  extension: true,
  params,
});
const [read, write] = ["entities:read", "entities:write"] as const;
const etag = ({ version }: Baseline) => versionTag(version);

export const baselineEndpoints = [
  endpoint({
    at: "GET /entities/:entityId/execution/baseline",
    name: "getExecutionBaseline",
    summary: "Get the execution baseline of an entity",
    description: "For the team of the entity: the latest version. 404 before the first is set.",
    scope: read,
    refuses: [404],
    answers: one(baselineShape, { etag }),
    handle: ({ params, deps }) => getBaseline(deps.db, params.entityId),
  }),

  endpoint({
    at: "PUT /entities/:entityId/execution/baseline",
    name: "setExecutionBaseline",
    summary: "Set the execution baseline of an entity",
    description:
      "For the team of the entity. Each change is a new version with the hash of the one before; repeating the request changes nothing. With If-Match (the ETag) only that version is followed: 412 otherwise.",
    scope: write,
    body: baselineBody,
    refuses: [412],
    answers: one(baselineShape, { etag }),
    handle: ({ params, body, caller, from, deps }) =>
      setBaseline(
        deps,
        { ...params, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint({
    at: "GET /entities/:entityId/execution/baseline/versions",
    name: "listExecutionBaselines",
    summary: "List all versions of the execution baseline, newest first",
    description: "For the team of the entity. Each version holds the hash of the one before it.",
    scope: read,
    query: longPageQuery,
    answers: list(baselineShape),
    handle: ({ params, query, deps }) => listVersions(deps.db, params.entityId, query),
  }),
];
