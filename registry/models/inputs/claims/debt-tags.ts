/** Tags of debt beside those of `model-tags.ts`. */

/** A row of all notes and loans that fall due. */
export const notesAndLoans: readonly string[] = ["us-gaap:NotesAndLoansPayable"];

/** What of such notes and loans is no commercial paper. */
export const otherThanPaper: readonly string[] = ["us-gaap:OtherShortTermBorrowings"];
