import { user } from "#api/auth/access.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { params } from "./schemas.ts";

/** An endpoint of portfolios and programs: for accounts only, with strict bodies. */
export const { endpoint } = moduleOf({
  tag: "Portfolios",
  family: v2,
  access: user,
  strict: true,
  params,
});
