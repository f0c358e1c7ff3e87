import { anyone } from "../../auth/access.ts";
import { list } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { foundEntity, searchQuery } from "./schemas.ts";
import { searchEntities } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Public company data", family: v2, extension: true });

export const entitySearch = [
  endpoint({
    at: "GET /entities",
    name: "searchEntities",
    summary: "Find companies by name or ticker",
    description:
      "Exact tickers come first, then names by likeness. Small spelling mistakes are forgiven. Of the names that begin with the text or resemble it, 500 each are compared, and `total` counts those.",
    access: anyone,
    scope: "entities:read",
    query: searchQuery,
    freshness: "cached",
    answers: list(foundEntity),
    handle: ({ query, deps }) => searchEntities(deps.db, query),
  }),
];
