/** Deeper than any body of the specification; the walk below must not exhaust the stack. */
const depthMax = 64;

/**
 * What is wrong with a parsed body before any schema looks at it, or null: NUL and unpaired surrogates
 * (PostgreSQL refuses the one, UTF-8 cannot carry the other) and nesting without end.
 */
export function findUnstorable(value: unknown, depth = 0): string | null {
  if (typeof value === "string") return isStorable(value) ? null : broken;
  if (typeof value !== "object" || value === null) return null;
  if (depth === depthMax) return `The body is nested deeper than ${depthMax} levels`;
  for (const [key, one] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(one, depth + 1) : broken;
    if (found !== null) return found;
  }
  return null;
}

const broken = "The body holds a NUL character or an unpaired surrogate";

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
