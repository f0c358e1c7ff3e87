import type { RowKind } from "../rows/row-kinds.ts";

/** Tags and names of securities, investments and loans that models read beside what the registry maps. */

/**
 * Current securities under IFRS 9, which files them by measurement category. The first tag of a row that is there
 * counts.
 */
export const measuredSecurities: readonly (readonly string[])[] = [
  [
    "ifrs-full:CurrentFinancialAssetsAtFairValueThroughProfitOrLoss",
    "ifrs-full:CurrentFinancialAssetsAtFairValueThroughProfitOrLossMandatorilyMeasuredAtFairValue",
  ],
  [
    "ifrs-full:CurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome",
    "ifrs-full:CurrentFinancialAssetsMeasuredAtFairValueThroughOtherComprehensiveIncome",
  ],
  ["ifrs-full:CurrentFinancialAssetsAtAmortisedCost"],
];

/** Investments that are set aside, such as for notes that fall due. */
export const restrictedInvestments = "us-gaap:RestrictedInvestmentsCurrent";

/**
 * Current securities and deposits that statements print beside the line of short-term investments. The first tag of a
 * row that is there counts, where current assets have room for it.
 */
export const securitiesBeside: readonly (readonly string[])[] = [
  ["us-gaap:AvailableForSaleSecuritiesEquitySecuritiesCurrent"],
  ["us-gaap:TimeDepositsAtCarryingValue"],
  ["us-gaap:CertificatesOfDepositAtCarryingValue"],
  ["us-gaap:TradingSecuritiesCurrent"],
];

/**
 * Securities held to maturity. The current ones are securities that statements print beside short-term investments, where
 * none is noncurrent: long ones are bought for a purpose, such as prizes paid over years (International Game Technology).
 */
export const heldToMaturity = {
  current: [
    "us-gaap:HeldToMaturitySecuritiesCurrent",
    "us-gaap:DebtSecuritiesHeldToMaturityAmortizedCostAfterAllowanceForCreditLossCurrent",
  ],
  noncurrent: [
    "us-gaap:HeldToMaturitySecuritiesNoncurrent",
    "us-gaap:DebtSecuritiesHeldToMaturityAmortizedCostAfterAllowanceForCreditLossNoncurrent",
  ],
} as const;

/** All securities of a balance sheet that does not part current from other assets. */
export const allSecurities: readonly string[] = ["us-gaap:MarketableSecurities"];

/** All investments of a note, or a row: of current assets (Visa), or of a balance sheet that does not part them. */
export const wholeInvestments: readonly string[] = ["us-gaap:Investments"];

/** The same of current assets, with securities whose element tells no place: only a row counts. */
export const currentInvestments: readonly string[] = [
  ...wholeInvestments,
  "us-gaap:EquitySecuritiesFvNi",
];

/** Funds that are set aside to take a nuclear plant down, which a line of all investments may hold. */
export const decommissioning: readonly string[] = ["us-gaap:DecommissioningFundInvestments"];

/** What such a line has beside them and associates; filers have it under elements of their own, too. */
export const otherInvestments: readonly string[] = ["us-gaap:OtherInvestments"];
export const ownOtherInvestments = /^Other(LongTerm)?Investments/;

/** Bitcoin and the like at fair value: what is current and what is not, or the whole where neither is filed. */
export const digitalAssets = {
  parts: ["us-gaap:CryptoAssetFairValueCurrent", "us-gaap:CryptoAssetFairValueNoncurrent"],
  whole: ["us-gaap:CryptoAssetFairValue"],
} as const;

/** Names of elements of a filer's own that are digital assets, where a row of the balance sheet has them (Marathon, Riot). */
export const ownDigitalAssets =
  /^(CryptoAssets?|Cryptocurrenc(y|ies)|DigitalAssets?|DigitalCurrenc(y|ies)|Bitcoin)(FairValue|Net|ClassifiedAs)?((Non)?Current)?$/;

/** Restricted cash of current and of other assets, where the foot of cash flows has both beside cash (Bristol-Myers Squibb). */
export const restrictedParts = [
  "us-gaap:RestrictedCash",
  "us-gaap:RestrictedCashNoncurrent",
  "us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
] as const;

/** Current restricted cash. */
const currentRestricted = "us-gaap:RestrictedCashAndCashEquivalentsAtCarryingValue";

/** Restricted cash under elements that say no place. */
export const restrictedCash: readonly string[] = [
  "us-gaap:RestrictedCashAndCashEquivalents",
  "us-gaap:RestrictedCash",
];

/** All tags of what is restricted. */
export const restrictedTags: readonly string[] = [
  restrictedInvestments,
  ...restrictedParts,
  ...restrictedCash,
  currentRestricted,
];

