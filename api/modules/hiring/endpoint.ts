import { user } from "../../auth/access.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { hiringMatching, hiringRead, hiringWrite } from "./limits.ts";
import { params } from "./roles/schemas.ts";

const common = { tag: "Hiring", family: v1, access: user, params } as const;

/** Constructors of the three kinds of hiring endpoints; they differ in the limit that counts their requests. */
export const { endpoint: readEndpoint } = moduleOf({ ...common, limit: hiringRead });
export const { endpoint: writeEndpoint } = moduleOf({ ...common, limit: hiringWrite });
export const { endpoint: matchingEndpoint } = moduleOf({ ...common, limit: hiringMatching });

/** The scopes that an API key or an application needs (O-02). */
export const reads = { scope: "hiring:read" } as const;
export const writes = { scope: "hiring:write" } as const;
