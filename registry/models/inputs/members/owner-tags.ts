/** What filings state by owner: dividends, units of awards, equity of partners. */

export const declaredTags = {
  common: ["us-gaap:DividendsCommonStockCash", "us-gaap:DividendsCommonStock"],
  minorities: ["us-gaap:MinorityInterestDecreaseFromDistributionsToNoncontrollingInterestHolders"],
  preferred: ["us-gaap:DividendsPreferredStock", "us-gaap:DividendsPreferredStockCash"],
} as const;

const award = "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAward";
/** It counts warrants, too. */
const unitsOrWarrants = `${award}NonOptionEquityInstrumentsOutstandingNumber`;

/** Options, what exercising one costs on average, and units, which filings may state by plan or kind of award alone. */
export const awardTags = {
  options: [`${award}OptionsOutstandingNumber`],
  exercisePrice: [`${award}OptionsOutstandingWeightedAverageExercisePrice`],
  units: [`${award}EquityInstrumentsOtherThanOptionsNonvestedNumber`, unitsOrWarrants],
  unitsOrWarrants: [unitsOrWarrants],
  /** What a unit was worth when it was granted: a warrant has a price instead. */
  valueOfUnits: ["Nonvested", "VestedInPeriod", "GrantsInPeriod"].map(
    (of) => `${award}EquityInstrumentsOtherThanOptions${of}WeightedAverageGrantDateFairValue`,
  ),
};

/** Kinds of units of which none is a part of another, although a name may hold the other's, as the taxonomy names them. */
export const unitKinds: readonly string[] = [
  "us-gaap:AwardTypeAxis=us-gaap:RestrictedStockUnitsRSUMember",
  "us-gaap:AwardTypeAxis=us-gaap:PerformanceSharesMember",
  "us-gaap:AwardTypeAxis=us-gaap:RestrictedStockMember",
];

export const awardAxis = "us-gaap:AwardTypeAxis";
export const awardPlanAxis = "us-gaap:PlanNameAxis";
const ofAwards: readonly string[] = [awardAxis, awardPlanAxis];
/** A kind of award that is an option, a warrant, a right to what a share gains, or paid in cash. */
const noUnit =
  /=us-gaap:(StockAppreciationRight|EmployeeStockOption|StockOption)|Warrant|LiabilityAward|CashSettled/;

const units: ReadonlySet<string> = new Set(awardTags.units);
const ofOptions: ReadonlySet<string> = new Set([...awardTags.options, ...awardTags.exercisePrice]);

/** True for units and options ("taxonomy:tag") of one kind of award or one plan. */
export const isOfAwards = (tag: string, dimensions: string): boolean => {
  const [axis = "", ...members] = dimensions.split("=");
  if (members.length !== 1 || !ofAwards.includes(axis)) return false;
  return ofOptions.has(tag) || (units.has(tag) && !noUnit.test(dimensions));
};

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

/** What securities with a right to dividends earn beside common shares: all of it, and what is not paid out. */
export const participating: readonly string[] = [
  "us-gaap:ParticipatingSecuritiesDistributedAndUndistributedEarningsLossBasic",
  "us-gaap:ParticipatingSecuritiesDistributedAndUndistributedEarningsLossDiluted",
  "us-gaap:UndistributedEarningsLossAllocatedToParticipatingSecuritiesBasic",
  "us-gaap:UndistributedEarningsLossAllocatedToParticipatingSecuritiesDiluted",
];

/** Equity of a partnership; a company may misuse the element of all partners (Ur-Energy). */
export const partnersAccounts: readonly string[] = [
  "us-gaap:GeneralPartnersCapitalAccount",
  "us-gaap:LimitedPartnersCapitalAccount",
];
