import { leavesOf } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { percent } from "../../answers/rounding.ts";
import type { Warning } from "../../assumption.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { firstOf, ownElements } from "../filed-facts.ts";
import type { RowSide } from "../rows/row-kinds.ts";
import { rowsOfKind, unreadRows } from "../rows/unread-rows.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { endsBefore, periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading } from "./debt.ts";
import type { ClaimKey } from "./lines.ts";
import { type ClaimAmounts, digitalAt } from "./outside.ts";
import { ownFunds } from "./own-funds.ts";
import { unvaluedPreferred } from "./preferred.ts";
import {
  financeReceivables,
  loansOfBusiness,
  ownFinanceReceivables,
  restrictedTags,
} from "./security-tags.ts";

export type ClaimWarnings = Partial<Record<ClaimKey, readonly Warning[]>>;

/** Shares of total assets from which a lost debt, loans to customers, and long-term investments are worth a word. */
const debtMin = 0.02;
const financeMin = 0.1;
const investmentsMax = 0.25;
const rowMin = 0.02;
const rounding = 0.001;

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
  const digital = sumOf(digitalAt(source, at));
  const investments = (amounts.equity_investments?.value ?? 0) - digital;
  const preferred = isPreferredCommon ? null : unvaluedPreferred(source, at);
  const large =
    investments > investmentsMax * assets ? largeInvestments(investments / assets) : null;
  const told = {
    cash_and_equivalents: [restrictedCash(source, at, assets), loansForSale(source, at, assets)],
    other_claims: [preferred, untoldRows(source, at, { side: "liabilities", assets })],
    total_debt: [debt],
    equity_investments: [large, untoldRows(source, at, { side: "assets", assets })],
  };
  const warnings = Object.entries(told).map(
    ([key, some]) => [key, some.filter((one) => one !== null)] as const,
  );
  return Object.fromEntries(warnings.filter(([, some]) => some.length > 0));
}

/**
 * Restricted cash that is worth a word: what cash flows end with beside cash (Qualcomm 2025: 2,323, set aside for a business), and
 * beside securities where the rest is a figure of restricted cash (Walgreens 2024: 110 of 1,899); else the printed rows of it.
 */
function restrictedCash(source: ModelSource, at: At, assets: number): Warning | null {
  const cash = firstReading(at, "cash_and_equivalents")?.value ?? 0;
  const all = at.here.map(({ lines }) => numberOf(lines.cash_and_restricted_cash?.value));
  const foot = all.find((one) => one !== null) ?? null;
  const rows = unreadRows(source, at).filter(({ kind }) => kind === "restricted");
  const beside = foot === null ? sumOf(rows.map(({ quoted }) => quoted)) : foot - cash;
  const rest = beside - (firstReading(at, "short_term_investments")?.value ?? 0);
  const isRest = restrictedTags.some((tag) => {
    const told = firstOf(source, at, [tag])?.value ?? 0;
    return told > 0 && Math.abs(told - rest) <= rounding * beside;
  });
  const value = isRest ? rest : beside;
  if (value < rowMin * assets) return null;
  const message = `Restricted cash of ${value.toLocaleString("en-US")} is in no line. What it is set aside for tells whether it is the shareholders': set cash_and_equivalents with it if it is.`;
  return { code: "restricted_cash", message };
}

/** Loans held for sale that are worth a word: neither they nor the facilities that they pay are in a line (Rocket 2023: 6,542 and 3,571). */
function loansForSale(source: ModelSource, at: At, assets: number): Warning | null {
  const loans = sumOf(
    rowsOfKind(source, at, "assets", "loans_for_sale").map(({ quoted }) => quoted),
  );
  if (loans < rowMin * assets) return null;
  const message = `Loans held for sale of ${loans.toLocaleString("en-US")} are in no line, nor are facilities that they pay. Set cash_and_equivalents with what they leave if the business needs none of it.`;
  return { code: "loans_for_sale", message };
}

/**
 * Rows under elements of the filer's own, or of what related parties owe or are owed, that are worth a word, and whose kind
 * neither label nor element tells (National Steel 2009: 4,281). Current ones are working capital.
 */
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
      row.kind === null &&
      (row.isOwn || (!row.isCurrent && ofRelated.test(row.element))) &&
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
  const place = rows.every(({ isCurrent }) => isCurrent)
    ? "it is in working capital"
    : "no line has it";
  const message = `The balance sheet prints ${named.join(", ")}, which may be no part of the business: ${place}. Set ${line} if it is none.`;
  return { code: "row_not_told", message };
}

const ofRelated = /:Due(To|From)RelatedParties/;

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
  const found = [...financeReceivables, ...own].flatMap((tags) => firstOf(source, at, tags) ?? []);
  const lent = found.length > 0 ? sumOf(found) : sumOf(ofOneBusiness(source, at));
  if (debt <= 0 || lent <= financeMin * assets) return null;
  const message = `Loans and leases to customers are ${percent(lent / assets)} of total assets. Debt that pays for them is taken off enterprise value, and they are in none of its lines: set total_debt without it.`;
  return { code: "finance_receivables", message };
}

/** Printed rows of loans to customers of one business (General Motors 2023: 39,076 and 45,043; Honda 2010: 1,100,158 and 2,361,335). */
const ofOneBusiness = (source: ModelSource, at: At): QuotedValue[] =>
  unreadRows(source, at).flatMap(({ element, quoted }) =>
    loansOfBusiness.test(element) ? [quoted] : [],
  );

const sumOf = (quoted: readonly QuotedValue[]): number =>
  quoted.reduce((sum, { value }) => sum + value, 0);

const largeInvestments = (share: number): Warning => ({
  code: "investments_large",
  message: `Long-term investments are ${percent(share)} of total assets. What backs insurance policies or money of customers is no value for shareholders: set equity_investments.`,
});
