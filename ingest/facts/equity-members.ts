const total = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";

/** What the members of a statement of changes in equity are as lines of a balance sheet, by element and member. */
const lines: ReadonlyMap<string, string> = new Map([
  [`${total} Parent`, "us-gaap:StockholdersEquity"],
  [`${total} TotalStockholdersEquity`, "us-gaap:StockholdersEquity"],
  [`${total} NoncontrollingInterest`, "us-gaap:MinorityInterest"],
  ["Equity EquityAttributableToOwnersOfParent", "ifrs-full:EquityAttributableToOwnersOfParent"],
  ["Equity NoncontrollingInterests", "ifrs-full:NoncontrollingInterests"],
]);

/** "us-gaap:StatementEquityComponentsAxis", and "EquityComponents" of the data sets. */
const column =
  /^(?:[\w-]+:)?(?:(?:Statement)?EquityComponents|ComponentsOfEquity)(?:Axis)?=(?:[\w-]+:)?(\w+?)(?:Member)?;?$/;

/**
 * The element ("taxonomy:tag") of the balance sheet that states the same as a member of total equity. Of the oldest day of
 * a report the statement of changes in equity alone tells the parent's part. Null for every other fact.
 */
export function equityOfMember(tag: string, dimensions: string): string | null {
  const member = column.exec(dimensions)?.[1];
  return member === undefined ? null : (lines.get(`${tag} ${member}`) ?? null);
}

/** Totals of a balance sheet: a day that has one needs no statement of changes, whose minorities may be redeemable there (WNS). */
const sheets: readonly string[] = [
  "us-gaap:LiabilitiesAndStockholdersEquity",
  "ifrs-full:EquityAndLiabilities",
];

/** Whether a filing that states these elements without members on a day needs none to tell this one. */
export const isToldBySheet = (stated: ReadonlySet<string>, label: string): boolean =>
  stated.has(label) || sheets.some((sheet) => stated.has(sheet));