/** Loans and leases to customers, each in the rows that a balance sheet has of it. */
export const financeReceivables: readonly (readonly string[])[] = [
  [
    "us-gaap:NotesReceivableNet",
    "us-gaap:LoansAndLeasesReceivableNetReportedAmount",
    "us-gaap:FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss",
  ],
  ["us-gaap:FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLossCurrent"],
  ["us-gaap:FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLossNoncurrent"],
  ["us-gaap:LoansAndLeasesReceivableConsumerRevolvingCreditCard"],
];
export const ownFinanceReceivables = /^Financ(e|ing)Receivables(Net)?(Current|Noncurrent)?$/;

/** Elements of printed rows of loans to customers, which one business may have alone. */
export const loansOfBusiness =
  /^us-gaap:NotesAndLoansReceivableNet(Current|Noncurrent)$|Financ(e|ing)Receivables(Net)?(OfAllowance)?(Current|Noncurrent)?$/;

/** Dividends that are declared and not yet paid: holders of a day before get them. */
export const dividendsPayable: readonly string[] = [
  "us-gaap:DividendsPayableCurrent",
  "us-gaap:DividendsPayableCurrentAndNoncurrent",
  "ifrs-full:CurrentDividendPayables",
];

/** What borrowers of securities left as cash: it goes back with them. */
export const securitiesLent: readonly string[] = [
  "us-gaap:DepositsReceivedForSecuritiesLoanedAtCarryingValue",
];

/** What buyers of properties owe. */
export const receivablesOfSold: readonly string[] = [
  "ifrs-full:CurrentReceivablesFromSaleOfProperties",
];

/**
 * Current balances that are no working capital: what is for sale or sold, cash that is set aside, derivatives, which stand at a value
 * of the market, and what the bridge has as a claim. The first tag of a row that is there counts, equal amounts once. So do
 * current rows of the kinds.
 */
export const outsideCapital = {
  assets: {
    rows: [
      ["us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent"],
      ["us-gaap:AssetsHeldForSaleNotPartOfDisposalGroupCurrent"],
      ["us-gaap:AssetsHeldForSaleCurrent"],
      ["ifrs-full:NoncurrentAssetsOrDisposalGroupsClassifiedAsHeldForSale"],
      [
        "ifrs-full:NoncurrentAssetsOrDisposalGroupsClassifiedAsHeldForSaleOrAsHeldForDistributionToOwners",
      ],
      [currentRestricted],
      ["us-gaap:RestrictedCashCurrent"],
      ["ifrs-full:CurrentRestrictedCashAndCashEquivalents"],
      ["us-gaap:RestrictedCashAndInvestmentsCurrent"],
      ["us-gaap:DerivativeAssetsCurrent"],
      ["us-gaap:DerivativeInstrumentsAndHedges"],
      ["us-gaap:CryptoAssetFairValueCurrent"],
      receivablesOfSold,
    ],
    kinds: [
      "for_sale",
      "sold",
      "lending",
      "restricted",
      "derivative",
      "digital",
    ] as readonly RowKind[],
  },
  liabilities: {
    rows: [
      ["us-gaap:LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationCurrent"],
      ["us-gaap:LiabilitiesOfAssetsHeldForSale"],
      ["ifrs-full:LiabilitiesIncludedInDisposalGroupsClassifiedAsHeldForSale"],
      ["us-gaap:DerivativeLiabilitiesCurrent"],
      ["us-gaap:DerivativeInstrumentsAndHedgesLiabilities"],
      ["us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities"],
      ["us-gaap:DefinedBenefitPensionPlanLiabilitiesCurrent"],
      ["us-gaap:BusinessCombinationContingentConsiderationLiabilityCurrent"],
      dividendsPayable,
      securitiesLent,
    ],
    kinds: [
      "for_sale",
      "lending",
      "derivative",
      "contingent",
      "warrants",
      "dividends",
      "redeemable",
      "tax_receivable",
      "pension",
    ] as readonly RowKind[],
  },
} as const;

/** A business for sale under elements that also stand for single assets. */
export const forSale = {
  assets: {
    whole: [],
    parts: [
      ["us-gaap:AssetsHeldForSaleCurrent"],
      ["us-gaap:AssetsHeldForSaleLongLived"],
      ["us-gaap:AssetsHeldForSaleAtCarryingValue", "us-gaap:RealEstateHeldforsale"],
    ],
  },
  liabilities: {
    whole: [],
    parts: [
      ["us-gaap:LiabilitiesOfAssetsHeldForSale"],
      ["us-gaap:LiabilitiesOfAssetsHeldForSaleNoncurrent"],
    ],
  },
} as const;
