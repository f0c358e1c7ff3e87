import { type DescribedApi, operationsOf } from "./described.ts";
import { readModuleFiles } from "./module-files.ts";

/**
 * Shows an answer for each operation, from `examples.jsonl` of its module: one a line. The tests write and hold them:
 * `test/api/kernel/examples.pipeline.test.ts` over the bundled sample, shortened, `test/api/kernel/platform-examples.db.test.ts` by
 * the good requests of the tests.
 */
export function addExamples(document: DescribedApi): void {
  const answers = readExamples();
  const bodies = readRequestExamples();
  for (const { operationId, responses, requestBody } of operationsOf(document)) {
    const body = requestBody?.content?.["application/json"];
    // Some schemas have an example that says more.
    const hasOwn = body?.example !== undefined || body?.schema?.examples !== undefined;
    if (body !== undefined && !hasOwn && operationId in bodies) body.example = bodies[operationId];
    const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
    const content = responses[status]?.content?.["application/json"];
    if (content !== undefined && operationId in answers) content.example = answers[operationId];
  }
}

/** The example answers of all modules, by operation. */
export const readExamples = (): Record<string, unknown> => readLines("examples.jsonl");

/**
 * An example body of each operation that takes one, from `requests.jsonl` of its module:
 * `test/api/data/request-examples.db.test.ts` writes and holds them.
 */
export const readRequestExamples = (): Record<string, unknown> => readLines("requests.jsonl");

function readLines(file: string): Record<string, unknown> {
  const lines = [...readModuleFiles(file).values()].join("").split("\n").filter(Boolean);
  return Object.assign({}, ...lines.map((line) => JSON.parse(line) as object));
}
