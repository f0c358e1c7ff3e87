import { leavesOf } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";

/** True for a balance that a line of the balance sheet is read from, one of `keys` where any are given. */
export const isOfLine = (
  source: ModelSource,
  { end, here }: { end: string; here: readonly SourcePeriod[] },
  { provenance }: QuotedValue,
  keys: readonly string[] | null = null,
): boolean =>
  here.some(({ lines }) =>
    (keys ?? Object.keys(lines)).some((key) =>
      leavesOf(lines[key]?.lineage ?? null, source.facts).some(
        (fact) => fact.tag === provenance?.concept && fact.end === end,
      ),
    ),
  );
