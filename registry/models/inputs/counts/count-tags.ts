/**
 * Elements that count shares: those outstanding, all that are issued, those in treasury, and those that a trust of the company
 * holds.
 */
export const countTags = {
  outstanding: ["us-gaap:CommonStockSharesOutstanding", "us-gaap:SharesOutstanding"],
  issued: ["us-gaap:CommonStockSharesIssued", "us-gaap:SharesIssued"],
  treasury: ["us-gaap:TreasuryStockShares"],
  inTrust: ["us-gaap:CommonStockSharesHeldInEmployeeTrustShares"],
} as const;

const counted: ReadonlySet<string> = new Set(Object.values(countTags).flat());

/** True for an element ("taxonomy:tag") of which models read the counts of single classes of shares. */
export const isCountOfShares = (tag: string): boolean => counted.has(tag);
