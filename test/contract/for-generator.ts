import { documentationPaths } from "#api/http/description/documentation-paths.ts";
import type { Description } from "./judge.ts";

interface Answer {
  description?: string;
  content?: Record<string, { example?: unknown }>;
}

type Schema = Record<string, unknown>;

interface QueryParameter {
  in: string;
  required?: boolean;
  schema?: Schema;
}

const variantsOf = ["minimum", "maximum", "minLength", "maxLength", "default"];
const parametersMax = 3;

/**
 * The description as the generator can use it: it makes no text for patterns with control characters, makes texts of a
 * known format by the format alone, and multiplies what all query parameters can be with each other (ten that may be left
 * out are a thousand requests: of many, the first three may). It repeats every test for each kind of credential, and reads
 * at most 3 MiB, so credentials, texts for people and example answers are left out. It does not end with an answer that is
 * the description itself. What is judged is judged by the whole description.
 */
export function describeForGenerator(description: Description): Description {
  const copy = withoutTexts(withoutHardPatterns(structuredClone(description))) as Description;
  for (const path of Object.keys(documentationPaths)) delete copy.paths[path];
  for (const item of Object.values(copy.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (isEventStream(operation)) delete item[method];
    }
  }
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    limitQuery((operation.parameters ?? []) as QueryParameter[]);
    delete (operation as { security?: unknown }).security;
    const { responses = {} } = operation as { responses?: Record<string, Answer> };
    for (const answer of Object.values(responses)) {
      // OpenAPI asks for a description of each answer.
      answer.description = "";
      for (const media of Object.values(answer.content ?? {})) delete media.example;
    }
  }
  return copy;
}

function limitQuery(parameters: QueryParameter[]): void {
  const asked = parameters.filter((one) => one.in === "query");
  if (asked.length <= parametersMax) return;
  for (const [at, one] of asked.entries()) {
    if (one.schema) one.schema = withOneValue(one.schema);
    if (at >= parametersMax) one.required = true;
  }
}

/** Leaves one kind of good value: no bounds, the last of several shapes, the first of listed values. */
function withOneValue(schema: Schema): Schema {
  const { anyOf, enum: values, ...rest } = schema as { anyOf?: Schema[]; enum?: unknown[] };
  if (anyOf) return withOneValue({ ...rest, ...anyOf.at(-1) });
  const kept = Object.entries(rest).filter(([name]) => !variantsOf.includes(name));
  return { ...Object.fromEntries(kept), ...(values && { enum: values.slice(0, 1) }) };
}

/** True for an answer that does not end: the generator would wait for its end. */
export const isEventStream = ({ responses }: { responses: object }): boolean =>
  Object.values(responses as Record<string, Answer>).some(
    ({ content = {} }) => "text/event-stream" in content,
  );

/** Keeps members that are named `description`, and what an example holds. */
function withoutTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTexts);
  if (typeof part !== "object" || part === null) return part;
  const kept = Object.entries(part).filter(
    ([name, value]) => name !== "description" || typeof value !== "string",
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, keptWhole.has(name) ? value : withoutTexts(value)]),
  );
}

const keptWhole = new Set(["example", "examples", "default", "enum", "const"]);

function withoutHardPatterns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutHardPatterns);
  if (typeof part !== "object" || part === null) return part;
  const { pattern, format } = part as { pattern?: unknown; format?: unknown };
  const isHard = typeof pattern === "string" && (pattern.includes("\\u") || format !== undefined);
  const kept = Object.entries(part).filter(([name]) => !(isHard && name === "pattern"));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutHardPatterns(value)]));
}
