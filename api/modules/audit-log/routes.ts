import { pageQuery } from "#schemas/shapes/page.ts";
import { manager } from "../../auth/access.ts";
import { listEndpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
import { entityParams } from "../../http/params.ts";
import { auditEntry } from "./schemas.ts";
import { listEntityLog } from "./service.ts";

export const auditLog = [
  listEndpoint(v2, {
    at: "GET /entities/:id/audit-log",
    tag: "Entities",
    summary: "List what was done to an entity and by whom, newest first",
    access: manager("id"),
    params: entityParams,
    query: pageQuery,
    returns: auditEntry,
    extension: true,
    handle: ({ params, query, deps }) => listEntityLog(deps.db, params.id, query),
  }),
];
