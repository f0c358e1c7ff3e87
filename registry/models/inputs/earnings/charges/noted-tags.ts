/** What a note adds to what is set aside for restructuring: the row of a statement where costs leave just that. */
export const accruedRestructuring: readonly string[] = [
  "us-gaap:RestructuringReserveAccrualAdjustment1",
];

/** Names of elements of a filer's own that are restructuring, and of these the ones with other costs. */
export const ownRestructuring =
  /^Restructuring(And(Other|Related|OtherRelated))?(Charges?|Costs?|Expenses?)(Net)?$/;
export const ownOfBoth = /^RestructuringAndOther(Charges?|Costs?|Expenses?)(Net)?$/;

/** Stands below operating income; cash flow statements add it to the other impairments. */
export const impairmentOfInvestments: readonly string[] = ["us-gaap:ImpairmentOfInvestments"];
