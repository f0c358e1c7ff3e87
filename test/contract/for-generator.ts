import type { Description } from "./judge.ts";

const boundsOf = ["minimum", "maximum", "minLength", "maxLength"];
const parametersMax = 3;

/**
 * The description as the generator can use it: it makes no text for patterns with Unicode classes, makes texts of a
 * known format by the format alone, multiplies the bounds of all query parameters with each other, and repeats every
 * test for each kind of credential. What is judged is judged by the whole description.
 */
export function describeForGenerator(description: Description): Description {
  const copy = withoutHardPatterns(structuredClone(description)) as Description;
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    const { parameters = [] } = operation;
    delete (operation as { security?: unknown }).security;
    if (parameters.filter(({ in: place }) => place === "query").length <= parametersMax) continue;
    for (const { schema } of parameters as { schema?: Record<string, unknown> }[]) {
      for (const bound of boundsOf) delete schema?.[bound];
    }
  }
  return copy;
}

function withoutHardPatterns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutHardPatterns);
  if (typeof part !== "object" || part === null) return part;
  const { pattern, format } = part as { pattern?: unknown; format?: unknown };
  const isHard = typeof pattern === "string" && (pattern.includes("\\p") || format !== undefined);
  const kept = Object.entries(part).filter(([name]) => !(isHard && name === "pattern"));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutHardPatterns(value)]));
}
