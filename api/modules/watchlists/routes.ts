import { longPageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { versionTag, wantedVersions } from "../../http/conditional.ts";
import { v2 } from "../../http/families.ts";
import { moduleOf } from "../../http/module.ts";
import {
  entityAdded,
  entityRemoved,
  membershipBody,
  membershipParams,
  type Watchlist,
  watchlistBody,
  watchlistChange,
  watchlistDeleted,
  watchlistDetail,
  watchlistParams,
  watchlistShape,
  watchlistsQuery,
} from "./schemas.ts";
import {
  addEntity,
  changeWatchlist,
  createWatchlist,
  getWatchlist,
  listOwnWatchlists,
  removeEntity,
  removeWatchlist,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Watchlists", family: v2, access: user });

const etag = ({ version }: Watchlist) => versionTag(version);

export const watchlists = [
  endpoint({
    at: "GET /watchlists",
    name: "listWatchlists",
    summary: "List own watchlists, newest first",
    description: "Watchlists are private. With entityId each says whether it contains that entity.",
    query: watchlistsQuery,
    answers: list(watchlistShape),
    handle: ({ query, caller, deps }) => listOwnWatchlists(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /watchlists",
    name: "createWatchlist",
    summary: "Create a watchlist",
    description: "The ETag of the answer is the version, for If-Match of a later change.",
    body: watchlistBody,
    answers: created(watchlistShape, ({ id }) => `/v2/watchlists/${id}`, { etag }),
    handle: ({ body, caller, deps }) =>
      createWatchlist(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint({
    at: "GET /watchlists/:watchlistId",
    name: "getWatchlist",
    summary: "Read a watchlist and the companies on it",
    description: "limit and offset page the companies; entityCount counts all of them.",
    params: watchlistParams,
    query: longPageQuery,
    answers: one(watchlistDetail, { etag }),
    handle: ({ params, query, caller, deps }) =>
      getWatchlist(deps.db, { ...params, userId: caller.userId }, query),
  }),

  endpoint({
    at: "PATCH /watchlists/:watchlistId",
    name: "updateWatchlist",
    summary: "Rename a watchlist",
    description: "With If-Match (the ETag) only that version is changed: 412 otherwise.",
    params: watchlistParams,
    body: watchlistChange,
    refuses: [412],
    answers: one(watchlistShape, { etag }),
    handle: ({ params, body, caller, from, deps }) =>
      changeWatchlist(
        deps.db,
        { ...params, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint({
    at: "DELETE /watchlists/:watchlistId",
    name: "deleteWatchlist",
    summary: "Delete a watchlist and its membership",
    description: "The companies stay; only the list goes. A watchlist of another account is 404.",
    params: watchlistParams,
    answers: one(watchlistDeleted),
    handle: ({ params, caller, deps }) =>
      removeWatchlist(deps.db, { ...params, userId: caller.userId }),
  }),

  endpoint({
    at: "POST /watchlists/:watchlistId/entities",
    name: "addToWatchlist",
    summary: "Add a company to a watchlist",
    description: "Adding a company that is there already changes nothing.",
    params: watchlistParams,
    body: membershipBody,
    answers: one(entityAdded),
    handle: ({ params, body, caller, deps }) =>
      addEntity(deps.db, { ...params, userId: caller.userId }, body.entityId),
  }),

  endpoint({
    at: "DELETE /watchlists/:watchlistId/entities/:entityId",
    name: "removeFromWatchlist",
    summary: "Remove a company from a watchlist",
    description: "Removing a company that is not there changes nothing.",
    params: membershipParams,
    answers: one(entityRemoved),
    handle: ({ params: { watchlistId, entityId }, caller, deps }) =>
      removeEntity(deps.db, { watchlistId, userId: caller.userId }, entityId),
  }),
];
