import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { versioned, wantedVersions } from "../../http/requests/conditional.ts";
import { v1 } from "../../http/responses/families.ts";
import { ownCollections } from "./rows.ts";
import { collectionBody, collectionChange, collectionShape, params } from "./schemas.ts";

const { endpoint } = moduleOf({ tag: "Collections", family: v1, access: user, params });
const own = ownCollections.own("id");

export const collections = [
  endpoint({
    at: "GET /collections",
    name: "listCollections",
    summary: "List your collections, newest first",
    description: "Collections are private: only those of the caller are listed.",
    query: pageQuery,
    answers: list(collectionShape),
    handle: ({ query, caller, deps }) => ownCollections.list(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /collections",
    name: "createCollection",
    summary: "Create a collection",
    description: "The ETag of the answer is the version, for If-Match of a later change.",
    body: collectionBody,
    answers: created(collectionShape, "/api/v1/collections/:id", versioned),
    handle: ({ body, caller: { userId }, deps }) =>
      ownCollections.insert(deps.db, { ...body, userId }),
  }),

  endpoint({
    at: "GET /collections/:id",
    name: "getCollection",
    summary: "Get one of your collections",
    description: "A collection of another account is 404.",
    access: own,
    freshness: "cached",
    answers: one(collectionShape, versioned),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "PATCH /collections/:id",
    name: "updateCollection",
    summary: "Update a collection",
    description:
      "With If-Match (the ETag) or version in the body only that version is changed: 412 or 409 otherwise.",
    access: own,
    body: collectionChange,
    refuses: [409, 412],
    answers: one(collectionShape, versioned),
    handle: ({ subject, body, from, deps }) =>
      ownCollections.updateVersion(
        deps.db,
        subject.id,
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),
];
