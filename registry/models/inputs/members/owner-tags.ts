/** Dividends that the statement of equity has by whose equity they come from. */

export const declaredTags = {
  common: ["us-gaap:DividendsCommonStockCash", "us-gaap:DividendsCommonStock"],
  minorities: ["us-gaap:MinorityInterestDecreaseFromDistributionsToNoncontrollingInterestHolders"],
} as const;

const axis = "us-gaap:StatementEquityComponentsAxis";

export const ownersOf = {
  common: `${axis}=us-gaap:RetainedEarningsMember`,
  minorities: `${axis}=us-gaap:NoncontrollingInterestMember`,
} as const;

const tags: ReadonlySet<string> = new Set(Object.values(declaredTags).flat());
const owners: ReadonlySet<string> = new Set(Object.values(ownersOf));

/** True for dividends ("taxonomy:tag") that the statement of equity has of one of the two. */
export const isOfOwners = (tag: string, dimensions: string): boolean =>
  tags.has(tag) && owners.has(dimensions);

/** Equity of a partnership; a company may misuse the element of all partners (Ur-Energy). */
export const partnersAccounts: readonly string[] = [
  "us-gaap:GeneralPartnersCapitalAccount",
  "us-gaap:LimitedPartnersCapitalAccount",
];
