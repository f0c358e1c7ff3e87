import { anyone, can, optional, user } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { v1, v2 } from "../../http/families.ts";
import { imageEndpoint } from "../../http/plain-endpoints.ts";
import { coverBody, coverEntityParams, coverRemoved, coverShape, userParams } from "./schemas.ts";
import {
  changeEntityCover,
  changeUserCover,
  coverBytesMax,
  getEntityCover,
  getUserCover,
  removeEntityCover,
  removeUserCover,
} from "./service.ts";

const description =
  "The image as it is with any image type (what it is decides its content), or as Base64 in JSON. " +
  "JPEG, PNG, GIF or WebP of at most 5 MiB.";
// Base64 makes four characters of three bytes; the JSON around them is small.
const uploadBytesMax = Math.ceil(coverBytesMax / 3) * 4 + 1024;

export const covers = [
  endpoint(v1, {
    at: "PUT /users/me/cover",
    tag: "Users",
    summary: "Set the own cover image",
    description,
    access: user,
    body: coverBody,
    uploadBytesMax,
    returns: coverShape,
    extension: true,
    handle: ({ body, caller, deps }) => changeUserCover(deps, caller.userId, body.content),
  }),

  endpoint(v1, {
    at: "DELETE /users/me/cover",
    tag: "Users",
    summary: "Remove the own cover image",
    access: user,
    returns: coverRemoved,
    extension: true,
    handle: async ({ caller, deps }) => {
      await removeUserCover(deps.db, caller.userId);
      return { removed: true as const };
    },
  }),

  imageEndpoint(v1, {
    at: "GET /users/profile/:id/cover",
    tag: "Users",
    summary: "Read the cover image of a user",
    access: anyone,
    params: userParams,
    extension: true,
    handle: ({ params, deps }) => getUserCover(deps, params.id),
  }),

  endpoint(v2, {
    at: "PUT /entities/:entityId/cover",
    tag: "Entities",
    summary: "Set the cover image of an entity",
    description,
    access: can("listing.manage", "entityId"),
    params: coverEntityParams,
    body: coverBody,
    uploadBytesMax,
    returns: coverShape,
    extension: true,
    handle: ({ params, body, caller, deps }) =>
      changeEntityCover(deps, { ...params, actorId: caller.userId }, body.content),
  }),

  endpoint(v2, {
    at: "DELETE /entities/:entityId/cover",
    tag: "Entities",
    summary: "Remove the cover image of an entity",
    access: can("listing.manage", "entityId"),
    params: coverEntityParams,
    returns: coverRemoved,
    extension: true,
    handle: async ({ params, caller, deps }) => {
      await removeEntityCover(deps.db, { ...params, actorId: caller.userId });
      return { removed: true as const };
    },
  }),

  imageEndpoint(v2, {
    at: "GET /entities/:entityId/cover",
    tag: "Entities",
    summary: "Read the cover image of an entity",
    access: optional,
    params: coverEntityParams,
    extension: true,
    handle: ({ params, caller, deps }) =>
      getEntityCover(deps, params.entityId, caller?.userId ?? null),
  }),
];
