/**
 * What the pipeline keys a company by, in columns named `cik`: its CIK of ten digits, or the id of its entity where no
 * regulator knows it.
 */
export const isEntityKey = (key: string): boolean => key.includes("-");

/** The CIK of a company; null where no regulator knows it. */
export const cikOf = (key: string): string | null => (isEntityKey(key) ? null : key);

/** How messages name a company: "CIK 320193", or "entity 0b7c1a58-…". */
export const companyText = (key: string): string =>
  isEntityKey(key) ? `entity ${key}` : `CIK ${Number(key)}`;
