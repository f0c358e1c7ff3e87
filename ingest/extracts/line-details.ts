import { adjustForSplits, countsShares } from "#registry/series/adjust-for-splits.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";

/** What an extract says of a line beside its value. */
interface LineDetails {
  /** The newest filing that the value rests on; null without a value, or where one of them has no known date. */
  filed: string | null;
  /** Per-share figures and share counts after all splits; null elsewhere, and where the basis is not known. */
  adjustedValue: number | null;
  splitFactor: number | null;
}

export type DetailsOf = (
  line: Pick<Line, "value" | "unit" | "reason" | "lineage" | "flags">,
  of: { concept: Pick<Concept, "dataType"> | undefined; end: string },
) => LineDetails;

/** Details of the lines of a company whose lineage numbers are indexes into the facts of this build. */
export function detailsIn({ facts, learned: { splits } }: CompanyBuild): DetailsOf {
  return (line, { concept, end }) => {
    const filed = line.value === null ? null : knownSince(line, facts);
    if (concept === undefined || !countsShares(concept)) {
      return { filed, adjustedValue: null, splitFactor: null };
    }
    const { value, factor } = adjustForSplits(line, { facts, splits, end });
    return { filed, adjustedValue: toDouble(value), splitFactor: toDouble(factor) };
  };
}

const toDouble = (value: string | null) => (value === null ? null : Number(value));

const submittedAt = "submitted_at:";

/** Of what users handed in, the day on which they did; it is known where the value is theirs as it stands. */
function knownSince(
  { lineage, flags }: Pick<Line, "lineage" | "flags">,
  facts: readonly Fact[],
): string | null {
  const submitted = flags.find((flag) => flag.startsWith(submittedAt));
  if (submitted !== undefined) return submitted.slice(submittedAt.length, submittedAt.length + 10);
  return lineage === null ? null : newestFiling(lineage, facts);
}

function newestFiling(lineage: Lineage, facts: readonly Fact[]): string | null {
  if (typeof lineage === "number") return facts[lineage]?.filed ?? null;
  const [, ...operands] = lineage;
  let newest: string | null = null;
  for (const [, , , of] of operands) {
    const filed = newestFiling(of, facts);
    if (filed === null) return null;
    if (newest === null || filed > newest) newest = filed;
  }
  return newest;
}
