import {
  carryingAmount,
  leasePayments,
  maturitiesWithinYear,
  notesAndLoans,
  otherDebt,
  otherThanPaper,
  preferredTags,
  relatedParties,
} from "./claims/debt-tags.ts";
import { fundedStatus, pensionTags } from "./claims/pension-tags.ts";
import {
  allSecurities,
  decommissioning,
  digitalAssets,
  financeReceivables,
  forSale,
  heldToMaturity,
  measuredSecurities,
  otherInvestments,
  outsideCapital,
  restrictedTags,
  securitiesBeside,
  wholeInvestments,
} from "./claims/security-tags.ts";
import { countTags } from "./counts/count-tags.ts";
import { doubtfulAccounts, exploration, proceedsFromAssets } from "./earnings/costs/cost-tags.ts";
import {
  additionsToEquipment,
  amortizationBeside,
  amortizationOfIntangibles,
  depreciationAlone,
  discontinuedFlows,
  flowsApart,
  softwareAmortization,
  wearOfStatements,
} from "./earnings/depreciation-tags.ts";
import { interestTags } from "./earnings/interest/interest-tags.ts";
import { chargeTags } from "./earnings/one-off-tags.ts";
import { reconciliationTags } from "./earnings/tax/reconciliation-tags.ts";
import { awardTags, declaredTags, participating, partnersAccounts } from "./members/owner-tags.ts";
import { placedDerivatives, placedTags } from "./members/place-tags.ts";

/** Tags that models read beside what the registry maps, each by its place in a valuation. */

/** Current assets that are neither securities nor working capital. */
export const heldForSale: readonly string[] = [
  "us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent",
  "us-gaap:AssetsHeldForSaleNotPartOfDisposalGroupCurrent",
];

/** Lease liabilities that are debt: the whole, or its two parts where no whole is filed. */
export const leases = {
  "us-gaap": {
    label: "finance lease liabilities",
    whole: ["us-gaap:FinanceLeaseLiability", "us-gaap:CapitalLeaseObligations"],
    current: ["us-gaap:FinanceLeaseLiabilityCurrent", "us-gaap:CapitalLeaseObligationsCurrent"],
    noncurrent: [
      "us-gaap:FinanceLeaseLiabilityNoncurrent",
      "us-gaap:CapitalLeaseObligationsNoncurrent",
    ],
  },
  "ifrs-full": {
    label: "lease liabilities (IFRS 16)",
    whole: ["ifrs-full:LeaseLiabilities"],
    current: ["ifrs-full:CurrentLeaseLiabilities"],
    noncurrent: ["ifrs-full:NoncurrentLeaseLiabilities"],
  },
} as const;

/** What stands below operating income, or must not be in it. The first tag that is there counts. */
export const belowOperatingIncome = {
  netInterest: [
    "us-gaap:InterestIncomeExpenseNonoperatingNet",
    "us-gaap:InterestIncomeExpenseNet",
    "us-gaap:InterestRevenueExpenseNet",
  ],
  operatingInterest: ["us-gaap:InterestExpenseOperating"],
  interestExpense: [
    "us-gaap:InterestExpenseNonoperating",
    "us-gaap:InterestExpense",
    "us-gaap:InterestAndDebtExpense",
  ],
  interestIncome: [
    "us-gaap:InvestmentIncomeInterest",
    "us-gaap:InvestmentIncomeInterestAndDividend",
    "ifrs-full:FinanceIncome",
  ],
  other: ["us-gaap:OtherNonoperatingIncomeExpense"],
  /** The same without interest, where the sums of the statement say so; others tag all results below operating income with it. */
  printedOther: ["us-gaap:NonoperatingIncomeExpense"],
  warrants: ["us-gaap:FairValueAdjustmentOfWarrants"],
  /**
   * What filers print in its place, each with the sign that operating income is without it, and the name of the part.
   * Notes state the result of currency of many filers, so it counts only beside another part.
   */
  others: [
    [-1, "nonoperating_gains", "us-gaap:NonoperatingGainsLosses"],
    [-1, "nonoperating_income", "us-gaap:OtherNonoperatingIncome"],
    [1, "nonoperating_expense", "us-gaap:OtherNonoperatingExpense"],
    [-1, "currency_result", "us-gaap:ForeignCurrencyTransactionGainLossBeforeTax"],
    [
      -1,
      "result_of_subsidiary_stock",
      "us-gaap:GainLossOnSaleOfStockInSubsidiaryOrEquityMethodInvestee",
    ],
  ],
  otherExpense: ["us-gaap:OtherNonoperatingExpense"],
  /** Not below it: what a consolidated statement deducts from revenue. */
  costsAndExpenses: ["us-gaap:CostsAndExpenses"],
  otherCosts: [...exploration, "us-gaap:EnvironmentalRemediationExpense"],
  revaluation: ["ifrs-full:GainsLossesOnFairValueAdjustmentInvestmentProperty"],
  /** Nor these: what owners of property deduct from rents, and what they deduct after that. */
  propertyCosts: ["ifrs-full:DirectOperatingExpenseFromInvestmentProperty"],
  administration: ["ifrs-full:GeneralAndAdministrativeExpense", "ifrs-full:AdministrativeExpense"],
} as const;

