import { findAnchors } from "../anchors.ts";
import { dilution, latestAverages } from "../average-shares.ts";
import { partOfLine, summedLine } from "../earnings/income-parts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

/** Diluted shares that are so many times the basic ones hold other classes, or units of a partnership, as converted. */
export const classesMin = 1.5;
/** How far the part of the shares that such classes are may lie from the part of equity that minorities have. */
const apartMax = 0.25;

const added = "with minorities, whose units the shares hold as exchanged";

/**
 * The source with equity and income of all owners, where the shares hold what minorities own: units of a partnership that are
 * exchanged for shares (Rocket: 7,677 of 8,302, class D of 1,849 of 1,985 million shares). They are no claim then.
 */
export function withAllOwners(source: ModelSource): ModelSource {
  const anchors = findAnchors(source);
  const averages = anchors && latestAverages(source, anchors);
  const times = averages?.hasBasic === true ? dilution(averages) : 1;
  const held = partOfMinorities(source, anchors?.balanceSheetDate ?? "");
  if (times < classesMin || Math.abs(1 - 1 / times - held) > apartMax) return source;
  return { ...source, periods: source.periods.map(ofAllOwners) };
}

/** What of all equity of a day minorities have; 0 where they have none. */
function partOfMinorities({ periods }: ModelSource, day: string): number {
  const parts = periods.map(({ end, lines }) => {
    const [minority, own] = [lines.noncontrolling_interest, lines.stockholders_equity].map(
      (line) => numberOf(line?.value) ?? 0,
    );
    return end === day && minority !== undefined && own !== undefined && minority > 0 && own > 0
      ? minority / (minority + own)
      : 0;
  });
  return Math.max(0, ...parts);
}

const nothing: SourceLine = { value: null, lineage: null };

function ofAllOwners(period: SourcePeriod): SourcePeriod {
  const plus = (own: string, others: string): Record<string, SourceLine> => {
    const parts = [own, others].map((key) => partOfLine(period.lines[key]));
    const [first, second] = parts;
    if (first == null || second == null) return {};
    const line = summedLine(
      period,
      [
        [1, own, first],
        [1, others, second],
      ],
      added,
    );
    return { [own]: line, [others]: nothing };
  };
  const income = plus("net_income", "net_income_nci");
  return {
    ...period,
    lines: {
      ...period.lines,
      ...plus("stockholders_equity", "noncontrolling_interest"),
      ...income,
      ...("net_income" in income && { net_income_to_common: nothing }),
    },
  };
}
