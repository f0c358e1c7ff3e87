import { anyone, can, optional, user } from "../../auth/access.ts";
import { image, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1, v2 } from "../../http/responses/families.ts";
import { coverBody, coverRemoved, coverShape, params } from "./schemas.ts";
import {
  changeEntityCover,
  changeUserCover,
  coverBytesMax,
  getEntityCover,
  getUserCover,
  removeEntityCover,
  removeUserCover,
} from "./service.ts";

const { endpoint } = moduleOf({ family: v1, access: user, extension: true, params });

const description =
  "The image as it is with any image type (what it is decides its content), or as Base64 in JSON. " +
  "JPEG, PNG, GIF or WebP of at most 5 MiB.";
// Base64 makes four characters of three bytes; the JSON around them is small.
const uploadBytesMax = Math.ceil(coverBytesMax / 3) * 4 + 1024;

export const covers = [
  endpoint({
    at: "PUT /users/me/cover",
    name: "setOwnCover",
    tag: "Users",
    summary: "Set your cover image",
    description,
    body: coverBody,
    uploadBytesMax,
    answers: one(coverShape),
    handle: ({ body, caller, deps }) => changeUserCover(deps, caller.userId, body.content),
  }),

  endpoint({
    at: "DELETE /users/me/cover",
    name: "removeOwnCover",
    tag: "Users",
    summary: "Remove your cover image",
    description: "Removes the image. Without one nothing changes.",
    answers: one(coverRemoved),
    handle: async ({ caller, deps }) => {
      await removeUserCover(deps.db, caller.userId);
      return { removed: true as const };
    },
  }),

  endpoint({
    at: "GET /users/profile/:id/cover",
    name: "getUserCover",
    tag: "Users",
    summary: "Get a user's cover image",
    description: "The image with the media type of its content; 404 without one.",
    access: anyone,
    answers: image,
    handle: ({ params, deps }) => getUserCover(deps, params.id),
  }),

  endpoint({
    family: v2,
    at: "PUT /entities/:entityId/cover",
    name: "setEntityCover",
    tag: "Entities",
    summary: "Set an entity's cover image",
    description,
    access: can("listing.manage", "entityId"),
    scope: "entities:write",
    body: coverBody,
    uploadBytesMax,
    answers: one(coverShape),
    handle: ({ params, body, caller, deps }) =>
      changeEntityCover(deps, { ...params, actorId: caller.userId }, body.content),
  }),

  endpoint({
    family: v2,
    at: "DELETE /entities/:entityId/cover",
    name: "removeEntityCover",
    tag: "Entities",
    summary: "Remove an entity's cover image",
    description: "Removes the image. Without one nothing changes.",
    access: can("listing.manage", "entityId"),
    scope: "entities:write",
    answers: one(coverRemoved),
    handle: async ({ params, caller, deps }) => {
      await removeEntityCover(deps.db, { ...params, actorId: caller.userId });
      return { removed: true as const };
    },
  }),

  endpoint({
    family: v2,
    at: "GET /entities/:entityId/cover",
    name: "getEntityCover",
    tag: "Entities",
    summary: "Get an entity's cover image",
    description:
      "The image with the media type of its content. Covers of entities that are not published are for their team only.",
    access: optional,
    scope: "entities:read",
    answers: image,
    handle: ({ params, caller, deps }) =>
      getEntityCover(deps, params.entityId, caller?.userId ?? null),
  }),
];
