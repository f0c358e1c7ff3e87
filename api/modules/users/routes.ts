import { anyone, user } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { v1 } from "../../http/families.ts";
import { ownUser, profileChange, publicUser, userParams } from "./schemas.ts";
import { changeOwnUser, getOwnUser, getPublicUser } from "./service.ts";

const tag = "Users";

export const users = [
  endpoint(v1, {
    at: "GET /users/me",
    tag,
    summary: "Read the own profile",
    access: user,
    returns: ownUser,
    handle: ({ caller, deps }) => getOwnUser(deps.db, caller.userId),
  }),

  endpoint(v1, {
    at: "PATCH /users/me",
    tag,
    summary: "Change the own profile",
    access: user,
    body: profileChange,
    returns: ownUser,
    handle: ({ body, caller, deps }) => changeOwnUser(deps.db, caller.userId, body),
  }),

  endpoint(v1, {
    at: "GET /users/profile/:id",
    tag,
    summary: "Read the public profile of a user",
    access: anyone,
    params: userParams,
    returns: publicUser,
    freshness: "cached",
    handle: ({ params, deps }) => getPublicUser(deps.db, params.id),
  }),
];
