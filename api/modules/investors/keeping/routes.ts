import { ownerOf, via } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { versionTag, wantedVersions } from "#api/http/requests/conditional.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { endpoint } from "../endpoint.ts";
import {
  type SaveRow,
  saves as saveRows,
  type WatchlistRow,
  watchlists as watchlistRows,
} from "./queries.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const userIdOf = ({ userId }: { userId: string }) => userId;
const ownWatchlist = ownerOf(
  via<WatchlistRow>({ name: "Watchlist", find: watchlistRows.byId, userIdOf }, "watchlistId"),
);
const ownSave = ownerOf(via<SaveRow>({ name: "Save", find: saveRows.byId, userIdOf }, "saveId"));
const etag = ({ version }: { version: number }) => versionTag(version);
const watchlists = "/investor/startup-watchlists";

export const watchlistEndpoints = [
  endpoint({
    at: `GET ${watchlists}`,
    name: "listStartupWatchlists",
    summary: "List your watchlists of startups, newest first",
    description: "Private to the caller: founders cannot see them.",
    query: pageQuery,
    answers: list(shapes.watchlistShape),
    handle: async ({ query, caller, deps }) => {
      const page = await watchlistRows.page(deps.db, { userId: caller.userId }, query);
      return { ...page, rows: page.rows.map(service.presentWatchlist) };
    },
  }),

  endpoint({
    at: `POST ${watchlists}`,
    name: "createStartupWatchlist",
    summary: "Create a watchlist of startups",
    description: "Private to the caller: founders cannot see it.",
    body: shapes.watchlistBody,
    answers: created(shapes.watchlistShape, `/v2${watchlists}/:id`, { etag }),
    handle: ({ body, caller, deps }) =>
      service.createWatchlist(deps.db, { userId: caller.userId, name: body.name }),
  }),

  endpoint({
    at: `GET ${watchlists}/alert-preferences`,
    name: "getStartupAlerts",
    summary: "Get your alert preferences",
    description: "`digest` says how often; `off` is the default.",
    answers: one(shapes.alertShape),
    handle: ({ caller, deps }) => service.readAlerts(deps.db, caller.userId),
  }),

  endpoint({
    at: `PUT ${watchlists}/alert-preferences`,
    name: "setStartupAlerts",
    summary: "Set your alert preferences",
    description:
      "Replaces triggers and digest. With alerts switched on, only later events are mailed.",
    body: shapes.alertBody,
    answers: one(shapes.alertShape),
    handle: ({ body, caller, deps }) => service.setAlerts(deps, caller.userId, body),
  }),

  endpoint({
    at: `GET ${watchlists}/:watchlistId`,
    name: "getStartupWatchlist",
    summary: "Get a watchlist and its startups",
    description:
      "Startups as everybody reads them. `noLongerPublished` has the listing ids of those that were unpublished, and nothing else of them.",
    access: ownWatchlist,
    answers: one(shapes.watchlistDetail, { etag }),
    handle: ({ subject, deps }) => service.readWatchlist(deps.db, subject),
  }),

  endpoint({
    at: `PATCH ${watchlists}/:watchlistId`,
    name: "renameStartupWatchlist",
    summary: "Rename a watchlist of startups",
    description: "With If-Match (the ETag) only that version is renamed: 412 otherwise.",
    access: ownWatchlist,
    body: shapes.watchlistChange,
    refuses: [409, 412],
    answers: one(shapes.watchlistShape, { etag }),
    handle: ({ subject: { id }, body, from, deps }) =>
      service.rename(deps.db, id, body, wantedVersions(from.headers["if-match"])),
  }),

  endpoint({
    at: `POST ${watchlists}/:watchlistId/items`,
    name: "addToStartupWatchlist",
    summary: "Add a startup to a watchlist",
    description:
      "Names a published startup by listing id, slug or entity id. Repeating the request changes nothing.",
    access: ownWatchlist,
    body: shapes.startupBody,
    refuses: [409],
    answers: one(shapes.itemShape),
    handle: ({ subject, body, deps }) => service.addItem(deps.db, subject, body.startupListingId),
  }),

  endpoint({
    at: `DELETE ${watchlists}/:watchlistId/items/:id`,
    name: "removeFromStartupWatchlist",
    summary: "Remove a startup from a watchlist",
    description: "Also one that is no longer published, by its listing id.",
    access: ownWatchlist,
    params: shapes.itemParams,
    answers: one(shapes.itemShape),
    handle: ({ subject, params, deps }) => service.removeItem(deps.db, subject, params.id),
  }),
];

const saves = "/investor/startup-profile-saves";

export const saveEndpoints = [
  endpoint({
    at: `GET ${saves}`,
    name: "listStartupSaves",
    summary: "List your saved startups, newest first",
    description: "Private to the caller: founders cannot see it.",
    query: pageQuery,
    answers: list(shapes.saveShape),
    handle: ({ query, caller, deps }) => service.listOwnSaves(deps.db, caller.userId, query),
  }),

  endpoint({
    at: `POST ${saves}`,
    name: "saveStartup",
    summary: "Save a startup for later",
    description: "Private to the caller. A repeat answers with the first save.",
    body: shapes.startupBody,
    refuses: [404],
    answers: created(shapes.saveShape, `/v2${saves}/:id`),
    handle: ({ body, caller, deps }) => service.save(deps.db, caller.userId, body.startupListingId),
  }),

  endpoint({
    at: `GET ${saves}/:saveId`,
    name: "getStartupSave",
    summary: "Get one of your saved startups",
    description: "404 while the startup is not published.",
    extension: true,
    access: ownSave,
    answers: one(shapes.saveShape),
    handle: ({ subject, deps }) => service.readSave(deps.db, subject),
  }),

  endpoint({
    at: `DELETE ${saves}/:saveId`,
    name: "removeStartupSave",
    summary: "Remove a saved startup",
    description: "The startup is no longer among the caller's saves.",
    extension: true,
    access: ownSave,
    answers: one(shapes.saveDeleted),
    handle: ({ subject: { id }, deps }) => service.removeSave(deps.db, id),
  }),
];
