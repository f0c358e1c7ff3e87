/** Tags and members of obligations for pensions, and of what plans hold beyond them. */

import { placeAxes, placedTags } from "../members/place-tags.ts";
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

/** What plans hold beyond what is owed, or, below zero, what they lack. */
export const fundedStatus = "us-gaap:DefinedBenefitPlanFundedStatusOfPlan";

/** What filings state net, of which the row of the balance sheet tells what is owed from what is held. */
export const netPensions = placedTags.pensions;

const typeAxes: readonly string[] = [
  "us-gaap:RetirementPlanTypeAxis",
  "us-gaap:DefinedBenefitPlansDisclosuresDefinedBenefitPlansAxis",
];
const countryAxis = "us-gaap:RetirementPlanSponsorLocationAxis";
const operationsAxis = "us-gaap:StatementOperatingActivitiesSegmentAxis";

/** Kinds of plans, none of which is a part of another. */
export const planKinds = ["pension", "other pension", "other"] as const;
type PlanKind = (typeof planKinds)[number];

const kinds: readonly (readonly [kind: PlanKind, member: RegExp])[] = [
  ["pension", /^us-gaap:PensionPlansDefinedBenefitMember$/],
  ["other pension", /^us-gaap:OtherPensionPlansDefinedBenefitMember$/],
  ["other", /^us-gaap:OtherPostretirementBenefitPlansDefinedBenefitMember$/],
  ["other", /^us-gaap:DefinedBenefitPostretirementHealthCoverageMember$/],
  // A member of the filer's own (General Electric: PrincipalRetireeBenefitPlansMember).
  ["other", /^(?!us-gaap:)(?!.*Pension).*:.*(Retiree|Postretirement)(?!ment)/],
];

const countries: Readonly<Record<string, "home" | "abroad">> = {
  "country:US": "home",
  "us-gaap:DomesticPlanMember": "home",
  "us-gaap:UnitedStatesPensionPlansOfUSEntityDefinedBenefitMember": "home",
  "us-gaap:ForeignPlanMember": "abroad",
  "us-gaap:ForeignPensionPlansDefinedBenefitMember": "abroad",
};

/** The plans that an amount is of. */
export interface Plans {
  kind: PlanKind;
  /** Which of the members of the kind states it: the first that has an amount counts. */
  order: number;
  /** Null for the plans of all countries. */
  country: "home" | "abroad" | null;
}

/**
 * The plans of an amount, whatever the row of the balance sheet that it is in; what a group for sale or a discontinued business
 * owes stands with it, and is of no plan. Pension plans and other plans for the time after work stand by the axis of today or
 * that before 2017, those of the home country and of abroad, which are all of the kind, by an axis of their own or in the place
 * of the kind (PepsiCo). A plan is one or the other. Plans by country alone are those of pensions (Hillenbrand, Hamilton Beach).
 */
export function plansOfAmount(dimensions: string): Plans | null {
  let kind: number | null = null;
  let country: Plans["country"] = null;
  for (const pair of dimensions.split(";")) {
    const [axis = "", member = ""] = pair.split("=");
    const isType = typeAxes.includes(axis);
    const place = countries[member] ?? null;
    if ((isType || axis === countryAxis) && place !== null && country === null) country = place;
    else if (isType) kind = kinds.findIndex(([, name]) => name.test(member));
    else if (!isWhole(axis, member)) return null;
  }
  if (kind === null) return country && { kind: "pension", order: kinds.length, country };
  const found = kinds[kind];
  return found === undefined ? null : { kind: found[0], order: kind, country };
}

/** True for a member that does not divide a plan. It names a row of the balance sheet, or continuing operations. */
function isWhole(axis: string, member: string): boolean {
  if (axis === placeAxes.place) return !/DisposalGroup|HeldForSale|Discontinued/.test(member);
  return axis === operationsAxis && member === "us-gaap:SegmentContinuingOperationsMember";
}

const tags: ReadonlySet<string> = new Set([...Object.values(pensionTags).flat(2), fundedStatus]);

/** True for an amount of pensions ("taxonomy:tag") that a filing states of such plans. */
export const isOfPlans = (tag: string, dimensions: string): boolean =>
  tags.has(tag) && plansOfAmount(dimensions) !== null;
