import { assetKeys, claimKeys } from "#registry/models/inputs/claims/bridge.ts";

/** Assets outside the business, and claims before equity. */
export const outsideFormula = assetKeys.join("+");
export const claimsFormula = claimKeys.join("+");

export const cashFormula =
  "cash_and_equivalents+short_term_investments+long_term_marketable_securities";
