import type { AdoptedFact } from "./adopt-per-share.ts";
import type { RawInstance } from "./raw-instance.ts";
import { isFilersOwn } from "./xbrl-taxonomy.ts";

/** Rows of the reconciliation of tax, as a part of the rate or as an amount. */
const rows = /^(EffectiveIncomeTaxRate|IncomeTax)Reconciliation/;
/** What of their names says that charges which are not expected again save no tax. */
const areCharges = (tag: string) =>
  /Impairment|Goodwill/.test(tag) || (/Non[Dd]eductible/.test(tag) && tag.includes("Charges"));

/** The standard element of a row of the filer's own on charges that save no tax; null for another one. */
function rowOf(taxonomy: string, tag: string): string | null {
  const kind = rows.exec(tag)?.[0];
  if (kind === undefined || !areCharges(tag) || !isFilersOwn(taxonomy)) return null;
  return `${kind}NondeductibleExpenseImpairmentLosses`;
}

/** Whether the name ("taxonomy:tag") is one of a filer's own row on charges that save no tax. */
export function isOwnNotDeducted(label: string): boolean {
  const [taxonomy = "", tag = ""] = label.split(":");
  return rowOf(taxonomy, tag) !== null;
}

/**
 * The instance with the filer's own row on charges that save no tax as the standard one (Microsoft 2015: "phone hardware
 * nondeductible charges and valuation allowance"). Where it has the standard row, or several, they stay what they are.
 */
export function adoptNotDeducted<Raw extends RawInstance & { facts: AdoptedFact[] }>(
  raw: Raw,
): Raw {
  const isStandard = raw.facts.some(({ tag }) => tag.endsWith("ExpenseImpairmentLosses"));
  const own = new Set(
    raw.facts.flatMap(({ taxonomy, tag }) => (rowOf(taxonomy, tag) === null ? [] : [tag])),
  );
  if (isStandard || own.size !== 1) return raw;
  const facts = raw.facts.map((fact): AdoptedFact => {
    const tag = rowOf(fact.taxonomy, fact.tag);
    return tag === null ? fact : { ...fact, taxonomy: "us-gaap", tag, isOwnElement: true };
  });
  return { ...raw, facts };
}
