/**
 * True when a company key is an entity id. The pipeline keeps company keys in columns named `cik`: a CIK of ten digits,
 * or the id of the entity for a company without a CIK.
 */
export const isEntityKey = (key: string): boolean => key.includes("-");

/** The CIK of a company; null for a company without one. */
export const cikOf = (key: string): string | null => (isEntityKey(key) ? null : key);

/** How messages name a company: "CIK 320193", or "entity 0b7c1a58-…". */
export const companyText = (key: string): string =>
  isEntityKey(key) ? `entity ${key}` : `CIK ${Number(key)}`;
