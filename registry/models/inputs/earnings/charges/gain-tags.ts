/** Gains on securities in earnings. The first tag with a value counts. */
export const securitiesGains: readonly string[] = [
  "us-gaap:EquitySecuritiesFvNiGainLoss",
  "us-gaap:DebtAndEquitySecuritiesGainLoss",
  "us-gaap:GainLossOnInvestments",
  "us-gaap:EquitySecuritiesFvNiUnrealizedGainLoss",
  "us-gaap:GainLossOnSaleOfInvestments",
  "us-gaap:RealizedInvestmentGainsLosses",
  "us-gaap:EquityMethodInvestmentRealizedGainLossOnDisposal",
];

/** Gains on digital assets in earnings. The first tag with a value counts. */
export const digitalAssetGains: readonly string[] = [
  "us-gaap:CryptoAssetRealizedAndUnrealizedGainLossNonoperating",
  "us-gaap:CryptoAssetUnrealizedGainLossOperatingAndNonoperating",
];
