import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import type { NullReason } from "#schemas/shapes/companies/statement.ts";

/** Note on a figure per share, or an average of shares, that nobody filed: made of filed ones of other periods. */
export const derivedPerShare = "derived_per_share";

/** How far earnings per share may be from income divided by shares: 2 %, or a cent. */
const shareOff = 0.02;
const centOff = 0.01;

/** An average of shares that a quarter would have changed by more says nothing. */
const jumpMax = 0.2;

interface Figures {
  keys: AppliesOf<"derived_per_share">;
  lookup(snakeKey: string): { value: string; flags: readonly string[] } | null;
  /** Income to common shareholders of the period; null when it is not known. */
  income: number | null;
  /** Before what preferred shares get: diluted shares may be those that these convert to. */
  netIncome: number | null;
  /** A filed average of shares near the period, to compare with; null without one. */
  neighbour(snakeKey: string): number | null;
}

/**
 * The derived figures per share of one period that the rest of it does not confirm, each with the reason of its null: earnings of
 * another sign than the income, or more than 2 % and a cent from income divided by average shares; average shares that are
 * not positive, or a fifth from their neighbour. Earnings that nothing can be divided for are not shown either.
 */
export function judgePerShare(figures: Figures): Map<string, NullReason> {
  const droppedFigures = new Map<string, NullReason>();
  for (const { figure: eps, shares } of figures.keys.pairs) {
    const count = figures.lookup(shares);
    const near = figures.neighbour(shares);
    if (count?.flags.includes(derivedPerShare) && !isNear(Number(count.value), near)) {
      droppedFigures.set(shares, "identity_conflict");
    }
    const earned = figures.lookup(eps);
    if (!earned?.flags.includes(derivedPerShare)) continue;
    const divisor = droppedFigures.has(shares) ? null : sharesFor(figures, shares);
    const reason = doubtOf(figures, eps, Number(earned.value), divisor);
    if (reason) droppedFigures.set(eps, reason);
    const isShared = reason === "identity_conflict" && count?.flags.includes(derivedPerShare);
    if (isShared) droppedFigures.set(shares, reason);
  }
  return droppedFigures;
}

/** Why the earnings are not shown; null when income divided by shares confirms them. */
function doubtOf(
  figures: Figures,
  key: string,
  eps: number,
  shares: number | null,
): NullReason | null {
  if (shares === null || figures.income === null) return "insufficient_quarters";
  return isEarned(eps, incomesOf(figures, key), shares) ? null : "identity_conflict";
}

function isNear(count: number, neighbour: number | null): boolean {
  return count > 0 && (neighbour === null || Math.abs(count / neighbour - 1) <= jumpMax);
}

/** The period's own average shares, else a neighbour's, else the other ones: in a loss they are the same. */
function sharesFor({ keys: { pairs }, lookup, neighbour }: Figures, key: string): number | null {
  const keys = [key, ...pairs.map(({ shares }) => shares)];
  for (const each of keys) {
    const own = lookup(each);
    const count = own ? Number(own.value) : neighbour(each);
    if (count !== null && count > 0) return count;
  }
  return null;
}

function incomesOf({ keys: { twins }, income, netIncome }: Figures, eps: string): number[] {
  const isDiluted = twins.some(({ diluted }) => diluted === eps);
  return [income, isDiluted ? netIncome : null].filter((one) => one !== null);
}

function isEarned(eps: number, incomes: readonly number[], shares: number): boolean {
  const slack = Math.max(shareOff * Math.abs(eps), centOff) * 1.000001;
  return incomes.some((income) => {
    const computed = income / shares;
    return eps * computed >= 0 && Math.abs(eps - computed) <= slack;
  });
}
