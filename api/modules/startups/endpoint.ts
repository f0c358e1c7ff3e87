import { user } from "#api/auth/access.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { params } from "./listings/schemas.ts";

/** An endpoint of the startup marketplace: for accounts only (AUT-19), with strict bodies. */
export const { endpoint } = moduleOf({
  tag: "Startups",
  family: v2,
  access: user,
  strict: true,
  params,
});
