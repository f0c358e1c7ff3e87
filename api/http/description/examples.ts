import { readdirSync, readFileSync } from "node:fs";
import { type DescribedApi, operationsOf } from "./described.ts";

const folder = new URL("./examples/", import.meta.url);
const platform = new URL("./platform-examples.jsonl", import.meta.url);

/**
 * Shows an answer for each operation. Those of company data are in `examples/`: answers over the bundled sample,
 * shortened, which `test/api/kernel/examples.test.ts` writes and holds. The others are in `platform-examples.jsonl`, one
 * a line: answers to the good requests of the tests, which `test/api/kernel/platform-examples.test.ts` writes and holds.
 */
export function addExamples(document: DescribedApi): void {
  const answers = { ...readPlatformExamples(), ...readCompanyExamples() };
  for (const { operationId, responses } of operationsOf(document)) {
    const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
    const content = responses[status]?.content?.["application/json"];
    if (content !== undefined && operationId in answers) content.example = answers[operationId];
  }
}

type Answers = Record<string, unknown>;

/** The answers of `platform-examples.jsonl`, by operation. */
export function readPlatformExamples(): Answers {
  const lines = readFileSync(platform, "utf8").split("\n").filter(Boolean);
  return Object.assign({}, ...lines.map((line) => JSON.parse(line) as Answers));
}

const readCompanyExamples = (): Answers =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ""),
      JSON.parse(readFileSync(new URL(file, folder), "utf8")),
    ]),
  );
