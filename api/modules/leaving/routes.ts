import { user } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { exportShape, leaveBody, leftShape } from "./schemas.ts";
import { exportAccount, leave } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Users", family: v1, access: user, extension: true });

export const leaving = [
  endpoint({
    at: "DELETE /users/me",
    name: "deleteOwnAccount",
    summary: "Delete your account",
    description:
      "Asks for the password, or a sign-in within the last ten minutes. An account with a second factor proves it within ten minutes before (STEP_UP_REQUIRED). What is the person's own is removed at once; applications and filings that others rely on stay without the name. 409 names what must be handed over first, because nobody else owns it.",
    body: leaveBody,
    refuses: [409],
    answers: one(leftShape),
    handle: ({ body, caller, from, deps }) =>
      leave(deps, caller, { password: body.password ?? null, address: from.address }),
  }),

  endpoint({
    at: "GET /users/me/export",
    name: "exportOwnAccount",
    summary: "Export your account data",
    description: "One JSON document, without secrets such as digests of passwords and keys.",
    answers: one(exportShape),
    handle: ({ caller, deps }) => exportAccount(deps, caller.userId),
  }),
];
