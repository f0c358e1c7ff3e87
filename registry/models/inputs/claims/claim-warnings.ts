import { percent } from "../../answers/rounding.ts";
import type { Warning } from "../../assumption.ts";
import { addDays } from "../dates.ts";
import type { ModelSource } from "../source.ts";
import { periodsAt } from "../trailing.ts";
import type { ClaimAmounts } from "./amounts.ts";
import { type At, debtAt, firstReading } from "./debt.ts";
import type { ClaimKey } from "./lines.ts";

export type ClaimWarnings = Partial<Record<ClaimKey, readonly Warning[]>>;

/** Shares of total assets from which a lost debt, and long-term investments, are worth a word. */
const debtMin = 0.02;
const investmentsMax = 0.25;
const lookBackDays = 400;

/** What a reader must know of amounts between enterprise value and equity before relying on them. */
export function claimWarnings(source: ModelSource, at: At, amounts: ClaimAmounts): ClaimWarnings {
  const assets = firstReading(at, "total_assets")?.value ?? null;
  if (assets === null || assets <= 0) return {};
  const debt = amounts.total_debt === null ? lostDebt(source, at, assets) : null;
  const investments = amounts.equity_investments?.value ?? 0;
  return {
    ...(debt !== null && { total_debt: [debt] }),
    ...(investments > investmentsMax * assets && {
      equity_investments: [largeInvestments(investments / assets)],
    }),
  };
}

/** Debt that was filed for the balance before and has no tag at this one. */
function lostDebt(source: ModelSource, { end, currency }: At, assets: number): Warning | null {
  const from = addDays(end, -lookBackDays);
  const days = source.periods.map((one) => one.end).filter((day) => day < end && day > from);
  for (const day of [...new Set(days)].sort().reverse()) {
    const then = { end: day, currency, here: periodsAt(source, day, currency) };
    const value = debtAt(source, then, "total_debt")?.value ?? null;
    if (value === null) continue;
    if (value <= debtMin * assets) return null;
    const message = `Debt of ${value.toLocaleString("en-US")} was filed for ${day} and none is tagged for ${end}: it counts as zero. Set total_debt.`;
    return { code: "debt_not_tagged", message };
  }
  return null;
}

const largeInvestments = (share: number): Warning => ({
  code: "investments_large",
  message: `Long-term investments are ${percent(share)} of total assets. What backs insurance policies or money of customers is no value for shareholders: set equity_investments.`,
});
