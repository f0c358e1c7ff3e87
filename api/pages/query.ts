/** The query of an address by names; an empty value counts as absent. */
export type Query = Readonly<Record<string, string | undefined>>;

/** "?asOf=2018-12-31&periods=all", or nothing: without empty values. Commas stay, because people read them. */
export function queryText(query: Query): string {
  const filled = Object.entries(query).filter((one): one is [string, string] => Boolean(one[1]));
  return filled.length === 0
    ? ""
    : `?${new URLSearchParams(filled).toString().replaceAll("%2C", ",")}`;
}
