import { leavesOf } from "../../answers/metrics.ts";
import { percent } from "../../answers/rounding.ts";
import type { Warning } from "../../assumption.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { firstOf, ownElements } from "../filed-facts.ts";
import type { RowSide } from "../rows/row-kinds.ts";
import { unreadRows } from "../rows/unread-rows.ts";
import type { ModelSource } from "../source.ts";
import { endsBefore, periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading } from "./debt.ts";
import type { ClaimKey } from "./lines.ts";
import { type ClaimAmounts, digitalAt } from "./outside.ts";
import { ownFunds } from "./own-funds.ts";
import { unvaluedPreferred } from "./preferred.ts";
import { financeReceivables, ownFinanceReceivables } from "./security-tags.ts";

export type ClaimWarnings = Partial<Record<ClaimKey, readonly Warning[]>>;

/** Shares of total assets from which a lost debt, loans to customers, and long-term investments are worth a word. */
const debtMin = 0.02;
const financeMin = 0.1;
const investmentsMax = 0.25;
const rowMin = 0.02;

/** What a reader must know of amounts between enterprise value and equity before relying on them. */
export function claimWarnings(
  source: ModelSource,
  at: At,
  { amounts, isPreferredCommon }: { amounts: ClaimAmounts; isPreferredCommon: boolean },
): ClaimWarnings {
  const assets = firstReading(at, "total_assets")?.value ?? null;
  if (assets === null || assets <= 0) return {};
  const debt =
    amounts.total_debt === null
      ? lostDebt(source, at, assets)
      : debtOfFinance(source, at, { assets, debt: amounts.total_debt.value });
  const digital = digitalAt(source, at).reduce((sum, { value }) => sum + value, 0);
  const investments = (amounts.equity_investments?.value ?? 0) - digital;
  const preferred = isPreferredCommon ? null : unvaluedPreferred(source, at);
  const large =
    investments > investmentsMax * assets ? largeInvestments(investments / assets) : null;
  const told = {
    other_claims: [preferred, untoldRows(source, at, { side: "liabilities", assets })],
    total_debt: [debt],
    equity_investments: [large, untoldRows(source, at, { side: "assets", assets })],
  };
  const warnings = Object.entries(told).map(
    ([key, some]) => [key, some.filter((one) => one !== null)] as const,
  );
  return Object.fromEntries(warnings.filter(([, some]) => some.length > 0));
}

/** Rows under elements of the filer's own that are worth a word, and whose kind neither label nor element tells. */
function untoldRows(
  source: ModelSource,
  at: At,
  { side, assets }: { side: RowSide; assets: number },
): Warning | null {
  const debt = leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts);
  const read = [
    ...Object.values(ownFunds(source)).flat(),
    ...debt.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`),
  ];
  const rows = unreadRows(source, at).filter(
    (row) =>
      row.side === side &&
      row.isOwn &&
      row.kind === null &&
      !/^total\b/i.test(row.label) &&
      row.quoted.value >= rowMin * assets &&
      !read.includes(row.element),
  );
  if (rows.length === 0) return null;
  const named = rows.map(
    ({ label, element, quoted }) =>
      `"${label || element}" of ${quoted.value.toLocaleString("en-US")}`,
  );
  const line = side === "assets" ? "equity_investments" : "other_claims";
  const message = `The balance sheet prints ${named.join(", ")}, which may be no part of the business: no line has it. Set ${line} if it is none.`;
  return { code: "row_not_told", message };
}

/** Debt that was filed for the balance before and has no tag at this one. */
function lostDebt(source: ModelSource, { end, currency }: At, assets: number): Warning | null {
  for (const day of endsBefore(source, end)) {
    const then = { end: day, currency, here: periodsAt(source, day, currency) };
    const value = debtAt(source, then, "total_debt")?.value ?? null;
    if (value === null) continue;
    if (value <= debtMin * assets) return null;
    const message = `Debt of ${value.toLocaleString("en-US")} was filed for ${day} and none is tagged for ${end}: it counts as zero. Set total_debt.`;
    return { code: "debt_not_tagged", message };
  }
  return null;
}

/**
 * Debt of a business that lends to customers (Ford, Kubota): the bridge takes it off, and nothing counts the loans that
 * it pays for.
 */
function debtOfFinance(
  source: ModelSource,
  at: At,
  { assets, debt }: { assets: number; debt: number },
): Warning | null {
  if (isFinancialInstitution(source)) return null;
  const own = ownElements(source, ownFinanceReceivables).map((tag) => [tag]);
  const lent = [...financeReceivables, ...own]
    .flatMap((tags) => firstOf(source, at, tags)?.value ?? [])
    .reduce((sum, value) => sum + value, 0);
  if (debt <= 0 || lent <= financeMin * assets) return null;
  const message = `Loans and leases to customers are ${percent(lent / assets)} of total assets. Debt that pays for them is taken off enterprise value, and they are in none of its lines: set total_debt without it.`;
  return { code: "finance_receivables", message };
}

const largeInvestments = (share: number): Warning => ({
  code: "investments_large",
  message: `Long-term investments are ${percent(share)} of total assets. What backs insurance policies or money of customers is no value for shareholders: set equity_investments.`,
});
