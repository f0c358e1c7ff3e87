import type { Evidence } from "#ingest/faces/shown/evidence-of.ts";
import type { LineageRule, NullReason } from "#schemas/shapes/companies/statement.ts";

/** A description of each lineage rule. */
export const ruleWords: Record<LineageRule, string> = {
  ytd_difference: "year to date less the year to date before it",
  fy_less_nine_months: "fiscal year less its first nine months",
  fy_less_quarters: "fiscal year less its first three quarters",
  fy_less_half: "fiscal year less its first half",
  sum_of_quarters: "sum of four consecutive quarters",
  sum_of_halves: "sum of two halves",
  year_plus_to_date: "last fiscal year plus the year to date less that of a year before",
  mean_of_quarters: "mean of four quarters",
  income_by_shares: "income to common shareholders, divided by average shares and rounded",
  fiscal_year: "the fiscal year itself",
  rollup: "computed from its parts",
  derivation: "computed from other lines, because the filing does not state it",
  absence: "computed from other lines; the filings carry no fact of the line that is left out",
  sum_of_classes: "sum over the share classes of one filing",
  sum_of_tags: "sum of the tags that make up the line",
  sign: "filed with the opposite sign",
  scale: "filed in another scale",
  quotient: "the first line divided by the last",
  remainder: "the total less its other lines",
  submitted: "handed in, not filed",
};

/** A description of what decided a value. */
export const evidenceWords: Record<Evidence, string> = {
  face: "the statements as printed",
  tree: "printed rows, by how they add up",
  note: "a note of the filing",
  rule: "rules of the registry",
  tags: "the order of tags",
};

/** A description of each null reason. */
export const reasonWords: Record<NullReason, string> = {
  not_reported: "no filing reports the line for this period",
  not_applicable_template: "the line makes no sense for a company of this industry",
  pre_standard: "the accounting standard behind the line was not yet in force",
  unmapped_extension: "it is reported only under a tag of the company's own",
  dimension_only: "it is reported only by segment or class, without a total",
  scope_conflict: "the tags that are filed measure something else, and were refused",
  conflict: "the filings contradict each other",
  vintage_conflict: "one figure was restated and the others it is computed with were not",
  series_break: "the figures it is computed from stand under tags that never agreed",
  insufficient_quarters: "one of the four quarters has no value",
  non_additive: "it cannot be added or subtracted, and what would derive it is not filed",
  unit_conflict: "it is reported in another currency or unit only",
  scale_suspect: "the only figure is off by a thousand or a million",
  scale_conflict:
    "the number of shares does not fit income and earnings per share, and nothing says by how much",
  identity_conflict: "every way to compute it contradicts what the filing states beside it",
  source_not_published: "the filing is known, its figures are not yet published",
  unmapped_tag: "a tag that nothing maps yet may hold it; it stands among the refused ones",
  undivided_costs: "the company states its costs as one total, none of it as cost of revenue",
  no_printed_statement: "the printed statement of the period is not at hand",
  not_itemized: "the statement prints no total with rows that add up to it",
  printed_alone: "the statement prints the total as one line, with nothing that is in it",
  deprecated: "the line is no longer kept",
};

type Words = string | ((detail: string) => string);

const wordsOfFlag: Record<string, Words> = {
  restated: "restated since it was first reported",
  restatement_rejected: "a newer filing has another value, which does not win",
  derived_q4: "computed: no fourth quarter is filed",
  derived_per_share: "computed from filed figures per share",
  year_plus_to_date: "the year, plus the year to date, less that of a year before",
  antidilutive: "basic and diluted are one: the period was a loss",
  vintage: (detail) =>
    detail === "mixed"
      ? "of lines that were not restated together"
      : "as first reported, because its operands were not restated together",
  scope: (detail) => `the tag is not exactly the line (${detail.replaceAll("_", " ")})`,
  within: (detail) => `printed as a part of another line (${detail.replaceAll("_", " ")})`,
  split_basis: (detail) => `counts shares after splits of ${detail} that came after the period`,
  ttm_mismatch: "the quarters do not add up to what was reported for the year and the year to date",
  rounded_date: "the source rounds the period's end to the end of a month",
  own_element: "filed under an element of the filer's own",
  note: "the statement does not print it: it is from a note",
  of_printed_rows:
    "the statement does not print the total: it is made of the rows that it would have",
  sign_corrected: "filed with the opposite sign",
  scale_corrected: (detail) => `filed in another scale, and multiplied by ${detail}`,
  bare_currency: "filed in a currency instead of a currency per share",
  unit_corrected: (detail) => `filed in the unit ${detail}, which has no currency`,
  submitted_at: (detail) => `handed in on ${detail}`,
};

/** A description of a line's flag; a flag without words is its own. */
export function flagWords(flag: string): string {
  const at = flag.indexOf(":");
  const words = wordsOfFlag[at < 0 ? flag : flag.slice(0, at)];
  if (words === undefined) return flag;
  return typeof words === "string" ? words : words(flag.slice(at + 1));
}
