import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { blockedPerson, blockShape, params, privacyAnswer, privacyShape } from "./schemas.ts";
import { blockPerson, changePrivacy, listBlocked, readPrivacy, unblockPerson } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Users", family: v1, access: user, extension: true, params });

export const blocks = [
  endpoint({
    at: "GET /users/me/blocks",
    name: "listBlockedPeople",
    summary: "List the people you have blocked, newest first",
    description: "Only the calling account sees its blocks.",
    query: pageQuery,
    answers: list(blockedPerson),
    handle: ({ query, caller, deps }) => listBlocked(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "PUT /users/me/blocks/:userId",
    name: "blockPerson",
    summary: "Block a person",
    description:
      "A block counts in both directions, also for entities that one of the two owns: views do not count, the two do not find each other as candidates, and neither follows, connects to, invites, applies to or asks the other. What was granted before grants nothing while the block lasts. The person is not told. Repeating the request changes nothing.",
    answers: one(blockShape),
    refuses: [404],
    handle: ({ params, caller, deps }) => blockPerson(deps.db, caller.userId, params.userId),
  }),

  endpoint({
    at: "DELETE /users/me/blocks/:userId",
    name: "unblockPerson",
    summary: "Unblock a person",
    description: "Unblocking an account that is not blocked changes nothing.",
    refuses: [404],
    answers: one(blockShape),
    handle: ({ params, caller, deps }) => unblockPerson(deps.db, caller.userId, params.userId),
  }),

  endpoint({
    at: "GET /users/me/privacy",
    name: "getPrivacy",
    summary: "Get your profile view privacy",
    description:
      "`privateBrowsing` is false until it is set. `isInEffect` says whether the plan has it, too.",
    answers: one(privacyAnswer),
    handle: ({ caller, deps }) => readPrivacy(deps, caller.userId),
  }),

  endpoint({
    at: "PATCH /users/me/privacy",
    name: "changePrivacy",
    summary: "Update your profile view privacy",
    description:
      "It holds for views from now on, while the plan of the account has private browsing. Views that were counted with the name keep it.",
    body: privacyShape,
    answers: one(privacyAnswer),
    handle: ({ body, caller, deps }) => changePrivacy(deps, caller.userId, body.privateBrowsing),
  }),
];
