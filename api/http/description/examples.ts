import { readdirSync, readFileSync } from "node:fs";
import { type DescribedApi, operationsOf } from "./described.ts";

const folder = new URL("./examples/", import.meta.url);

/**
 * Shows an answer for each operation that has one in `examples/`. They are answers over the bundled sample, shortened;
 * `test/api/kernel/examples.test.ts` writes and holds them.
 */
export function addExamples(document: DescribedApi): void {
  const known = new Set(readdirSync(folder));
  for (const { operationId, responses } of operationsOf(document)) {
    const file = `${operationId}.json`;
    const content = responses["200"]?.content?.["application/json"];
    if (content === undefined || !known.has(file)) continue;
    content.example = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  }
}
