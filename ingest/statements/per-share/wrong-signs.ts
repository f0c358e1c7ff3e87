import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import { all, type FiledLines, first, slotsOf } from "./filed-lines.ts";
import { findTurnedIncomes } from "./turned-income.ts";
import { findTurnedTaxes } from "./turned-tax.ts";

const earnings = [
  ["eps_basic", "weighted_average_shares_basic"],
  ["eps_diluted", "weighted_average_shares_diluted"],
] as const;

/** Lines whose sign tells that of the income beside them. */
const witnesses = ["net_income_consolidated", "pretax_income", "operating_income"];

/**
 * Lines of the income statement that were filed with the wrong sign: income tax, net income and discontinued operations, as
 * identities of the filing prove, then earnings per share and preferred dividends beside them. Earnings of another sign than the income that
 * they are of, as much as it for each share, are a slip where another line of the income statement has the sign of the income:
 * filers tag a loss per share as it reads, 0.35. Negative preferred dividends are a slip where they take net income to
 * income to common as they stand.
 */
export function findWrongSigns(filed: FiledLines): ReadonlySet<Fact> {
  const found = new Set<Fact>([...findTurnedTaxes(filed), ...findTurnedIncomes(filed)]);
  for (const slot of slotsOf(filed)) {
    for (const { fact } of [...earningsOf(filed, slot, found), ...preferredOf(filed, slot)])
      found.add(fact);
  }
  return found;
}

function earningsOf(filed: FiledLines, slot: Slot, turned: ReadonlySet<Fact>): PickedVersion[] {
  const incomes = ["net_income_to_common", "net_income"].flatMap((key) => {
    const income = first(filed, key, slot);
    return income ? [rightSign(income, turned)] : [];
  });
  const [income] = incomes;
  if (!income || incomes.some(({ number }) => number * income.number <= 0)) return [];
  const wrong = earnings.flatMap(([key, count]) => {
    const shares = first(filed, count, slot)?.number ?? 0;
    return all(filed, key, slot).filter(
      (eps) =>
        eps.number * income.number < 0 &&
        incomes.some(({ number }) => isEarnedBy(eps, -number, shares)),
    );
  });
  return wrong.length > 0 && hasWitness(filed, slot, income, turned) ? wrong : [];
}

const rightSign = (income: PickedVersion, turned: ReadonlySet<Fact>): PickedVersion =>
  turned.has(income.fact) ? { ...income, number: -income.number } : income;

/** How far earnings per share may be from income over shares: as they are rounded, and by what else shares in income. */
const shareOff = 0.05;

function isEarnedBy({ number, quantum }: PickedVersion, income: number, shares: number): boolean {
  if (shares <= 0) return false;
  const slack = Math.max(0.6 * 10 ** quantum, shareOff * Math.abs(number));
  return Math.abs(number - income / shares) <= slack;
}

function hasWitness(
  filed: FiledLines,
  slot: Slot,
  income: PickedVersion,
  turned: ReadonlySet<Fact>,
): boolean {
  const others = witnesses.flatMap((key) => first(filed, key, slot) ?? []);
  return (
    others.length > 0 &&
    others.every((other) => rightSign(other, turned).number * income.number > 0)
  );
}

/** How far from income to common the sum may be, as a share of the dividends: what else is allotted. */
const allotted = 0.3;

function preferredOf(filed: FiledLines, slot: Slot): PickedVersion[] {
  const negative = all(filed, "preferred_dividends", slot).filter(({ number }) => number < 0);
  const [net, common] = ["net_income", "net_income_to_common"].map((key) =>
    negative.length === 0 ? null : first(filed, key, slot),
  );
  if (!net || !common) return [];
  return negative.filter(
    ({ number }) => Math.abs(net.number + number - common.number) <= allotted * Math.abs(number),
  );
}
