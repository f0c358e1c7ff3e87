import { partOfLine, summedLine } from "../earnings/income-parts.ts";
import { ttmWithout } from "../earnings/replaced-lines.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

const keys = ["net_income", "net_income_to_common"] as const;

/** Figures per share, and the average shares that earn them. */
const earned = [
  ["eps_basic", "weighted_average_shares_basic"],
  ["eps_diluted", "weighted_average_shares_diluted"],
] as const;

/** What a figure per share in cents is rounded by. */
const halfCent = 0.005;

/**
 * The source with net income of the parent where filings state that of all owners for it, too: the figures per share earn
 * what is left without the share of minorities, and not what is filed (Westwood 2023: 9,520 thousand of 10,571).
 */
export function withParentsIncome(source: ModelSource): ModelSource {
  const changed: SourcePeriod[] = [];
  const periods = source.periods.map((period) => {
    const line = ofParent(period);
    if (line === null) return period;
    changed.push(period);
    const lines = Object.fromEntries(keys.map((key) => [key, line]));
    return { ...period, lines: { ...period.lines, ...lines } };
  });
  if (changed.length === 0) return source;
  return { ...source, periods, ttm: ttmWithout(source, changed, keys) };
}

function ofParent(period: SourcePeriod): SourceLine | null {
  const { net_income: own, net_income_nci: others, net_income_to_common: common } = period.lines;
  const [all, minorities] = [partOfLine(own), partOfLine(others)];
  if (all === null || minorities === null || minorities.value === 0) return null;
  if (common?.value != null && common.value !== all.text) return null;
  const parent = all.value - minorities.value;
  const apart = earned.flatMap(([figure, count]) => {
    const [eps, shares] = [figure, count].map((key) => numberOf(period.lines[key]?.value));
    if (eps == null || shares == null) return [];
    return [[parent, all.value].map((income) => Math.abs(income / shares - eps) <= halfCent)];
  });
  const isParents = apart.length > 0 && apart.every(([isLeft, isAll]) => isLeft && !isAll);
  if (!isParents) return null;
  return summedLine(
    period,
    [
      [1, "net_income", all],
      [-1, "net_income_nci", minorities],
    ],
    "without the share of minorities, as the figures per share say",
  );
}
