import { existsSync } from "node:fs";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { type Rule, ruleShape } from "#schemas/shapes/companies/rule.ts";
import { parseJson } from "../current/parse-json.ts";
import { readText } from "../current/read-text.ts";

/** The files of rules in the order of the stages that apply them; within a file the rules stand in order of place. */
export const ruleFiles = ["1-facts", "2-tags", "3-periods", "4-sums", "5-checks"] as const;

const here = new URL("../", import.meta.url);

/** The rules of the files as they are, in reading order; none without the folder. Throws an error that names the file and the rule. */
export function readRules(folder = here): Rule[] {
  if (!existsSync(new URL("rules/", folder))) return [];
  return ruleFiles.flatMap((name) => readFile(folder, `rules/${name}.json`));
}

function readFile(folder: URL, path: string): Rule[] {
  const entries = parseJson(readText(folder, path), `registry/${path}`);
  if (!Array.isArray(entries)) throw new Error(`registry/${path} must be a list of rules`);
  return entries.map((entry) => parseRule(entry, path));
}

/** One entry of a file of rules with its defaults filled in. The error is a sentence that names the file, the rule and the field. */
function parseRule(entry: unknown, path: string): Rule {
  const parsed = ruleShape.safeParse(entry);
  if (parsed.success) return parsed.data;
  const id = (entry as { id?: unknown } | null)?.id ?? "an entry without id";
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the entry";
  throw new Error(`${path}: ${String(id)}: ${field}: ${issue?.message ?? "is not valid"}`);
}

/**
 * The concepts, each with the rules that are about it: so a release freezes them, the digest covers them, and a difference of two
 * registries shows them by line. Rules about lines that there are not are left out.
 */
export function withRules(concepts: readonly Concept[], rules: readonly Rule[]): Concept[] {
  const byLine = Map.groupBy(rules, ({ line }) => line);
  return concepts.map((concept) => {
    const own = byLine.get(concept.snakeKey);
    return own ? { ...concept, rules: own } : concept;
  });
}
