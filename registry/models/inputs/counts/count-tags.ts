/** Counts of shares that are outstanding, of all that are issued, of those that the company holds itself, and those in a trust of its own. */
export const countTags = {
  outstanding: ["us-gaap:CommonStockSharesOutstanding", "us-gaap:SharesOutstanding"],
  issued: ["us-gaap:CommonStockSharesIssued", "us-gaap:SharesIssued"],
  treasury: ["us-gaap:TreasuryStockShares"],
  inTrust: ["us-gaap:CommonStockSharesHeldInEmployeeTrustShares"],
} as const;

const counted: ReadonlySet<string> = new Set(Object.values(countTags).flat());

/** True for an element ("taxonomy:tag") of which models read the counts of single classes of shares. */
export const isCountOfShares = (tag: string): boolean => counted.has(tag);
