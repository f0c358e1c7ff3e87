import { entityParams } from "#api/http/requests/params.ts";
import { anyone } from "../../auth/access.ts";
import { feed, listByCursor } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { writeFeed } from "./atom.ts";
import { changeShape, changesMeta, changesQuery } from "./schemas.ts";
import { readChanges, readFeed } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Changes",
  family: v2,
  access: anyone,
  extension: true,
  params: entityParams,
});

export const changes = [
  endpoint({
    at: "GET /changes",
    name: "listChanges",
    summary: "List changes: new filings, changed statements, restatements",
    description:
      "Oldest first, in the order in which they were committed. Keep `meta.nextCursor` and ask with it again: no change " +
      "is missed or repeated, however late it was committed. A company that is stored for the first time is one change.",
    scope: "filings:read",
    query: changesQuery,
    answers: listByCursor(changeShape, changesMeta),
    handle: ({ query, deps }) => readChanges(deps.db, query),
  }),

  endpoint({
    at: "GET /entities/:id/changes.atom",
    name: "readChangesFeed",
    summary: "Atom feed of a company's changes",
    description: "The newest 50 changes as an Atom feed (RFC 4287), for any feed reader.",
    scope: "filings:read",
    answers: feed,
    handle: async ({ params, deps }) =>
      writeFeed(await readFeed(deps.db, params.id), deps.publicUrl),
  }),
];
