import { anyone } from "../../auth/access.ts";
import { listEndpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";

import { foundEntity, searchQuery } from "./schemas.ts";
import { searchEntities } from "./service.ts";

export const entitySearch = [
  listEndpoint(v2, {
    at: "GET /entities",
    tag: "Public company data",
    summary: "Find companies by name or ticker",
    access: anyone,
    query: searchQuery,
    returns: foundEntity,
    extension: true,
    freshness: "cached",
    handle: ({ query, deps }) => searchEntities(deps.db, query),
  }),
];
