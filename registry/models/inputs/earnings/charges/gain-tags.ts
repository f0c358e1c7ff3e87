/** Gains on securities in earnings. The first tag with a value counts. */
export const securitiesGains: readonly string[] = [
  "us-gaap:EquitySecuritiesFvNiGainLoss",
  "us-gaap:DebtAndEquitySecuritiesGainLoss",
  "us-gaap:GainLossOnInvestments",
  "us-gaap:EquitySecuritiesFvNiUnrealizedGainLoss",
  "us-gaap:GainLossOnSaleOfInvestments",
  "us-gaap:RealizedInvestmentGainsLosses",
  "us-gaap:AvailableForSaleSecuritiesGrossRealizedGainLossNet",
  "us-gaap:EquityMethodInvestmentRealizedGainLossOnDisposal",
];

/** Gains on digital assets in earnings. The first tag with a value counts. */
export const digitalAssetGains: readonly string[] = [
  "us-gaap:CryptoAssetRealizedAndUnrealizedGainLossNonoperating",
  "us-gaap:CryptoAssetUnrealizedGainLossOperatingAndNonoperating",
];

/** Gains less losses on assets sold, as cash flow statements take them off. */
export const gainsOnAssets: readonly string[] = ["us-gaap:GainLossOnDispositionOfAssets1"];
export const gainsOnLeaseback: readonly string[] = [
  "us-gaap:SaleAndLeasebackTransactionGainLossNet",
];

/** The row of the income statement that may hold gains on assets sold. */
export const otherOperatingIncome: readonly string[] = ["us-gaap:OtherOperatingIncomeExpenseNet"];

/** These on all assets but those of the business, which may hold those on businesses. */
export const allGains: readonly string[] = ["us-gaap:GainLossOnSaleOfOtherAssets"];

/** What was paid in cash of what is owed for businesses, whose fall is then no gain, as cash flow statements state it. */
export const contingentPayments: readonly string[] = [
  "us-gaap:PaymentForContingentConsiderationLiabilityOperatingActivities",
  "us-gaap:PaymentForContingentConsiderationLiabilityInvestingActivities",
  "us-gaap:PaymentForContingentConsiderationLiabilityFinancingActivities",
];
