import { type DescribedApi, operationsOf } from "./described.ts";
import { readModuleFiles } from "./module-files.ts";

/**
 * Shows an answer for each operation, from `examples.jsonl` of its module: one a line. The tests write and hold them:
 * `test/api/kernel/examples.test.ts` over the bundled sample, shortened, `test/api/kernel/platform-examples.test.ts` by
 * the good requests of the tests.
 */
export function addExamples(document: DescribedApi): void {
  const answers = readExamples();
  for (const { operationId, responses } of operationsOf(document)) {
    const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
    const content = responses[status]?.content?.["application/json"];
    if (content !== undefined && operationId in answers) content.example = answers[operationId];
  }
}

/** The example answers of all modules, by operation. */
export function readExamples(): Record<string, unknown> {
  const lines = [...readModuleFiles("examples.jsonl").values()]
    .join("")
    .split("\n")
    .filter(Boolean);
  return Object.assign({}, ...lines.map((line) => JSON.parse(line) as object));
}
