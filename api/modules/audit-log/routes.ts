import { entityParams } from "#api/http/requests/params.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { manager } from "../../auth/access.ts";
import { list } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { auditEntry } from "./schemas.ts";
import { listEntityLog } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Entities",
  family: v2,
  extension: true,
  params: entityParams,
});

export const auditLog = [
  endpoint({
    at: "GET /entities/:id/audit-log",
    name: "listEntityAuditLog",
    summary: "List an entity's audit log, newest first",
    description:
      "Each entry says who did what and when. A change of state has from and to in its detail. `userId`, `followerId` and `accountId` there name an account; they are null once it is deleted, and `title` with them.",
    access: manager("id"),
    scope: "entities:read",
    query: pageQuery,
    answers: list(auditEntry),
    handle: ({ params, query, deps }) => listEntityLog(deps.db, params.id, query),
  }),
];
