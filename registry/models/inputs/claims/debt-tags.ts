/** Tags of debt, leases and preferred stock beside those of `model-tags.ts`. */

/** A row of all notes and loans that fall due. */
export const notesAndLoans: readonly string[] = ["us-gaap:NotesAndLoansPayable"];

/** Rows of notes and of loans, each due within a year and later. */
export const notesBesideLoans = {
  notes: ["us-gaap:NotesPayableCurrent", "us-gaap:LongTermNotesPayable"],
  loans: ["us-gaap:LoansPayableCurrent", "us-gaap:LongTermLoansPayable"],
} as const;

/** What of such notes and loans is no commercial paper. */
export const otherThanPaper: readonly string[] = ["us-gaap:OtherShortTermBorrowings"];

/** Notes to related parties that are not due within a year, what they are owed within one, and what they lent in one. */
export const relatedParties = {
  notes: ["us-gaap:NotesPayableRelatedPartiesNoncurrent"],
  owed: ["us-gaap:DueToRelatedPartiesCurrent"],
  lent: ["us-gaap:ProceedsFromRelatedPartyDebt"],
} as const satisfies Record<string, readonly string[]>;

/** What operating leases owe at a day. */
export const operatingLeaseTags: readonly string[] = ["us-gaap:OperatingLeaseLiability"];

/** What leases will be paid in all, and the interest within it. */
export const leasePayments = {
  operating: {
    due: ["us-gaap:LesseeOperatingLeaseLiabilityPaymentsDue"],
    interest: ["us-gaap:LesseeOperatingLeaseLiabilityUndiscountedExcessAmount"],
  },
  finance: {
    due: ["us-gaap:FinanceLeaseLiabilityPaymentsDue"],
    interest: ["us-gaap:FinanceLeaseLiabilityUndiscountedExcessAmount"],
    /** What of them is paid off, in cash flows. */
    principal: ["us-gaap:FinanceLeasePrincipalPayments"],
  },
} as const;

/** Debt that no line has: it counts where filings have no other. */
export const otherDebt: readonly string[] = [
  "us-gaap:JuniorSubordinatedNotes",
  "us-gaap:JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrust",
];

/** All debt as notes add it up, before discounts that the rows of the balance sheet are after. */
export const debtBeforeDiscounts: readonly string[] = [
  "us-gaap:DebtAndCapitalLeaseObligations",
  "us-gaap:DebtLongtermAndShorttermCombinedAmount",
];

/** All debt of a note before discounts, and what of long-term debt is to be paid within a year. */
export const carryingAmount: readonly string[] = ["us-gaap:DebtInstrumentCarryingAmount"];
export const maturitiesWithinYear: readonly string[] = [
  "us-gaap:LongTermDebtMaturitiesRepaymentsOfPrincipalInNextTwelveMonths",
];

/** The row of debt due later than within a year that holds leases. */
export const longDebtWithLeases: readonly string[] = [
  "us-gaap:LongTermDebtAndCapitalLeaseObligations",
];

/** Tags of preferred stock. Of each list the first tag that is there counts. */
export const preferredTags = {
  shares: ["us-gaap:PreferredStockSharesOutstanding", "us-gaap:PreferredStockSharesIssued"],
  /** What all of it is redeemed for. */
  redemption: [
    "us-gaap:PreferredStockRedemptionAmount",
    "us-gaap:PreferredStockLiquidationPreferenceValue",
  ],
  /** Of one share: its par value, and what it has in a liquidation. */
  parValue: ["us-gaap:PreferredStockParOrStatedValuePerShare"],
  liquidation: ["us-gaap:PreferredStockLiquidationPreference"],
  /** Dividends that it has not got yet. */
  arrears: ["us-gaap:PreferredStockAmountOfPreferredDividendsInArrears"],
  /** What it was issued for. */
  issued: [
    "us-gaap:ProceedsFromIssuanceOfPreferredStockAndPreferenceStock",
    "us-gaap:ProceedsFromIssuanceOfConvertiblePreferredStock",
  ],
} as const satisfies Record<string, readonly string[]>;
