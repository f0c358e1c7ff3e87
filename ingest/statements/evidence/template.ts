import type { Template } from "#schemas/shapes/companies/statement.ts";
import { type Point, point, slotOf } from "../../periods/slots.ts";
import type { FactIndex } from "./series.ts";

interface Marker {
  template: Template;
  /** Groups of tags of which one each is needed. */
  all: string[][];
  /** True where one of these tags is also more than half of total assets on a day. */
  isMostOfAssets?: true;
}

/**
 * Tags that only companies of a kind report on the face of their statements. Where several hold, the SIC code decides if
 * it is one of them, else the first: a bank may own an insurer (Citigroup).
 */
const markers: Marker[] = [
  {
    template: "bank",
    all: [["Deposits"], ["InterestIncomeExpenseNet", "InterestAndDividendIncomeOperating"]],
  },
  {
    // Lenders without deposits: net interest income and what the loans are expected to lose.
    template: "bank",
    all: [
      ["InterestIncomeExpenseNet"],
      [
        "ProvisionForLoanLeaseAndOtherLosses",
        "ProvisionForLoanAndLeaseLosses",
        "ProvisionForLoanLossesExpensed",
      ],
    ],
  },
  {
    template: "insurer",
    all: [
      ["PremiumsEarnedNet", "PremiumsEarnedNetPropertyAndCasualty", "PremiumsEarnedNetLife"],
      [
        "PolicyholderBenefitsAndClaimsIncurredNet",
        "LiabilityForClaimsAndClaimsAdjustmentExpense",
        "DeferredPolicyAcquisitionCosts",
        "BenefitsLossesAndExpenses",
      ],
    ],
  },
  {
    template: "reit",
    all: [
      ["RealEstateInvestmentPropertyNet", "RealEstateInvestmentPropertyAtCost"],
      [
        "LeaseIncome",
        "OperatingLeaseLeaseIncome",
        "OperatingLeasesIncomeStatementLeaseRevenue",
        "RealEstateRevenueNet",
      ],
    ],
  },
  {
    // Landlords that name their revenue otherwise.
    template: "reit",
    all: [["RealEstateInvestmentPropertyNet", "RealEstateInvestmentPropertyAtCost"]],
    isMostOfAssets: true,
  },
];

/** Standard industrial classification ranges, first match wins. */
const sicRanges: { from: number; to: number; template: Template }[] = [
  { from: 6000, to: 6199, template: "bank" },
  // 6200 has exchanges and managers of funds, which report like industrials.
  { from: 6211, to: 6211, template: "broker" },
  // 6324 is managed care, which reports like an industrial.
  { from: 6310, to: 6323, template: "insurer" },
  { from: 6325, to: 6379, template: "insurer" },
  { from: 6390, to: 6399, template: "insurer" },
  { from: 6798, to: 6798, template: "reit" },
];

/**
 * The statement template of each fiscal year (standardization.md 2.9, 2.17): from the marker tags of the year, year
 * or interim, else from the SIC code. Statements, terminals and models take this one decision. A year changes the template only if the next one agrees (hysteresis of two years).
 */
export function decideTemplates(
  index: FactIndex,
  years: number,
  sic: string | null,
  currencies: readonly (string | null)[],
): Template[] {
  const bySic = templateOfSic(sic);
  const marked = Array.from({ length: years }, (_, y) =>
    markedTemplate(index, y, currencies[y] ?? null, bySic),
  );
  const first = marked.find((t) => t !== null) ?? bySic ?? "industrial";
  const decided: Template[] = [];
  for (let y = 0; y < years; y += 1) {
    const before = decided[y - 1] ?? first;
    const now = marked[y] ?? before;
    const next = marked[y + 1] ?? now;
    decided.push(now !== before && next === now ? now : before);
  }
  return decided;
}

function templateOfSic(sic: string | null): Template | null {
  const code = Number(sic ?? Number.NaN);
  return sicRanges.find((r) => code >= r.from && code <= r.to)?.template ?? null;
}

/** Every balance and every flow of the year: a company of which only interim reports are at hand has markers, too. */
const markerPoints: Point[] = Object.values(point);

/** What the tags of the year say; a cost of revenue makes no industrial of a company whose SIC code says otherwise. */
function markedTemplate(
  index: FactIndex,
  year: number,
  currency: string | null,
  bySic: Template | null,
): Template | null {
  if (currency === null) return null;
  const valuesOf = (tag: string) => {
    const series = index.seriesOf(`us-gaap:${tag}`, currency);
    return markerPoints.map((at) =>
      series === undefined ? null : (index.pickOf(series, slotOf(year, at))?.fact.value ?? null),
    );
  };
  const has = (tag: string) => valuesOf(tag).some((value) => value !== null);
  const isMost = (tag: string) => {
    const assets = valuesOf("Assets");
    return valuesOf(tag).some((value, i) => value !== null && isMoreThanHalf(value, assets[i]));
  };
  // A classified balance sheet is no bank's or insurer's, whatever their finance arms report. REITs with towers have one.
  if (has("AssetsCurrent")) return bySic === "reit" ? "reit" : "industrial";
  const found = markers
    .filter(({ all, isMostOfAssets }) =>
      all.every((any) => any.some(isMostOfAssets ? isMost : has)),
    )
    .map(({ template }) => template);
  if (bySic !== null) return found.includes(bySic) ? bySic : (found[0] ?? null);
  return found[0] ?? (has("Assets") && has("CostOfRevenue") ? "industrial" : null);
}

const isMoreThanHalf = (part: string, whole: string | null | undefined) =>
  whole != null && 2 * Number(part) > Number(whole);
