import type { Template as StatementTemplate } from "#schemas/shapes/companies/statement.ts";
import type { Template } from "../catalogue.ts";

/** What models need to know of the kind of a company. */
export interface CompanyType {
  /** Null where the regulator names none. */
  sic: string | null;
  /** The template of the newest statements; null without any. */
  statementTemplate: StatementTemplate | null;
}

const financial: ReadonlySet<StatementTemplate | null> = new Set(["bank", "insurer", "broker"]);

/** Blank-check companies, whose statements have the industrial template. */
const isBlankCheck = ({ sic }: CompanyType) => Number(sic) === 6770;

/** Banks, insurers, brokers and blank-check companies: debt is raw material there (models.md 12.2). */
export const isFinancialInstitution = (of: CompanyType): boolean =>
  financial.has(of.statementTemplate) || isBlankCheck(of);

export const isReit = ({ statementTemplate }: CompanyType) => statementTemplate === "reit";

/** True for the templates that a financial institution has no meaning in. */
export function isExcluded(template: Template, of: CompanyType): boolean {
  if (!isFinancialInstitution(of)) return false;
  const { family, key } = template;
  return (
    family !== "historical" &&
    family !== "equity" &&
    key !== "pe_multiples" &&
    key !== "pb_multiples"
  );
}
