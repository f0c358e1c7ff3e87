import { type LineText, moneyLine, perShareLine, sharesLine } from "./formula/lines.ts";
import { assetKeys, type ClaimKey, cashKeys, claimKeys } from "./inputs/claims/lines.ts";

const sumOf = (keys: readonly ClaimKey[]) => keys.map((key) => `$${key}`).join(" + ");

/** Cash and securities, assets outside the business, and claims beside debt, as sums of assumptions. */
export const cashFormula = sumOf(cashKeys);
export const outsideFormula = sumOf(assetKeys);
export const claimsFormula = sumOf(claimKeys);

/** Debt with the operating leases that a model may count as debt. */
export const debtWithLeases =
  "$total_debt + ($capitalise_leases == 1 ? $operating_lease_liability : 0)";

/** What lies between enterprise value and equity, below what of cash counts against debt (`cash`). */
export const bridgeLinesOf = (debt: string): readonly LineText[] => [
  moneyLine("totalDebt", "Total debt", debt),
  moneyLine("otherClaims", "Other claims", claimsFormula),
  moneyLine("otherAssets", "Other non-operating assets", outsideFormula),
  moneyLine("netDebt", "Net debt", "totalDebt + otherClaims - cash - otherAssets"),
];

export const bridgeLines = bridgeLinesOf("$total_debt");

/** All cash counts against debt. */
export const allCash = moneyLine("cash", "Cash and marketable securities", cashFormula);

/** Shares, and the value per share of `equityValue`. */
export const shareLines: readonly LineText[] = [
  sharesLine(
    "sharesUsed",
    "Diluted shares",
    "$shares_outstanding > 0 ? $shares_outstanding : none",
  ),
  perShareLine(
    "fairValuePerShare",
    "Fair value per share",
    "known(equityValue) && $shares_outstanding > 0 ? equityValue / $shares_outstanding : none",
  ),
];
