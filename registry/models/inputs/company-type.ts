import type { Template } from "../catalogue.ts";

/** Banks, insurers, brokers and blank-check companies: debt is raw material there (models.md 12.2). */
export function isFinancialInstitution(sic: string | null): boolean {
  const code = sic === null ? Number.NaN : Number(sic);
  const isBank = code >= 6000 && code <= 6199;
  const isInsurer = code >= 6311 && code <= 6399 && code !== 6324;
  return isBank || isInsurer || code === 6211 || code === 6770;
}

export const isReit = (sic: string | null) => Number(sic) === 6798;

/** True for the templates that a financial institution has no meaning in. */
export function isExcluded(template: Template, sic: string | null): boolean {
  if (!isFinancialInstitution(sic)) return false;
  const { family, key } = template;
  return (
    family !== "historical" &&
    family !== "equity" &&
    key !== "pe_multiples" &&
    key !== "pb_multiples"
  );
}
