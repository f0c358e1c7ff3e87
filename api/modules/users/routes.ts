import { anyone, user } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { changeOwnUser } from "./change-own-user.ts";
import { ownUser, params, profileChange, publicUser } from "./schemas.ts";
import { getOwnUser, getPublicUser } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Users", family: v1, access: user, params });

export const users = [
  endpoint({
    at: "GET /users/me",
    name: "getOwnProfile",
    summary: "Get your profile",
    description: "Includes what only the account itself may see, such as its email address.",
    answers: one(ownUser),
    handle: ({ caller, deps }) => getOwnUser(deps, caller.userId),
  }),

  endpoint({
    at: "PATCH /users/me",
    name: "updateOwnProfile",
    summary: "Update your profile",
    description:
      "Omitted members keep their values; null clears one. The first name gives the account its slug, which `PUT /v2/directory/person-profile/slug` changes; later names leave it.",
    body: profileChange,
    answers: one(ownUser),
    handle: ({ body, caller, deps }) => changeOwnUser(deps, caller.userId, body),
  }),

  endpoint({
    at: "GET /users/profile/:id",
    name: "getUserProfile",
    summary: "Get a user's public profile",
    description: "Never includes an email address. A suspended account is 404.",
    access: anyone,
    freshness: "cached",
    answers: one(publicUser),
    handle: ({ params, deps }) => getPublicUser(deps, params.id),
  }),
];
