/** What the page of a screen asks, each part as it is typed; empty where nothing is. */
export interface AskedPage {
  where: string;
  sort: string;
  /** Empty for all currencies. */
  currency: string;
  columns: string;
}

/** Path and query of the page of a screen. */
export const screenAddress = (asked: AskedPage, more: Record<string, string> = {}): string =>
  `/screen?${queryOf(asked, more)}`;

/** Path and query of the page that saves a screen under a name. */
export const newScreenAddress = (asked: AskedPage): string => `/screens/new?${queryOf(asked, {})}`;

/** The currency also when it is empty, because without one the page means dollars. */
function queryOf({ where, sort, currency, columns }: AskedPage, more: Record<string, string>) {
  const entered = Object.entries({ currency, where, sort, columns }).filter(
    ([name, value]) => value !== "" || name === "currency",
  );
  return new URLSearchParams({ ...Object.fromEntries(entered), ...more }).toString();
}
