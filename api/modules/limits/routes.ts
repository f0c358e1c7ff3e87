import { user } from "../../auth/access.ts";
import { limitOf } from "../../auth/caller.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { limitsShape } from "./schemas.ts";
import { readLimits } from "./service.ts";

/** Counted apart, so that looking spends nothing of what is looked at. */
const looking = { name: "limits", quota: 60 };

const { endpoint } = moduleOf({ tag: "Users", family: v1, access: user, extension: true });

export const limits = [
  endpoint({
    at: "GET /users/me/limits",
    name: "getLimits",
    summary: "Get your rate limits and quotas",
    description:
      "Reading does not count toward these limits; the reads themselves are limited to 60 a minute. With an API key, the answer includes the key's own limit.",
    limit: looking,
    answers: one(limitsShape),
    handle: ({ caller, deps }) => readLimits(deps, caller, limitOf(caller)),
  }),
];
