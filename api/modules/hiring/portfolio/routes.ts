import { ownerOf, via } from "#api/auth/access.ts";
import { required } from "#api/data/rows.ts";
import { created, download, list, one } from "#api/http/answers.ts";
import { recruiter } from "../applications/access.ts";
import { readEndpoint, reads, writeEndpoint, writes } from "../endpoint.ts";
import { findItem, items } from "./queries.ts";
import * as shapes from "./schemas.ts";
import { addItem, itemsOfApplication, listOwnItems, openItem, presentItem } from "./service.ts";

const own = ownerOf(
  via({ name: "Portfolio item", find: findItem, userIdOf: ({ userId }) => userId }, "itemId"),
);
const ofApplication = "/entities/:entityId/hiring/applications/:applicationId/portfolio-items";

/** What candidates show of their work, and what recruiters see of it. */
export const portfolioItemEndpoints = [
  readEndpoint({
    at: "GET /hiring/portfolio-items",
    name: "listPortfolioItems",
    ...reads,
    summary: "List your portfolio items",
    description: "Newest first. Nobody else sees them before an application names them.",
    extension: true,
    query: shapes.itemsQuery,
    answers: list(shapes.itemShape),
    handle: ({ query, caller, deps }) => listOwnItems(deps.db, caller.userId, query),
  }),

  writeEndpoint({
    at: "POST /hiring/portfolio-items",
    name: "createPortfolioItem",
    ...writes,
    summary: "Add a portfolio item",
    description:
      "A link, a text or an own document. It does not change afterwards. Applications name it in `portfolioItemIds`. 409 beyond 200 items.",
    extension: true,
    body: shapes.itemBody,
    refuses: [404, 409],
    answers: created(shapes.itemShape, "/api/v1/hiring/portfolio-items/:id"),
    handle: async ({ body, caller, deps }) => presentItem(await addItem(deps, caller.userId, body)),
  }),

  readEndpoint({
    at: "GET /hiring/portfolio-items/:itemId",
    name: "getPortfolioItem",
    ...reads,
    summary: "Get one of your portfolio items",
    description: "For its owner; recruiters read it through the application that names it.",
    extension: true,
    access: own,
    answers: one(shapes.itemShape),
    handle: ({ subject }) => presentItem(subject),
  }),

  writeEndpoint({
    at: "DELETE /hiring/portfolio-items/:itemId",
    name: "deletePortfolioItem",
    ...writes,
    summary: "Delete one of your portfolio items",
    description: "Recruiters no longer see it, from the next request on. Its document stays.",
    extension: true,
    access: own,
    answers: one(shapes.itemDeleted),
    handle: async ({ subject: { id }, deps }) => {
      await items.remove(deps.db, { id });
      return { id, deleted: true as const };
    },
  }),

  readEndpoint({
    at: `GET ${ofApplication}`,
    name: "listApplicationPortfolioItems",
    ...reads,
    summary: "List the portfolio items of an application",
    description:
      "Needs `review_applications`. In the order of `portfolioItemIds`, without those that the applicant has deleted.",
    extension: true,
    access: recruiter,
    query: shapes.itemsQuery,
    answers: list(shapes.itemShape),
    handle: async ({ subject, query: { limit, offset }, deps }) => {
      const rows = await itemsOfApplication(deps.db, subject);
      const shown = rows.slice(offset, offset + limit).map(presentItem);
      return { rows: shown, total: rows.length, limit, offset };
    },
  }),

  readEndpoint({
    at: `GET ${ofApplication}/:itemId/content`,
    name: "downloadApplicationPortfolioItem",
    ...reads,
    summary: "Download the document of a portfolio item of an application",
    description:
      "Needs `review_applications`. Sent as an attachment that no browser renders; `Range` asks for a part. 404 for an item without a document.",
    extension: true,
    access: recruiter,
    answers: download,
    handle: async ({ subject, params: { itemId }, deps }) => {
      const rows = await itemsOfApplication(deps.db, subject);
      const row = rows.find(({ id }) => id === itemId) ?? null;
      return openItem(deps, required(row, "Portfolio item"));
    },
  }),
];
