const teamMark = "~team";

/**
 * True when a company key names an entity without a regulator. The pipeline keeps company keys in columns named `cik`:
 * a CIK of ten digits; for a company of another source the source's key and the company's number there ("alba:00042");
 * for a company without a regulator the id of the entity; and the team key of such an entity (`teamKey`).
 */
export const isEntityKey = (key: string): boolean => key.includes("-") && !key.includes(":");

/** The key of what is built for the team of an entity: from all its filings, not only the public ones. */
export const teamKey = (entityId: string): string => `${entityId}${teamMark}`;

export const isTeamKey = (key: string): boolean => key.endsWith(teamMark);

/** The id of the entity that an entity key or a team key names. */
export const entityOfKey = (key: string): string =>
  isTeamKey(key) ? key.slice(0, -teamMark.length) : key;

/** The CIK of a company; null for a company without one. */
export const cikOf = (key: string): string | null => (/^\d{10}$/.test(key) ? key : null);

/** The number of a company at its regulator, as people write it: "320193", or "00042" of "alba:00042". */
export const companyNumber = (key: string): string =>
  cikOf(key) === null ? key.slice(key.indexOf(":") + 1) : String(Number(key));

/** How messages name a company: "CIK 320193", "ALBA 00042", or "entity 0b7c1a58-…". */
export function companyText(key: string): string {
  if (isEntityKey(key)) return `entity ${entityOfKey(key)}`;
  const source = cikOf(key) === null ? key.slice(0, key.indexOf(":")).toUpperCase() : "CIK";
  return `${source} ${companyNumber(key)}`;
}
