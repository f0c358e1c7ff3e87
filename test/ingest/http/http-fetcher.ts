import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp } from "#ingest/http.ts";
import { openDatabase } from "#schemas/database/db.ts";

// One process of several that share a budget: asks for `count` documents at once and ends.
const [databaseUrl = "", url = "", count = "0"] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl, dataDir: "", poolSize: 2 });
const budget = createUpstreamBudget(database.db, { name: "edgar" });
const http = createHttp({ userAgent: "Tenk Tests tests@example.com", budget });
await Promise.all(
  Array.from({ length: Number(count) }, (_, i) =>
    http.get(`${url}/${i}.json`, { kind: "tickers" }),
  ),
);
await http.close();
await database.close();
