/**
 * Everything between the value of an enterprise and that of its common shares, in the order it is shown. Bridges of
 * valuations, multiples of a company's own past and of peers, and net debt of historical tables all rest on this list.
 */
export const claimLines = [
  { key: "cash_and_equivalents", label: "Cash and equivalents", side: "cash" },
  { key: "short_term_investments", label: "Short-term investments", side: "cash" },
  {
    key: "long_term_marketable_securities",
    label: "Long-term marketable securities",
    side: "cash",
  },
  { key: "total_debt", label: "Total debt", side: "debt" },
  {
    key: "other_claims",
    label: "Noncontrolling interest, preferred equity, contingent consideration, dividends payable",
    side: "claim",
  },
  { key: "equity_investments", label: "Equity and other long-term investments", side: "asset" },
  { key: "associates", label: "Associates and joint ventures", side: "asset" },
  { key: "held_for_sale", label: "Net assets of discontinued operations", side: "asset" },
  { key: "pension_surplus", label: "Pension surpluses, after tax", side: "asset" },
  { key: "pension_deficit", label: "Pension liabilities, after tax", side: "claim" },
] as const;

type Line = (typeof claimLines)[number];
export type Side = Line["side"];
export type ClaimKey = Line["key"];

const keysOf = (side: Side): readonly ClaimKey[] =>
  claimLines.filter((one) => one.side === side).map(({ key }) => key);

/** Keys whose sum is cash, assets outside the business, and claims beside debt. */
export const cashKeys: readonly ClaimKey[] = keysOf("cash");
export const assetKeys: readonly ClaimKey[] = keysOf("asset");
export const claimKeys: readonly ClaimKey[] = keysOf("claim");

/** The sum of lines; one that is not there counts as zero. */
export const sumOf = (get: (key: ClaimKey) => number | null, keys: readonly ClaimKey[]): number =>
  keys.reduce((total, key) => total + (get(key) ?? 0), 0);

/** Debt and claims less cash and assets outside the business; a line that is not there counts as zero. */
export const netDebtOf = (get: (key: ClaimKey) => number | null): number =>
  (get("total_debt") ?? 0) + sumOf(get, claimKeys) - sumOf(get, cashKeys) - sumOf(get, assetKeys);
