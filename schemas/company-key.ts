const teamMark = "~team";

/**
 * True when a company key names an entity without a CIK. The pipeline keeps company keys in columns named `cik`: a CIK of
 * ten digits; for a company without a CIK the id of the entity; and the team key of such an entity (`teamKey`).
 */
export const isEntityKey = (key: string): boolean => key.includes("-");

/** The key of what is built for the team of an entity: from all its filings, not only the public ones. */
export const teamKey = (entityId: string): string => `${entityId}${teamMark}`;

export const isTeamKey = (key: string): boolean => key.endsWith(teamMark);

/** The id of the entity that an entity key or a team key names. */
export const entityOfKey = (key: string): string =>
  isTeamKey(key) ? key.slice(0, -teamMark.length) : key;

/** The CIK of a company; null for a company without one. */
export const cikOf = (key: string): string | null => (isEntityKey(key) ? null : key);

/** How messages name a company: "CIK 320193", or "entity 0b7c1a58-…". */
export const companyText = (key: string): string =>
  isEntityKey(key) ? `entity ${entityOfKey(key)}` : `CIK ${Number(key)}`;
