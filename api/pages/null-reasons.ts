import type { NullReason } from "#schemas/shapes/companies/statement.ts";

/** Why a cell is empty, in a sentence for who has not read the standard. */
export const reasonTexts: Readonly<Record<NullReason, string>> = {
  not_reported: "The filings do not state it.",
  not_applicable_template: "The line does not apply to companies of this kind.",
  pre_standard: "The period is older than the filing of structured figures.",
  unmapped_extension: "It is filed under the company's own tag, which no mapping covers.",
  dimension_only: "It is filed by segment only, without a total.",
  scope_conflict: "What was filed measures something narrower or wider.",
  conflict: "Filed figures contradict each other.",
  vintage_conflict: "One of its operands was restated and the others were not.",
  series_break: "Its periods do not follow one another.",
  insufficient_quarters: "Not all quarters that it needs are filed.",
  non_additive: "It is no sum of its quarters.",
  unit_conflict: "It was filed in different units.",
  scale_suspect: "What was filed seems to be in the wrong scale.",
  identity_conflict: "What was filed breaks an identity of the statement.",
  source_not_published: "Its source is not published.",
  unmapped_tag: "It seems to be filed under a tag that no mapping covers yet.",
  undivided_costs: "The company states its costs as one total, without a cost of revenue.",
  deprecated: "The line was replaced by another.",
  scale_conflict: "Filings state it in different scales.",
};
