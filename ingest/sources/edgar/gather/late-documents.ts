/** What a filing does not have so many days after it was filed will not appear. */
export const lateDocumentDays = 7;
