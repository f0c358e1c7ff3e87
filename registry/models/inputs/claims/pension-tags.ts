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
      "us-gaap:DefinedBenefitPlanNoncurrentAssetsForPlanBenefits",
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
    [
      "us-gaap:OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent",
      "us-gaap:OtherPostretirementDefinedBenefitPlanNoncurrentLiabilities",
    ],
    ["us-gaap:PostemploymentBenefitsLiabilityNoncurrent"],
  ],
} as const;

/** Tags of a line of the bridge that is about pensions; none of another one. */
export function pensionTagsOf(key: ClaimKey): readonly string[] {
  if (key === "pension_surplus") return pensionTags.surplus.flat();
  return key === "pension_deficit" ? pensionTags.deficit.flat() : [];
}

const axes = [
  "us-gaap:RetirementPlanTypeAxis",
  "us-gaap:DefinedBenefitPlansDisclosuresDefinedBenefitPlansAxis",
];
const countryAxis = "us-gaap:RetirementPlanSponsorLocationAxis";
const home = ["country:US", "us-gaap:DomesticPlanMember"];
const abroad = ["us-gaap:ForeignPlanMember"];

/** Dimensions that state the same plans: the first with an amount counts. */
type Plans = readonly string[];

function kindOf(members: readonly string[], { isAlone }: { isAlone: boolean }) {
  const all = members.flatMap((member) => axes.map((axis) => `${axis}=${member}`));
  const types = members.map((member) => `;${axes[0]}=${member}`);
  const byCountry = [home, abroad].map((countries) =>
    [...types, ...(isAlone ? [""] : [])].flatMap((type) =>
      countries.map((country) => `${countryAxis}=${country}${type}`),
    ),
  );
  return { all, byCountry };
}

/**
 * Pension plans and other plans for the time after work, by the axis of today and that before 2017, and those of the home
 * country and of abroad, which are all of the kind. A plan is one or the other, so what filings state of both adds up to all
 * plans. Plans by country alone are those of pensions (Hillenbrand, Hamilton Beach).
 */
export const plans: readonly { all: Plans; byCountry: readonly Plans[] }[] = [
  kindOf(["us-gaap:PensionPlansDefinedBenefitMember"], { isAlone: true }),
  kindOf(
    [
      "us-gaap:OtherPostretirementBenefitPlansDefinedBenefitMember",
      "us-gaap:DefinedBenefitPostretirementHealthCoverageMember",
    ],
    { isAlone: false },
  ),
];

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
  plans.flatMap(({ all, byCountry }) => [...all, ...byCountry.flat()]),
);

/** True for an amount of pensions ("taxonomy:tag") that a filing states of such plans. */
export const isOfPlans = (tag: string, dimensions: string): boolean =>
  tags.has(tag) && ofPlans.has(plansOfAmount(dimensions) ?? "");
