import type { QuotedValue } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import { balanceOf } from "../balances.ts";
import type { ModelSource } from "../source.ts";
import { type ClaimWarnings, claimWarnings } from "./claim-warnings.ts";
import type { At } from "./debt.ts";
import { excerptAt, type Unknown, unknownLines } from "./excerpt.ts";
import { netDebtOf } from "./lines.ts";
import { isPreferredDiluted, otherClaims } from "./other-claims.ts";
import { type ClaimAmounts, outsideAt } from "./outside.ts";
import { pensionsAt } from "./pensions.ts";
import { participatingShares } from "./preferred.ts";
import { currentSecurities } from "./securities.ts";
import { unknownDebt } from "./unknown-debt.ts";

/** What stands between the value of the enterprise and that of the common shares at one day. */
export interface Claims {
  amounts: ClaimAmounts;
  /** True where the shares hold preferred stock, as converted or as a class of them: it is common equity, and no claim. */
  isPreferredCommon: boolean;
  /** Preferred shares that are a class of the common ones; null without any. */
  participating: QuotedValue | null;
  /** Lines whose amount is there, or may be, and cannot be told. */
  unknown: Unknown;
  /** True where the facts at hand are an excerpt of the balance sheet. */
  isExcerpt: boolean;
  warnings: ClaimWarnings;
}

/** Every line of `claimLines` at a balance sheet date, each from the filings (models.md 3.3). */
export function claimsAt(source: ModelSource, at: At): Claims {
  const balance = (metric: Parameters<typeof balanceOf>[2]) => balanceOf(source, at, metric);
  const participating = participatingShares(source, at);
  const isPreferredCommon = participating !== null || isPreferredDiluted(source, at);
  const securities = currentSecurities(source, at);
  const debt = balance("total_debt");
  const amounts: ClaimAmounts = {
    cash_and_equivalents: balance("cash_and_equivalents"),
    short_term_investments: securities.quoted,
    long_term_marketable_securities: balance("long_term_marketable_securities"),
    total_debt: debt,
    other_claims: otherClaims(source, at, {
      minority: balance("noncontrolling_interest"),
      preferred: balance("preferred_equity"),
      isPreferredCommon,
      isClass: participating !== null,
    }),
    ...outsideAt(source, at),
    ...pensionsAt(source, at),
  };
  const excerpt = excerptAt(at, debt);
  const debtUnknown = unknownDebt(source, at, debt);
  return {
    amounts,
    isPreferredCommon,
    participating,
    warnings: claimWarnings(source, at, { amounts, isPreferredCommon }),
    unknown: {
      ...(excerpt !== null && unknownLines(amounts, excerpt)),
      ...(securities.unknown !== null && { short_term_investments: securities.unknown }),
      ...(debtUnknown !== null && { total_debt: debtUnknown }),
    },
    isExcerpt: excerpt !== null,
  };
}

/** Debt as history and balances show it: a part that an excerpt has is not the whole. Nothing where it can be told. */
export const untoldDebt = ({ isExcerpt }: Claims): readonly MetricKey[] =>
  isExcerpt ? ["total_debt", "reported_debt", "debt_due_within_a_year"] : [];

const none: QuotedValue | null = null;

/** The claims of a company that files nothing. */
export const noClaims: Claims = {
  amounts: {
    cash_and_equivalents: none,
    short_term_investments: none,
    long_term_marketable_securities: none,
    total_debt: none,
    other_claims: none,
    equity_investments: none,
    associates: none,
    held_for_sale: none,
    pension_surplus: none,
    pension_deficit: none,
  },
  isPreferredCommon: false,
  participating: null,
  unknown: {},
  isExcerpt: false,
  warnings: {},
};

/**
 * Net debt of filings: what is not filed counts as zero where either debt or cash is. Null where neither is, and where
 * one of its lines cannot be told.
 */
export function netDebtAt(claims: Claims): number | null {
  const { amounts, unknown } = claims;
  const isKnown = amounts.total_debt !== null || amounts.cash_and_equivalents !== null;
  if (!isKnown || Object.keys(unknown).length > 0) return null;
  return netDebtOf((key) => amounts[key]?.value ?? null);
}
