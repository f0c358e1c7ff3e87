import { partOfFact, partOfLine, summedLine } from "../earnings/income-parts.ts";
import { filedFact } from "../filed-facts.ts";
import { bridgeTags } from "../model-tags.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";

const key = "stockholders_equity";

/**
 * The source with equity of the common shareholders: without minorities that a note states within it, where assets less
 * liabilities are that equity, so that no row of minorities stands beside it (Alphabet). They are a claim of others.
 */
export function withOwnersEquity(source: ModelSource): ModelSource {
  const periods = source.periods.map((period) => {
    const line = withoutMinorities(source, period);
    return line === null ? period : { ...period, lines: { ...period.lines, [key]: line } };
  });
  return { ...source, periods };
}

function withoutMinorities(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const { lines, end, currency } = period;
  if (lines.noncontrolling_interest?.value != null) return null;
  const [equity, assets, liabilities] = [key, "total_assets", "total_liabilities"].map((one) =>
    partOfLine(lines[one]),
  );
  if (equity == null || assets == null || liabilities == null) return null;
  const fact = filedFact(source, bridgeTags.minority, { start: null, end, unit: currency });
  const minority = partOfFact(source, fact);
  if (minority === null || minority.value <= 0) return null;
  if (assets.value - liabilities.value !== equity.value) return null;
  return summedLine(
    period,
    [
      [1, key, equity],
      [-1, "noncontrolling_interest", minority],
    ],
    "without minorities, which a note states within equity",
  );
}
