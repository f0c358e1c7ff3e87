import { assetKeys, cashKeys, claimKeys } from "#registry/models/inputs/claims/lines.ts";

/** Cash and securities, assets outside the business, and claims before equity. */
export const cashFormula = cashKeys.join("+");
export const outsideFormula = assetKeys.join("+");
export const claimsFormula = claimKeys.join("+");
