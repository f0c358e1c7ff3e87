import type { BreakReason } from "#registry/series/comparable.ts";
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
  no_printed_statement: "The printed statement of the period is not at hand.",
  not_itemized: "The statement prints no rows that add up to the total.",
  printed_alone: "The statement prints the total as one line, with nothing that is in it.",
  deprecated: "The line was replaced by another.",
  scale_conflict: "Filings state it in different scales.",
};

const breakTexts: Readonly<Record<Exclude<BreakReason, NullReason>, string>> = {
  split_basis_unknown: "Whether its filing counts shares before or after a split is not known.",
  currency_changed: "The company reported in another currency before.",
  scope_changed: "The two figures cover different parts of the line.",
  fiscal_year_changed:
    "The fiscal year's end changed: not twelve months lie between the two years.",
  no_period: "There is no such period in the filings.",
  not_meaningful: "Its operands give no meaningful result.",
};

const metricTexts = {
  prices_not_configured: "No market-data provider is configured.",
  no_price: "There is no close of the company on or before the day.",
  price_pending: "Closes were not read since the company was built: a job does it.",
  price_in_other_currency: "The close is in another currency than the statements.",
  price_is_of_the_day:
    "A price stands beside the newest twelve months of its day alone: ask for TTM, of the past as of a day.",
  needs_twelve_months: "It is computed of twelve months: a quarter gives another figure.",
};

const texts: Readonly<Record<string, string>> = { ...reasonTexts, ...breakTexts, ...metricTexts };

/** The reason of a missing figure as a sentence; undefined without a reason. */
export const whyText = (reason: string | null | undefined): string | undefined =>
  reason == null ? undefined : texts[reason];

/** Says that a figure is adjusted for splits; undefined for a figure as filed. */
export const adjustedText = (splitFactor: string | null | undefined): string | undefined =>
  splitFactor == null || splitFactor === "1"
    ? undefined
    : `Adjusted for splits: one share of the filing has become ${splitFactor}.`;

/** What flags say of splits, as `adjustedText` does. */
export const flaggedText = (flags: readonly string[] = []): string | undefined =>
  adjustedText(flags.flatMap((flag) => flag.split("split_adjusted:")[1] ?? [])[0]);
