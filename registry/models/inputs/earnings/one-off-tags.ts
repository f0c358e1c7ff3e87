import {
  allGains,
  contingentPayments,
  digitalAssetGains,
  gainsOnAssets,
  gainsOnLeaseback,
  otherOperatingIncome,
  securitiesGains,
} from "./charges/gain-tags.ts";
import { accruedRestructuring, impairmentOfInvestments } from "./charges/noted-tags.ts";

/** A charge or gain that is not expected again. */
export interface OneOff {
  label: string;
  /** The first tag that is there counts. */
  tags: readonly string[];
  /** What a filed positive value does to operating income: −1 lowers it, 1 raises it. */
  effect: -1 | 1;
  /** False where tax law gives no relief for it. */
  isTaxed: boolean;
  /** True where results below operating income may hold it, which decides its place. */
  isBelow?: true;
}

export const goodwillLabel = "goodwill impairment";
export const intangiblesLabel = "impairment of intangible assets";
export const longLivedLabel = "impairment of long-lived assets";
export const restructuringLabel = "restructuring";
export const disposalLabel = "result of disposals";
export const settlementLabel = "settlement of pensions";
export const revaluationLabel = "revaluation of contingent consideration";
const reorganizationLabel = "reorganization under chapter 11";
export const warrantsLabel = "revaluation of own warrants";

/** Results of disposals of businesses, and of businesses that control was lost of. */
export const disposals: readonly string[] = [
  "us-gaap:DisposalGroupNotDiscontinuedOperationGainLossOnDisposal",
  "us-gaap:GainLossOnSaleOfBusiness",
  "us-gaap:DeconsolidationGainOrLossAmount",
];

/** Counted one by one; a tag that holds several of them is taken only where none of its parts is filed. */
export const oneOffs: readonly OneOff[] = [
  {
    label: goodwillLabel,
    tags: [
      "us-gaap:GoodwillImpairmentLoss",
      "ifrs-full:ImpairmentLossRecognisedInProfitOrLossGoodwill",
    ],
    effect: -1,
    isTaxed: false,
  },
  {
    label: intangiblesLabel,
    tags: [
      "us-gaap:ImpairmentOfIntangibleAssetsExcludingGoodwill",
      "us-gaap:ImpairmentOfIntangibleAssetsIndefinitelivedExcludingGoodwill",
      "us-gaap:ImpairmentOfIntangibleAssetsFinitelived",
    ],
    effect: -1,
    isTaxed: true,
  },
  {
    label: longLivedLabel,
    tags: [
      "us-gaap:ImpairmentOfLongLivedAssetsHeldForUse",
      "us-gaap:ImpairmentOfLongLivedAssetsToBeDisposedOf",
      "us-gaap:ImpairmentOfRealEstate",
      "us-gaap:ImpairmentOfOilAndGasProperties",
      "us-gaap:TangibleAssetImpairmentCharges",
      "ifrs-full:ImpairmentLossRecognisedInProfitOrLossPropertyPlantAndEquipment",
      "ifrs-full:WritedownsReversalsOfPropertyPlantAndEquipment",
    ],
    effect: -1,
    isTaxed: true,
  },
  {
    label: restructuringLabel,
    tags: [
      "us-gaap:RestructuringCharges",
      "us-gaap:RestructuringCosts",
      "us-gaap:RestructuringAndRelatedCostIncurredCost",
      "ifrs-full:ExpenseOfRestructuringActivities",
      "us-gaap:SeveranceCosts1",
    ],
    effect: -1,
    isTaxed: true,
  },
  {
    label: disposalLabel,
    tags: disposals,
    effect: 1,
    isTaxed: true,
    isBelow: true,
  },
  {
    label: disposalLabel,
    tags: ["us-gaap:GainLossOnSaleOfOilAndGasProperty"],
    effect: 1,
    isTaxed: true,
    isBelow: true,
  },
  // What a business is worth above its price, or a part of it that was owned before above its book value: no tax is paid on it.
  {
    label: "gain on acquisitions",
    tags: [
      "us-gaap:BusinessCombinationBargainPurchaseGainRecognizedAmount",
      "us-gaap:BusinessCombinationStepAcquisitionEquityInterestInAcquireeRemeasurementGain",
      "us-gaap:BusinessCombinationStepAcquisitionEquityInterestInAcquireeRemeasurementGainOrLoss",
    ],
    effect: 1,
    isTaxed: false,
    isBelow: true,
  },
  // What is owed for a business is a claim, and its price no expense of taxes (AbbVie: 3,771 are 3.7 billion after tax).
  {
    label: revaluationLabel,
    tags: [
      "us-gaap:BusinessCombinationContingentConsiderationArrangementsChangeInAmountOfContingentConsiderationLiability1",
    ],
    effect: -1,
    isTaxed: false,
    isBelow: true,
  },
  // A debtor under chapter 11 prints these costs in one row (ASC 852-10-45-9).
  {
    label: reorganizationLabel,
    tags: ["us-gaap:ReorganizationItems"],
    effect: -1,
    isTaxed: true,
    isBelow: true,
  },
  // What is owed as warrants is a claim, too, and no gain or loss on own shares is taxed (26 USC 1032).
  {
    label: warrantsLabel,
    tags: ["us-gaap:FairValueAdjustmentOfWarrants"],
    effect: -1,
    isTaxed: false,
    isBelow: true,
  },
  {
    label: "retired debt",
    tags: ["us-gaap:GainsLossesOnExtinguishmentOfDebt", "us-gaap:GainLossOnNonRecourseDebt"],
    effect: 1,
    isTaxed: true,
    isBelow: true,
  },
  {
    label: settlementLabel,
    tags: [
      "us-gaap:DefinedBenefitPlanRecognizedNetGainLossDueToSettlements1",
      "us-gaap:DefinedBenefitPlanRecognizedNetGainLossDueToSettlementsAndCurtailments1",
    ],
    effect: 1,
    isTaxed: true,
    isBelow: true,
  },
];

