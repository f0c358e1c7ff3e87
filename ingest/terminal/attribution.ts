import { isFilingNumber } from "#schemas/filing-address.ts";
import type { Fact, SourceName } from "#schemas/shapes/companies/fact.ts";
import type {
  Line,
  Lineage,
  LineageRule,
  NullReason,
} from "#schemas/shapes/companies/statement.ts";
import type { Attribution } from "#schemas/shapes/companies/terminal.ts";
import type { CompanyBuild } from "../company-input.ts";
import { compareFilings } from "../facts/history/history.ts";
import { sourceOf } from "../sources/known.ts";

/** What a value is attributed by: the company, and the facts that its lines rest on. */
export type Figures = Pick<CompanyBuild, "cik" | "facts">;

const ruleNotes: Record<LineageRule, string> = {
  ytd_difference: "Year-to-date figure less the preceding one",
  fy_less_nine_months: "Fiscal year less nine months",
  fy_less_quarters: "Fiscal year less its first three quarters",
  fy_less_half: "Fiscal year less its first half",
  sum_of_quarters: "Sum of four consecutive quarters",
  sum_of_halves: "Sum of two consecutive half years",
  year_plus_to_date: "Last fiscal year plus the year to date less that of a year before",
  mean_of_quarters: "Mean of four quarters",
  income_by_shares: "Income to common shareholders divided by average shares",
  fiscal_year: "Fiscal-year figure as reported",
  rollup: "Computed from the lines it consists of",
  derivation: "Computed from other reported lines",
  absence: "Taken from an equal line: the filing carries no fact of the difference",
  sum_of_classes: "Sum over share classes",
  sum_of_tags: "Sum of several reported elements",
  sign: "Reported with the opposite sign",
  scale: "Reported in another scale",
  quotient: "Computed as a ratio of reported lines",
  remainder: "What the other lines of a total leave of it",
  submitted: "Submitted by the company",
};

/** Why a line is null, as a sentence part. */
export const reasonNotes: Record<NullReason, string> = {
  not_reported: "not reported in the filings",
  not_applicable_template: "does not apply to this kind of company",
  pre_standard: "the accounting standard that defines it was not in force",
  unmapped_extension: "reported only in an element of the company's own",
  dimension_only: "reported only in parts",
  scope_conflict: "the reported elements measure different things",
  conflict: "the filings contradict each other",
  vintage_conflict: "the operands were restated at different times",
  series_break: "the series breaks inside the period",
  insufficient_quarters: "four consecutive quarters are not at hand",
  non_additive: "not reported for this period and not computable from others",
  unit_conflict: "the operands are in different units",
  scale_suspect: "the reported scale is implausible",
  scale_conflict: "the reported number of shares does not fit income and earnings per share",
  identity_conflict: "computing it contradicts what the filings state beside it",
  source_not_published: "the regulator has not published the figures of the filing yet",
  unmapped_tag: "reported under a tag that is not mapped yet, it seems",
  undivided_costs: "the company reports its costs as one total, without a cost of revenue",
  no_printed_statement: "the printed statement of the period is not at hand",
  not_itemized: "the statement prints no rows that add up to the total",
  printed_alone: "the statement prints the total as one line",
  deprecated: "the line is no longer kept; the registry names its successor",
};

/** All reported versions that a value rests on; none for a submitted value. */
function leafFacts(lineage: Lineage | null, facts: readonly Fact[]): Fact[] {
  if (lineage === null) return [];
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact ? [fact] : [];
  }
  const [rule, ...operands] = lineage;
  if (rule === "submitted") return [];
  return operands.flatMap((operand) => leafFacts(operand[3], facts));
}

/** Every version that the values rest on. */
function leavesOf(lines: readonly Line[], facts: readonly Fact[]): Fact[] {
  return lines.flatMap((line) => leafFacts(line.lineage, facts));
}

/**
 * True when the filing of the newer value states the older one as well: then both are on the share basis
 * of that filing (standardization 2.12), even where lineage names the filing that stated the older first.
 */
export function stateTogether(newer: Line, older: Line, facts: readonly Fact[]): boolean {
  const accession = newestFact([newer], facts)?.accession;
  const leaves = leavesOf([older], facts);
  return facts.some(
    (fact) => fact.accession === accession && leaves.some((leaf) => isSameStatement(fact, leaf)),
  );
}

function isSameStatement(a: Fact, b: Fact): boolean {
  return (
    a.end === b.end &&
    a.start === b.start &&
    a.tag === b.tag &&
    a.unit === b.unit &&
    a.value === b.value &&
    a.taxonomy === b.taxonomy &&
    a.dimensions === b.dimensions
  );
}

/** The version filed last among all that the values rest on; null when there is none with an accession number. */
function newestFact(lines: readonly Line[], facts: readonly Fact[]): Fact | null {
  const leaves = leavesOf(lines, facts).filter((fact) => isFilingNumber(fact.accession));
  return leaves.reduce<Fact | null>(
    (newest, fact) => (newest === null || compareFilings(fact, newest) > 0 ? fact : newest),
    null,
  );
}

/** "us-gaap:Revenues" for a reported line, "derived: <rule>" for a computed one, null for a null (TRM-17). */
export function sourceConcept(line: Line, facts: readonly Fact[]): string | null {
  if (line.value === null || line.lineage === null) return null;
  return conceptOf(line.lineage, facts, line.source);
}

function conceptOf(lineage: Lineage, facts: readonly Fact[], source: SourceName | null): string {
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact ? `${fact.taxonomy}:${fact.tag}` : "derived: unknown";
  }
  const [rule, operand] = lineage;
  // A turned sign is still the reported element.
  if (rule === "sign" && operand) return conceptOf(operand[3], facts, source);
  return rule === "submitted" ? `submitted: ${source ?? "manual"}` : `derived: ${rule}`;
}

/** How a value was made, or null for one reported as it is. */
function ruleNote(line: Line): string | null {
  return Array.isArray(line.lineage) ? ruleNotes[line.lineage[0]] : null;
}

export function filingLabel(form: string, filed: string | null): string {
  return filed === null ? form : `${form} filed ${filed}`;
}

/**
 * Attribution of a value to the newest filing among its operands (TRM-10). `note` says how the value
 * was computed where that is more than the lineage of one line.
 */
export function attribute(
  lines: readonly Line[],
  { cik, facts }: Figures,
  note: string | null = null,
): Attribution {
  const [first] = lines;
  const text = note ?? (first ? ruleNote(first) : null);
  const fact = newestFact(lines, facts);
  if (fact) {
    return {
      kind: "regulator_filing",
      provider: sourceOf(cik).name,
      label: filingLabel(fact.form, fact.filed),
      accessionNumber: fact.accession,
      note: text === null ? null : `${text}; the newest filing among the operands is named`,
    };
  }
  const submitted = lines.find(({ source }) => source !== null && source !== "regulator");
  if (submitted) {
    return {
      kind: "company_submission",
      provider: "Company submission",
      label: `Submitted figures (${submitted.source})`,
      accessionNumber: null,
      note: text,
    };
  }
  if (lines.length === 0) return noAttribution(text);
  return {
    kind: "regulator_filing",
    provider: sourceOf(cik).name,
    label: null,
    accessionNumber: null,
    note: text ?? "The accession number of the filing is not known",
  };
}

/** For what has no source, with the reason. */
export function noAttribution(note: string | null): Attribution {
  return { kind: "none", provider: null, label: null, accessionNumber: null, note };
}
