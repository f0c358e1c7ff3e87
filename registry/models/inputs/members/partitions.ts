import { isOfPlans } from "../claims/pension-tags.ts";
import { isOfAsset, isOfBusiness } from "../earnings/interest/interest-tags.ts";
import {
  acquisitionCosts,
  goodwillLabel,
  intangiblesLabel,
  legalMatters,
  oneOffs,
  oneOffTags,
  restructuringLabel,
  revaluationLabel,
  settlementLabel,
} from "../earnings/one-off-tags.ts";
import { classAxis, declaredTags, isOfAwards, isOfOwners } from "./owner-tags.ts";
import { isOfPlace } from "./place-tags.ts";

/** Amounts that filings state by members which have no part in common. */
export interface Partition {
  tags: ReadonlySet<string>;
  /** Each of them parts the whole: what is of one member is of no other one. */
  axes: readonly string[];
  /** Parts of a member: a member that is stated by these alone is their sum. */
  within: readonly string[];
}

const tagsOf = (...labels: readonly string[]): ReadonlySet<string> =>
  new Set(oneOffs.filter(({ label }) => labels.includes(label)).flatMap(({ tags }) => tags));

const legalTags: ReadonlySet<string> = new Set(legalMatters.flatMap(({ tags }) => tags));
const acquisitionTags: ReadonlySet<string> = new Set(acquisitionCosts.tags);

/** Where an income statement has a cost, and the places below operating income. */
export const placeAxis = "us-gaap:IncomeStatementLocationAxis";
export const placesBelow: ReadonlySet<string> = new Set([
  "us-gaap:NonoperatingIncomeExpenseMember",
  "us-gaap:OtherNonoperatingIncomeExpenseMember",
  "us-gaap:OtherNonoperatingIncomeMember",
  "us-gaap:OtherNonoperatingExpenseMember",
]);

export const costAxis = "us-gaap:RestructuringCostAndReserveAxis";
const disposalGroupAxis =
  "us-gaap:IncomeStatementBalanceSheetAndAdditionalDisclosuresByDisposalGroupsIncludingDiscontinuedOperationsAxis";
export const planAxis = "us-gaap:RestructuringPlanAxis";
export const segmentsAxis = "us-gaap:StatementBusinessSegmentsAxis";

/**
 * A cost is of one plan of restructuring, what a business may still cost and what buying it cost of one acquisition, an
 * impairment of one segment, a settlement of pensions of one kind of plan, a settlement of a lawsuit of one row, else of one
 * segment, a preferred dividend of one class. Legal entities hold each other, products and places overlap, and levels of fair
 * value are not filed for all: no sum is made of these.
 */
export const partitions: readonly Partition[] = [
  {
    tags: tagsOf(restructuringLabel),
    axes: [planAxis],
    within: [costAxis],
  },
  // Without any plan, kinds of cost part the whole (Akili 2023: 2.401 and 2.329).
  {
    tags: tagsOf(restructuringLabel),
    axes: [costAxis],
    within: [],
  },
  // Nor parts of the company: what leads from segments to income is of no segment (Uber 2023: 51).
  {
    tags: tagsOf(restructuringLabel),
    axes: ["srt:ConsolidationItemsAxis", "us-gaap:ConsolidationItemsAxis"],
    within: [],
  },
  {
    tags: new Set([...tagsOf(revaluationLabel), ...acquisitionTags]),
    axes: ["us-gaap:BusinessAcquisitionAxis"],
    within: [],
  },
  {
    tags: tagsOf(goodwillLabel, intangiblesLabel),
    axes: [segmentsAxis, "us-gaap:ReportingUnitAxis"],
    within: [disposalGroupAxis],
  },
  {
    tags: tagsOf(settlementLabel),
    axes: ["us-gaap:RetirementPlanTypeAxis"],
    within: ["us-gaap:RetirementPlanSponsorLocationAxis"],
  },
  {
    tags: legalTags,
    axes: [placeAxis],
    within: [],
  },
  {
    tags: legalTags,
    axes: [segmentsAxis],
    within: ["srt:LitigationCaseAxis"],
  },
  {
    tags: new Set(declaredTags.preferred),
    axes: [classAxis],
    within: [],
  },
];

/** Equity of the owners, and with minorities. */
export const ofOwners = [
  "us-gaap:StockholdersEquity",
  "ifrs-full:EquityAttributableToOwnersOfParent",
];
export const withMinorities = [
  "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
];
const equityTags: ReadonlySet<string> = new Set([...withMinorities, ...ofOwners]);

const unitsOfPartners = {
  tag: "us-gaap:PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest",
  column: "us-gaap:PartnerCapitalComponentsAxis=us-gaap:PreferredPartnerMember",
} as const;

/** Columns of preferred stock and preferred units, each as element and dimensions. */
export const preferredColumns: readonly (readonly [tag: string, dimensions: string])[] = [
  ...[...withMinorities, ...ofOwners].map(
    (tag) => [tag, "us-gaap:StatementEquityComponentsAxis=us-gaap:PreferredStockMember"] as const,
  ),
  [unitsOfPartners.tag, unitsOfPartners.column],
];

/** A column of a statement of changes in equity, except that of minorities and the sums. */
const equityColumn =
  /^us-gaap:StatementEquityComponentsAxis=(?!us-gaap:(Parent|Total\w*|NoncontrollingInterest)Member)[^;]*$/;

/** True for a balance of equity ("taxonomy:tag") that a filing states of one column. */
export const isEquityColumn = (tag: string, dimensions: string): boolean =>
  (equityTags.has(tag) && equityColumn.test(dimensions)) ||
  (tag === unitsOfPartners.tag && dimensions === unitsOfPartners.column);

const readers = [
  ...[isOfAwards, isOfPlans, isOfPlace, isOfOwners],
  ...[isOfBusiness, isOfAsset, isEquityColumn],
];

/**
 * True for a fact that models read of members: of a charge ("taxonomy:tag") by any of them, of pensions by plan, of balances
 * by row, of dividends by owner, of interest by business or kind of asset, and of equity by column.
 */
export const isReadByMember = (tag: string, dimensions: string): boolean =>
  [oneOffTags, legalTags, acquisitionTags].some((tags) => tags.has(tag)) ||
  readers.some((isRead) => isRead(tag, dimensions));
