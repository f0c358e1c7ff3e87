import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { versionTag, wantedVersions } from "../../http/conditional.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { v1 } from "../../http/families.ts";
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

const tag = "Collections";
const etag = ({ version }: Collection) => versionTag(version);

export const collections = [
  listEndpoint(v1, {
    at: "GET /collections",
    tag,
    summary: "List own collections, newest first",
    access: user,
    query: pageQuery,
    returns: collectionShape,
    handle: ({ query, caller, deps }) => listOwnCollections(deps.db, caller.userId, query),
  }),

  endpoint(v1, {
    at: "POST /collections",
    tag,
    summary: "Create a collection",
    access: user,
    body: collectionBody,
    status: 201,
    returns: collectionShape,
    location: ({ id }) => `/api/v1/collections/${id}`,
    etag,
    handle: ({ body, caller, deps }) =>
      createCollection(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint(v1, {
    at: "GET /collections/:id",
    tag,
    summary: "Read one of the own collections",
    access: user,
    params: collectionParams,
    returns: collectionShape,
    freshness: "cached",
    etag,
    handle: ({ params, caller, deps }) =>
      getCollection(deps.db, { ...params, userId: caller.userId }),
  }),

  endpoint(v1, {
    at: "PATCH /collections/:id",
    tag,
    summary: "Change a collection",
    description:
      "With If-Match (the ETag) or version in the body only that version is changed: 412 or 409 otherwise.",
    access: user,
    params: collectionParams,
    body: collectionChange,
    returns: collectionShape,
    refuses: [409, 412],
    etag,
    handle: ({ params, body, caller, from, deps }) =>
      changeCollection(
        deps.db,
        { ...params, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),
];
