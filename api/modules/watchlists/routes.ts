import { longPageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { versioned, wantedVersions } from "../../http/requests/conditional.ts";
import { v2 } from "../../http/responses/families.ts";
import { ownWatchlists } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import { addEntity, listMembers, listOwnWatchlists, removeEntity } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Watchlists", family: v2, access: user, params });
const own = ownWatchlists.own("watchlistId");

export const watchlists = [
  endpoint({
    at: "GET /watchlists",
    name: "listWatchlists",
    summary: "List your watchlists, newest first",
    description: "Watchlists are private. With entityId each says whether it contains that entity.",
    query: shapes.watchlistsQuery,
    answers: list(shapes.watchlistShape),
    handle: ({ query, caller, deps }) => listOwnWatchlists(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /watchlists",
    name: "createWatchlist",
    summary: "Create a watchlist",
    description: "The ETag of the answer is the version, for If-Match of a later change.",
    body: shapes.watchlistBody,
    answers: created(shapes.watchlistShape, "/v2/watchlists/:id", versioned),
    handle: ({ body, caller: { userId }, deps }) =>
      ownWatchlists.insert(deps.db, { ...body, userId }),
  }),

  endpoint({
    at: "GET /watchlists/:watchlistId",
    name: "getWatchlist",
    summary: "Get a watchlist and its companies",
    description: "limit and offset page the companies; entityCount counts all of them.",
    access: own,
    query: longPageQuery,
    answers: one(shapes.watchlistDetail, versioned),
    handle: async ({ subject, query, caller: { userId }, deps }) => {
      const { rows, total } = await listMembers(deps.db, { id: subject.id, userId }, query);
      return { ...subject, entityCount: total, entities: rows };
    },
  }),

  endpoint({
    at: "PATCH /watchlists/:watchlistId",
    name: "updateWatchlist",
    summary: "Rename a watchlist",
    description: "With If-Match (the ETag) only that version is changed: 412 otherwise.",
    access: own,
    body: shapes.watchlistChange,
    refuses: [412],
    answers: one(shapes.watchlistShape, versioned),
    handle: ({ subject, body, from, deps }) =>
      ownWatchlists.updateVersion(
        deps.db,
        subject.id,
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint({
    at: "DELETE /watchlists/:watchlistId",
    name: "deleteWatchlist",
    summary: "Delete a watchlist",
    description: "The companies stay; only the list goes. A watchlist of another account is 404.",
    access: own,
    answers: one(shapes.watchlistDeleted),
    handle: async ({ params: { watchlistId }, deps }) => {
      await ownWatchlists.remove(deps.db, watchlistId);
      return { watchlistId, deleted: true as const };
    },
  }),

  endpoint({
    at: "POST /watchlists/:watchlistId/entities",
    name: "addToWatchlist",
    summary: "Add a company to a watchlist",
    description: "Adding a company that is there already changes nothing.",
    access: own,
    body: shapes.membershipBody,
    answers: one(shapes.entityAdded),
    handle: async ({ params, body, caller, deps }) => {
      const membership = { ...params, ...body };
      await addEntity(deps.db, membership, caller.userId);
      return { ...membership, added: true as const };
    },
  }),

  endpoint({
    at: "DELETE /watchlists/:watchlistId/entities/:entityId",
    name: "removeFromWatchlist",
    summary: "Remove a company from a watchlist",
    description: "Removing a company that is not there changes nothing.",
    access: own,
    answers: one(shapes.entityRemoved),
    handle: async ({ params, deps }) => {
      await removeEntity(deps.db, params);
      return { ...params, removed: true as const };
    },
  }),
];
