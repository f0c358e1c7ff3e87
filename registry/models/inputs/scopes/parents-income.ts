import { partOfLine, summedLine } from "../earnings/income-parts.ts";
import { withLines } from "../earnings/replaced-lines.ts";
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
 * what is left without the share of minorities, and not what is filed (Westwood 2023: 9,520 thousand of 10,571). Of two
 * incomes of other signs the one is turned that these figures earn so (monday.com 2021: 137,497 thousand beside -129,294), or
 * that income before tax less the tax has with the other sign (NioCorp 2024: 11,898 thousand for a loss of 12,037 less 139).
 */
export function withParentsIncome(source: ModelSource): ModelSource {
  return withLines(source, keys, (period) => {
    const lines = ofParent(period) ?? turned(period);
    return lines && { ...period.lines, ...lines };
  });
}

type Lines = Record<string, SourceLine>;

function ofParent(period: SourcePeriod): Lines | null {
  const { net_income: own, net_income_nci: others, net_income_to_common: common } = period.lines;
  const [all, minorities] = [partOfLine(own), partOfLine(others)];
  if (all === null || minorities === null || minorities.value === 0) return null;
  if (common?.value != null && common.value !== all.text) return null;
  if (!areEarned(period, all.value - minorities.value, all.value)) return null;
  const line = summedLine(
    period,
    [
      [1, "net_income", all],
      [-1, "net_income_nci", minorities],
    ],
    "without the share of minorities, as the figures per share say",
  );
  return Object.fromEntries(keys.map((key) => [key, line]));
}

function turned(period: SourcePeriod): Lines | null {
  const [own, common] = keys.map((key) => numberOf(period.lines[key]?.value) ?? 0);
  if ((own ?? 0) * (common ?? 0) >= 0) return null;
  for (const key of keys) {
    const part = partOfLine(period.lines[key]);
    if (part === null) continue;
    const by = areEarned(period, -part.value, part.value)
      ? "figures per share"
      : isLossAfterTax(period, part.value)
        ? "income before tax"
        : null;
    if (by !== null)
      return { [key]: summedLine(period, [[-1, key, part]], `with the sign of ${by}`) };
  }
  return null;
}

/** True for an income on the side of that of all owners, which is income before tax less the tax with the other sign. */
function isLossAfterTax({ lines }: SourcePeriod, income: number): boolean {
  const [all, before, tax] = ["net_income_consolidated", "pretax_income", "income_tax_expense"].map(
    (key) => numberOf(lines[key]?.value),
  );
  if (all == null || before == null || tax == null || all * income <= 0) return false;
  return before - tax === -all;
}

/** True where every figure per share is earned by the first income, and none by the other one. */
function areEarned({ lines }: SourcePeriod, income: number, other: number): boolean {
  const told = earned.flatMap(([figure, count]) => {
    const [eps, shares] = [figure, count].map((key) => numberOf(lines[key]?.value));
    if (eps == null || shares == null) return [];
    const isEarned = (by: number) => Math.abs(by / shares - eps) <= halfCent;
    return [isEarned(income) && !isEarned(other)];
  });
  return told.length > 0 && told.every(Boolean);
}
