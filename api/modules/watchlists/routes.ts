import { user } from "../../auth/access.ts";
import { versionTag, wantedVersions } from "../../http/conditional.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
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

const tag = "Watchlists";
const etag = ({ version }: Watchlist) => versionTag(version);

export const watchlists = [
  listEndpoint(v2, {
    at: "GET /watchlists",
    tag,
    summary: "List own watchlists, newest first",
    access: user,
    query: watchlistsQuery,
    returns: watchlistShape,
    handle: ({ query, caller, deps }) => listOwnWatchlists(deps.db, caller.userId, query),
  }),

  endpoint(v2, {
    at: "POST /watchlists",
    tag,
    summary: "Create a watchlist",
    access: user,
    body: watchlistBody,
    status: 201,
    returns: watchlistShape,
    location: ({ id }) => `/v2/watchlists/${id}`,
    etag,
    handle: ({ body, caller, deps }) =>
      createWatchlist(deps.db, { ...body, userId: caller.userId }),
  }),

  endpoint(v2, {
    at: "GET /watchlists/:watchlistId",
    tag,
    summary: "Read a watchlist and the companies on it",
    access: user,
    params: watchlistParams,
    returns: watchlistDetail,
    etag,
    handle: ({ params, caller, deps }) =>
      getWatchlist(deps.db, { ...params, userId: caller.userId }),
  }),

  endpoint(v2, {
    at: "PATCH /watchlists/:watchlistId",
    tag,
    summary: "Rename a watchlist",
    description: "With If-Match (the ETag) only that version is changed: 412 otherwise.",
    access: user,
    params: watchlistParams,
    body: watchlistChange,
    returns: watchlistShape,
    refuses: [412],
    etag,
    handle: ({ params, body, caller, from, deps }) =>
      changeWatchlist(
        deps.db,
        { ...params, userId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint(v2, {
    at: "DELETE /watchlists/:watchlistId",
    tag,
    summary: "Delete a watchlist and its membership",
    access: user,
    params: watchlistParams,
    returns: watchlistDeleted,
    handle: ({ params, caller, deps }) =>
      removeWatchlist(deps.db, { ...params, userId: caller.userId }),
  }),

  endpoint(v2, {
    at: "POST /watchlists/:watchlistId/entities",
    tag,
    summary: "Add a company to a watchlist",
    access: user,
    params: watchlistParams,
    body: membershipBody,
    returns: entityAdded,
    handle: ({ params, body, caller, deps }) =>
      addEntity(deps.db, { ...params, userId: caller.userId }, body.entityId),
  }),

  endpoint(v2, {
    at: "DELETE /watchlists/:watchlistId/entities/:entityId",
    tag,
    summary: "Remove a company from a watchlist",
    access: user,
    params: membershipParams,
    returns: entityRemoved,
    handle: ({ params: { watchlistId, entityId }, caller, deps }) =>
      removeEntity(deps.db, { watchlistId, userId: caller.userId }, entityId),
  }),
];