/** Interest of borrowings, and not of finance leases; interest that is of neither. */
export const partsOfInterest: readonly string[] = [
  "us-gaap:InterestExpenseDebt",
  "us-gaap:InterestExpenseOther",
];

/** Balances between enterprise value and equity. Of each inner list the first tag that is there counts. */
export const bridgeTags = {
  equityInvestments: [
    "us-gaap:OtherLongTermInvestments",
    "us-gaap:EquitySecuritiesFVNINoncurrent",
    "us-gaap:EquitySecuritiesWithoutReadilyDeterminableFairValueAmount",
    "us-gaap:AvailableForSaleSecuritiesEquitySecuritiesNoncurrent",
  ],
  allInvestments: ["us-gaap:LongTermInvestments"],
  marketable: [
    "us-gaap:MarketableSecuritiesNoncurrent",
    "us-gaap:AvailableForSaleSecuritiesDebtSecuritiesNoncurrent",
    "us-gaap:AvailableForSaleSecuritiesNoncurrent",
    "us-gaap:OtherMarketableSecuritiesNoncurrent",
  ],
  /** As the current ones: of each row the first tag that is there counts, and the rows add up. */
  measuredNoncurrent: [
    [
      "ifrs-full:NoncurrentFinancialAssetsAtFairValueThroughProfitOrLoss",
      "ifrs-full:NoncurrentFinancialAssetsAtFairValueThroughProfitOrLossMandatorilyMeasuredAtFairValue",
    ],
    [
      "ifrs-full:NoncurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome",
      "ifrs-full:NoncurrentFinancialAssetsMeasuredAtFairValueThroughOtherComprehensiveIncome",
    ],
    ["ifrs-full:NoncurrentFinancialAssetsAtAmortisedCost"],
  ],
  associates: [
    "us-gaap:EquityMethodInvestments",
    "us-gaap:InvestmentsInAffiliatesSubsidiariesAssociatesAndJointVentures",
    "ifrs-full:InvestmentAccountedForUsingEquityMethod",
    "ifrs-full:InvestmentsInSubsidiariesJointVenturesAndAssociates",
    "ifrs-full:InvestmentsInAssociatesAccountedForUsingEquityMethod",
  ],
  /** All of them, where no measurement is stated. */
  unmeasuredNoncurrent: [
    "ifrs-full:NoncurrentInvestmentsOtherThanInvestmentsAccountedForUsingEquityMethod",
  ],
  discontinued: {
    assets: {
      whole: ["us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperation"],
      parts: [
        ["us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent"],
        [
          "us-gaap:DisposalGroupIncludingDiscontinuedOperationAssetsNoncurrent",
          "us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperationNoncurrent",
        ],
      ],
    },
    liabilities: {
      whole: ["us-gaap:LiabilitiesOfDisposalGroupIncludingDiscontinuedOperation"],
      parts: [
        ["us-gaap:LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationCurrent"],
        ["us-gaap:LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationNoncurrent"],
      ],
    },
  },
  forSale,
  redeemable: [
    "us-gaap:RedeemableNoncontrollingInterestEquityCarryingAmount",
    "us-gaap:RedeemableNoncontrollingInterestEquityCommonCarryingAmount",
    "us-gaap:RedeemableNoncontrollingInterestEquityFairValue",
  ],
  /** Preferred stock that must be redeemed, and so is a liability. */
  mandatory: [
    "us-gaap:SharesSubjectToMandatoryRedemptionSettlementTermsAmountNoncurrent",
    "us-gaap:SharesSubjectToMandatoryRedemptionSettlementTermsAmount",
  ],
  /** Own warrants, of which those that are a liability have a change in value in income. */
  warrants: ["us-gaap:WarrantsAndRightsOutstanding"],
  /** Noncontrolling interest that no line has: it stands within equity (Alphabet). */
  minority: ["us-gaap:NoncontrollingInterestInVariableInterestEntity"],
  /** What acquisitions may still cost: the parts, or the whole where no part is filed. */
  contingent: {
    parts: [
      "us-gaap:BusinessCombinationContingentConsiderationLiabilityCurrent",
      "us-gaap:BusinessCombinationContingentConsiderationLiabilityNoncurrent",
      "us-gaap:AssetAcquisitionContingentConsiderationLiabilityCurrent",
      "us-gaap:AssetAcquisitionContingentConsiderationLiabilityNoncurrent",
    ],
    whole: ["us-gaap:BusinessCombinationContingentConsiderationLiability"],
  },
  /** Shares that the diluted count holds for convertible preferred stock. */
  convertedPreferred: ["us-gaap:IncrementalCommonSharesAttributableToConversionOfPreferredStock"],
} as const;

