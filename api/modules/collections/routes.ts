import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { versionTag, wantedVersions } from "../../http/conditional.ts";
import { v1 } from "../../http/families.ts";
import { moduleOf } from "../../http/module.ts";
import {
  type Collection,
  collectionBody,
  collectionChange,
  collectionParams,
  collectionShape,
} from "./schemas.ts";
import {
  changeCollection,
  createCollection,
  getCollection,
  listOwnCollections,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Collections", family: v1, access: user });

const etag = ({ version }: Collection) => versionTag(version);

export const collections = [
  endpoint({
    at: "GET /collections",
    name: "listCollections",
    summary: "List own collections, newest first",
    description: "Collections are private: only those of the caller are listed.",
    query: pageQuery,
    answers: list(collectionShape),
    handle: ({ query, caller, deps }) => listOwnCollections(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /collections",
    name: "createCollection",
    summary: "Create a collection",
    description: "The ETag of the answer is the version, for If-Match of a later change.",
    body: collectionBody,
    answers: created(collectionShape, ({ id }) => `/api/v1/collections/${id}`, { etag }),
    handle: ({ body, caller, deps }) =>
      createCollection(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint({
    at: "GET /collections/:id",
    name: "getCollection",
    summary: "Read one of the own collections",
    description: "A collection of another account is 404.",
    params: collectionParams,
    freshness: "cached",
    answers: one(collectionShape, { etag }),
    handle: ({ params, caller, deps }) =>
      getCollection(deps.db, { ...params, userId: caller.userId }),
  }),

  endpoint({
    at: "PATCH /collections/:id",
    name: "updateCollection",
    summary: "Change a collection",
    description:
      "With If-Match (the ETag) or version in the body only that version is changed: 412 or 409 otherwise.",
    params: collectionParams,
    body: collectionChange,
    refuses: [409, 412],
    answers: one(collectionShape, { etag }),
    handle: ({ params, body, caller, from, deps }) =>
      changeCollection(
        deps.db,
        { ...params, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),
];
