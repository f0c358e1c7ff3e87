import { addDays } from "../dates.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";

/** Trailing columns without the lines that models read otherwise in a period: they are worked out anew. */
export function ttmWithout(
  { ttm }: ModelSource,
  changed: readonly SourcePeriod[],
  keys: readonly string[],
): ModelSource["ttm"] {
  const none = Object.fromEntries(keys.map((key) => [key, null]));
  return ttm.map((column) => {
    const from = addDays(column.end, -360);
    const isHit = changed.some(({ start, end }) => end <= column.end && start > from);
    return isHit ? { ...column, values: { ...column.values, ...none } } : column;
  });
}
