/** Balances that filings state by the row of the balance sheet that they are in, or by how they are measured. */

const place = "us-gaap:BalanceSheetLocationAxis";
const measured = "us-gaap:FairValueByMeasurementFrequencyAxis";
const recurring = `${measured}=us-gaap:FairValueMeasurementsRecurringMember`;
const level = "us-gaap:FairValueByFairValueHierarchyLevelAxis";
const hedging = "us-gaap:HedgingDesignationAxis";
const risk = "us-gaap:DerivativeInstrumentRiskAxis";
const instrument = "us-gaap:FinancialInstrumentAxis";

export const placeAxes = { place, measured, level, hedging, risk } as const;

/** Axes that part nothing: a recurring measurement, and of equity securities their class and kind (Johnson & Johnson: 773). */
const ofEquity = [
  "us-gaap:FairValueByAssetClassAxis",
  "us-gaap:OtherInvestmentNotReadilyMarketableAxis",
];
export const wholeAxes: readonly string[] = [measured, ...ofEquity];

/** Securities and investments, and what acquisitions may still cost. */
export const placedTags = {
  equity: [
    "us-gaap:EquitySecuritiesFvNi",
    "us-gaap:EquitySecuritiesFVNINoncurrent",
    "us-gaap:EquitySecuritiesWithoutReadilyDeterminableFairValueAmount",
  ],
  debtSecurities: ["us-gaap:DebtSecurities"],
  associates: ["us-gaap:EquityMethodInvestments"],
  securities: ["us-gaap:MarketableSecurities"],
  forSale: ["us-gaap:AvailableForSaleSecuritiesDebtSecuritiesCurrent"],
  contingent: ["us-gaap:BusinessCombinationContingentConsiderationLiability"],
  pensions: ["us-gaap:DefinedBenefitPlanAmountsRecognizedInBalanceSheet"],
} as const;

/** Derivatives at fair value: filings part them by hedging and by risk as well. */
export const placedDerivatives = {
  assets: ["us-gaap:DerivativeFairValueOfDerivativeAsset"],
  liabilities: ["us-gaap:DerivativeFairValueOfDerivativeLiability"],
} as const;

/** What is no working capital in a current row, each with the element of what is current, which goes before it. */
export const placedCurrent = {
  assets: [[placedDerivatives.assets[0], "us-gaap:DerivativeAssetsCurrent"]],
  liabilities: [
    [placedDerivatives.liabilities[0], "us-gaap:DerivativeLiabilitiesCurrent"],
    [
      placedTags.contingent[0],
      "us-gaap:BusinessCombinationContingentConsiderationLiabilityCurrent",
    ],
  ],
} as const;

const tags: ReadonlySet<string> = new Set([
  ...Object.values(placedTags).flat(),
  ...Object.values(placedCurrent).flatMap((pairs) => pairs.map(([, current]) => current)),
]);
const derivatives: ReadonlySet<string> = new Set(Object.values(placedDerivatives).flat());

/** True for a balance ("taxonomy:tag") that a filing states of a row or of a measurement, and of nothing else. */
export function isOfPlace(tag: string, dimensions: string): boolean {
  if (!tags.has(tag) && !derivatives.has(tag)) return false;
  const further = furtherAxes.find(([of]) => of.has(tag))?.[1] ?? [level];
  return dimensions
    .split(";")
    .map((pair) => [pair, pair.split("=")[0] ?? ""] as const)
    .every(([pair, axis]) => pair === recurring || axis === place || further.includes(axis));
}

/** Axes that filings part a row by; others by level of fair value. */
const furtherAxes: readonly (readonly [of: ReadonlySet<string>, axes: readonly string[]])[] = [
  [derivatives, [hedging, risk]],
  [new Set(placedTags.debtSecurities), [instrument]],
  [new Set(placedTags.equity), [level, ...ofEquity]],
];
