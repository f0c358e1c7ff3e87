import { disposalLabel } from "../one-off-tags.ts";

/**
 * The reconciliation of tax to the statutory rate: the rows that charges with a label have, each as an amount or over income
 * before tax, and that rate.
 */
export const reconciliation = {
  rows: [
    {
      of: disposalLabel,
      amount: ["us-gaap:IncomeTaxReconciliationDispositionOfBusiness"],
      rate: ["us-gaap:EffectiveIncomeTaxRateReconciliationDispositionOfBusiness"],
    },
    {
      of: "impairment",
      amount: ["us-gaap:IncomeTaxReconciliationNondeductibleExpenseImpairmentLosses"],
      rate: ["us-gaap:EffectiveIncomeTaxRateReconciliationNondeductibleExpenseImpairmentLosses"],
    },
  ],
  /** The income of associates, which is after their own tax. */
  associates: [
    "us-gaap:EffectiveIncomeTaxRateReconciliationEquityInEarningsLossesOfUnconsolidatedSubsidiary",
    "us-gaap:IncomeTaxReconciliationEquityInEarningsLossesOfUnconsolidatedSubsidiary",
  ],
  statutory: ["us-gaap:EffectiveIncomeTaxRateReconciliationAtFederalStatutoryIncomeTaxRate"],
} as const;

/** Every tag of these. */
export const reconciliationTags: readonly string[] = [
  ...reconciliation.rows.flatMap(({ amount, rate }) => [...amount, ...rate]),
  ...reconciliation.associates,
  ...reconciliation.statutory,
];
