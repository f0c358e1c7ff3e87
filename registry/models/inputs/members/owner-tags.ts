/** What filings state by owner: dividends, units of awards, equity of partners. */

export const declaredTags = {
  common: ["us-gaap:DividendsCommonStockCash", "us-gaap:DividendsCommonStock"],
  minorities: ["us-gaap:MinorityInterestDecreaseFromDistributionsToNoncontrollingInterestHolders"],
  preferred: ["us-gaap:DividendsPreferredStock", "us-gaap:DividendsPreferredStockCash"],
} as const;

/** Units of awards that are not options, which filings may state by kind of award alone. */
export const awardUnits = [
  "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAwardEquityInstrumentsOtherThanOptionsNonvestedNumber",
  "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAwardNonOptionEquityInstrumentsOutstandingNumber",
] as const;
const options =
  "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAwardOptionsOutstanding";

/** Options and what exercising one costs on average, which filings may state by plan or kind of award alone. */
export const awardOptions = {
  number: [`${options}Number`],
  price: [`${options}WeightedAverageExercisePrice`],
} as const;

/** Kinds of units of which none is a part of another, as the taxonomy names them. */
export const unitKinds: readonly string[] = [
  "us-gaap:AwardTypeAxis=us-gaap:RestrictedStockUnitsRSUMember",
  "us-gaap:AwardTypeAxis=us-gaap:PerformanceSharesMember",
  "us-gaap:AwardTypeAxis=us-gaap:RestrictedStockMember",
];

/** A kind of award that is no option and no right to what a share gains. */
const unitAward =
  /^us-gaap:AwardTypeAxis=(?!us-gaap:(StockAppreciationRight|EmployeeStockOption|StockOption))[^;]*$/;

const units: ReadonlySet<string> = new Set(awardUnits);
const ofOptions: ReadonlySet<string> = new Set(Object.values(awardOptions).flat());

/** True for units ("taxonomy:tag") of one kind of award, and for options of one plan or kind. */
export const isOfAwards = (tag: string, dimensions: string): boolean =>
  (units.has(tag) && unitAward.test(dimensions)) ||
  (ofOptions.has(tag) && /^us-gaap:(AwardTypeAxis|PlanNameAxis)=[^;]*$/.test(dimensions));

const axis = "us-gaap:StatementEquityComponentsAxis";

export const ownersOf = {
  common: `${axis}=us-gaap:RetainedEarningsMember`,
  minorities: `${axis}=us-gaap:NoncontrollingInterestMember`,
} as const;

const tags: ReadonlySet<string> = new Set(Object.values(declaredTags).flat());
const owners: ReadonlySet<string> = new Set(Object.values(ownersOf));

/** Classes of stock, of which a preferred dividend is of one. */
export const classAxis = "us-gaap:StatementClassOfStockAxis";
const preferred: ReadonlySet<string> = new Set(declaredTags.preferred);

/** True for dividends ("taxonomy:tag") that the statement of equity has of one of the two, or of a class of preferred stock. */
export const isOfOwners = (tag: string, dimensions: string): boolean =>
  (tags.has(tag) && owners.has(dimensions)) ||
  (preferred.has(tag) && dimensions.startsWith(`${classAxis}=`) && !dimensions.includes(";"));

/** Equity of a partnership; a company may misuse the element of all partners (Ur-Energy). */
export const partnersAccounts: readonly string[] = [
  "us-gaap:GeneralPartnersCapitalAccount",
  "us-gaap:LimitedPartnersCapitalAccount",
];
