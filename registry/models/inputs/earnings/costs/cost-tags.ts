/** Rows that no line has, where a filing comes without rows. */

export const exploration: readonly string[] = [
  "us-gaap:ExplorationExpense",
  "ifrs-full:ExpenseArisingFromExplorationForAndEvaluationOfMineralResources",
];

export const doubtfulAccounts: readonly string[] = ["us-gaap:ProvisionForDoubtfulAccounts"];

/** Of investing. */
export const proceedsFromAssets: readonly string[] = [
  "us-gaap:ProceedsFromSaleOfPropertyPlantAndEquipment",
];