/** All impairments in one figure: what is left of it beyond the parts that are filed apart is counted, too. */
export const allImpairments = {
  label: "other impairment",
  tags: [
    "us-gaap:AssetImpairmentCharges",
    "us-gaap:GoodwillAndIntangibleAssetImpairment",
    "us-gaap:OtherAssetImpairmentCharges",
    "ifrs-full:ImpairmentLossReversalOfImpairmentLossRecognisedInProfitOrLoss",
    "ifrs-full:ImpairmentLossRecognisedInProfitOrLoss",
  ],
} as const;

/** Goodwill and other intangible assets together: their parts come to no more. */
export const goodwillAndIntangibles: readonly string[] = [
  "us-gaap:GoodwillAndIntangibleAssetImpairment",
];

/** Long-lived assets without goodwill: those of intangible and of other long-lived assets come to no more. */
export const allButGoodwill: readonly string[] = ["us-gaap:OtherAssetImpairmentCharges"];

/** Impairments of leases: filers state operating and finance leases apart. */
export const impairmentOfLeases = {
  label: "impairment of leases",
  tags: ["us-gaap:OperatingLeaseImpairmentLoss", "us-gaap:FinanceLeaseImpairmentLoss"],
} as const;

export const discontinuedLabel = "result of discontinued operations";
export const discontinuedIncome: readonly string[] = [
  "us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity",
  "us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTax",
  "ifrs-full:ProfitLossFromDiscontinuedOperations",
];

/** Restructuring and impairments in one figure, as many statements print them. */
export const restructuringAndImpairment = {
  label: "restructuring and impairment",
  tags: [
    "us-gaap:RestructuringSettlementAndImpairmentProvisions",
    "us-gaap:RestructuringCostsAndAssetImpairmentCharges",
  ],
} as const;

/** What restructuring is beside severance and impairments; gains are negative. */
export const otherRestructuring: readonly string[] = ["us-gaap:OtherRestructuringCosts"];

export const legalLabel = "legal matters";
export const insuranceLabel = "insurance recoveries";

/** What insurers pay of losses. */
export const insuranceRecoveries: readonly string[] = ["us-gaap:InsuranceRecoveries"];

/** What filings state of legal matters for a year: these count also where nothing is left for them. */
export const legalMatters: readonly OneOff[] = [
  {
    label: legalLabel,
    tags: ["us-gaap:GainLossRelatedToLitigationSettlement"],
    effect: 1,
    isTaxed: true,
  },
  {
    label: legalLabel,
    tags: ["us-gaap:LitigationSettlementExpense", "us-gaap:LitigationSettlementLoss"],
    effect: -1,
    isTaxed: true,
  },
];

export const acquisitionLabel = "costs of acquisitions";

/** An expense of the year (ASC 805-10-25-23); some filers name so what they amortize of acquired assets. */
export const acquisitionCosts: OneOff = {
  label: acquisitionLabel,
  tags: [
    "us-gaap:BusinessCombinationAcquisitionRelatedCosts",
    "ifrs-full:AcquisitionrelatedCostsRecognisedAsExpenseForTransactionRecognisedSeparatelyFromAcquisitionOfAssetsAndAssumptionOfLiabilitiesInBusinessCombination",
  ],
  effect: -1,
  isTaxed: true,
};

/** Assets sold and impaired in one figure. */
export const soldOrImpaired: OneOff = {
  label: "impairment and result of disposals",
  tags: ["us-gaap:GainLossOnSalesOfAssetsAndAssetImpairmentCharges"],
  effect: 1,
  isTaxed: true,
};

/**
 * Charges and gains that notes state, too: they count where they are just what gross profit leaves beside the others.
 * Of each the name, and what a filed positive value does to operating income.
 */
export const leftCharges: readonly OneOff[] = [
  soldOrImpaired,
  ...legalMatters,
  {
    label: legalLabel,
    tags: ["us-gaap:LossContingencyLossInPeriod"],
    effect: -1,
    isTaxed: true,
  },
  {
    label: restructuringLabel,
    tags: otherRestructuring,
    effect: -1,
    isTaxed: true,
  },
  {
    ...acquisitionCosts,
    tags: [...acquisitionCosts.tags, "us-gaap:BusinessCombinationIntegrationRelatedCosts"],
  },
];

/** Tags of charges and gains before tax that count without a row. */
export const oneOffTags: ReadonlySet<string> = new Set([
  ...oneOffs.flatMap(({ tags }) => tags),
  ...allImpairments.tags,
  ...goodwillAndIntangibles,
  ...allButGoodwill,
  ...impairmentOfLeases.tags,
  ...restructuringAndImpairment.tags,
  ...accruedRestructuring,
]);

/** Every tag above. */
export const chargeTags: ReadonlySet<string> = new Set([
  ...oneOffTags,
  ...leftCharges.flatMap(({ tags }) => tags),
  ...insuranceRecoveries,
  ...impairmentOfInvestments,
  ...securitiesGains,
  ...digitalAssetGains,
  ...gainsOnAssets,
  ...gainsOnLeaseback,
  ...contingentPayments,
  ...allGains,
  ...otherOperatingIncome,
  ...discontinuedIncome,
]);
