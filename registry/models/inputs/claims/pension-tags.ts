/** Tags and members of obligations for pensions, and of what plans hold beyond them. */

import type { ClaimKey } from "./lines.ts";

/** What falls due within a year. */
export const pensionsDue: readonly string[] = [
  "us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities",
  "us-gaap:DefinedBenefitPensionPlanLiabilitiesCurrent",
];

/** Of each inner list the first tag with more than zero counts, and the lists add up. */
export const pensionTags = {
  surplus: [
    [
      "us-gaap:DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent",
      "us-gaap:PrepaidPensionCosts",
      "ifrs-full:NoncurrentNetDefinedBenefitAsset",
    ],
  ],
  deficit: [
    [
      "us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
      "us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesCurrentAndNoncurrent",
      "us-gaap:PensionAndOtherPostretirementDefinedBenefitPlansNoncurrentLiabilities",
      "us-gaap:PensionAndOtherPostretirementAndPostemploymentBenefitPlansLiabilitiesNoncurrent",
      "us-gaap:DefinedBenefitPensionPlanLiabilitiesNoncurrent",
      "us-gaap:DefinedBenefitPensionPlanNoncurrentLiabilities",
      "ifrs-full:NoncurrentNetDefinedBenefitLiability",
      "ifrs-full:NoncurrentRecognisedLiabilitiesDefinedBenefitPlan",
    ],
    pensionsDue,
    ["us-gaap:OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent"],
    ["us-gaap:PostemploymentBenefitsLiabilityNoncurrent"],
  ],
} as const;

/** Names of elements of a filer's own that are the obligation for pensions and nothing else (Hitachi, Sony). */
export const ownPensions =
  /^(Accrued)?(Pension|Retirement)(AndSeverance)?(Benefits|Costs?)(Noncurrent|NonCurrentLiabilities)?$/;

/** Tags of a line of the bridge that is about pensions; none of another one. */
export function pensionTagsOf(key: ClaimKey): readonly string[] {
  if (key === "pension_surplus") return pensionTags.surplus.flat();
  return key === "pension_deficit" ? pensionTags.deficit.flat() : [];
}

const axes = [
  "us-gaap:RetirementPlanTypeAxis",
  "us-gaap:DefinedBenefitPlansDisclosuresDefinedBenefitPlansAxis",
];
const members = {
  pensions: "us-gaap:PensionPlansDefinedBenefitMember",
  others: "us-gaap:OtherPostretirementBenefitPlansDefinedBenefitMember",
};
const dimensionsOf = (member: string) => axes.map((axis) => `${axis}=${member}`);

/**
 * Dimensions of pension plans and of other plans for the time after work, by the axis of today and that before 2017. A plan
 * is one or the other, so what filings state of both adds up to all plans.
 */
export const plans: Readonly<Record<keyof typeof members, readonly string[]>> = {
  pensions: dimensionsOf(members.pensions),
  others: dimensionsOf(members.others),
};

const countryAxis = "us-gaap:RetirementPlanSponsorLocationAxis";
const countries = ["country:US", "us-gaap:ForeignPlanMember"];

/** Dimensions of the plans of the home country and of those abroad, for each kind of plan: the two are all of the kind. */
export const plansByCountry: Readonly<Record<keyof typeof members, readonly string[]>> = {
  pensions: byCountry(members.pensions),
  others: byCountry(members.others),
};

function byCountry(member: string): string[] {
  return countries.map((country) => `${countryAxis}=${country};${axes[0]}=${member}`);
}

const placeAxis = "us-gaap:BalanceSheetLocationAxis";

/**
 * The plans of an amount without the row of the balance sheet that it is in; what a group for sale owes stands with the
 * group, and is of no plan.
 */
export function plansOfAmount(dimensions: string): string | null {
  const pairs = dimensions.split(";");
  const place = pairs.find((pair) => pair.startsWith(`${placeAxis}=`));
  if (place !== undefined && /DisposalGroup|HeldForSale|Discontinued/.test(place)) return null;
  return pairs.filter((pair) => pair !== place).join(";");
}

const tags: ReadonlySet<string> = new Set(Object.values(pensionTags).flat(2));
const ofPlans: ReadonlySet<string> = new Set(
  [plans, plansByCountry].flatMap((some) => Object.values(some).flat()),
);

/** True for an amount of pensions ("taxonomy:tag") that a filing states of such plans. */
export const isOfPlans = (tag: string, dimensions: string): boolean =>
  tags.has(tag) && ofPlans.has(plansOfAmount(dimensions) ?? "");