/** Shares that the diluted average holds for convertible debt, and its interest, which diluted income is before then. */
export const convertedDebt = {
  shares: ["us-gaap:IncrementalCommonSharesAttributableToConversionOfDebtSecurities"],
  interest: ["us-gaap:InterestOnConvertibleDebtNetOfTax"],
} as const;

/** Awards of shares to staff in the notes. Of each list the newest fact counts; those of `converted` add up. */
export const dilutionTags = {
  ...awardTags,
  converted: [...bridgeTags.convertedPreferred, ...convertedDebt.shares],
} as const;

/** Totals of long-term debt that hold what falls due within a year. */
export const debtWithCurrent: readonly string[] = [
  "us-gaap:LongTermDebt",
  "us-gaap:LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities",
];

/** Long-term borrowings of IFRS filers, which may hold what falls due, and all borrowings of their notes. */
export const longBorrowings: readonly string[] = ["ifrs-full:LongtermBorrowings"];
export const allBorrowings: readonly string[] = ["ifrs-full:Borrowings"];

/** Loans of banks that fall due within a year, which no line of debt has. */
export const currentBankLoans: readonly string[] = [
  "us-gaap:LoansPayableToBankCurrent",
  "us-gaap:NotesPayableToBankCurrent",
  "us-gaap:LoansPayableCurrent",
  "us-gaap:OtherLoansPayableCurrent",
];

/** Tags in whatever order and depth a rule reads them; numbers and names beside them are none. */
type TagTree = string | number | readonly TagTree[] | { readonly [key: string]: TagTree };

const isTag = (text: string) => /^[a-z-]+:\w+$/.test(text);

function tagsIn(tree: TagTree): string[] {
  if (typeof tree === "number") return [];
  if (typeof tree === "string") return isTag(tree) ? [tree] : [];
  return Object.values(tree).flatMap(tagsIn);
}

/** Every tag above. */
export const modelTags: ReadonlySet<string> = new Set(
  tagsIn([
    [measuredSecurities, restrictedTags, securitiesBeside, heldToMaturity, allSecurities],
    [decommissioning, otherInvestments, wholeInvestments, digitalAssets, financeReceivables],
    [preferredTags, partnersAccounts, participating, convertedDebt, dilutionTags, declaredTags],
    [additionsToEquipment, depreciationAlone, flowsApart, softwareAmortization, wearOfStatements],
    [amortizationBeside, amortizationOfIntangibles, discontinuedFlows, proceedsFromAssets],
    doubtfulAccounts,
    [currentBankLoans, notesAndLoans, relatedParties, otherThanPaper, carryingAmount, otherDebt],
    [maturitiesWithinYear, leases, leasePayments, heldForSale, outsideCapital, fundedStatus],
    [
      [...chargeTags],
      interestTags,
      reconciliationTags,
      belowOperatingIncome,
      pensionTags,
      bridgeTags,
    ],
    [placedTags, placedDerivatives, countTags.inTrust],
  ]),
);
