import { allowed } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { decided, params } from "./schemas.ts";

const administrator = allowed("administrator", (_, { isAdmin }) => (isAdmin ? "yes" : "no"));

/** Makes the endpoints for administrators. */
export const { endpoint } = moduleOf({
  tag: "Administration",
  family: v2,
  access: administrator,
  extension: true,
  strict: true,
  params,
});

/** Words of each endpoint: keys and applications need the scope. */
export const admin = { scope: "admin" } as const;
/** Words of an endpoint that decides something. */
export const act = { ...admin, answers: one(decided), refuses: [404, 409] };
