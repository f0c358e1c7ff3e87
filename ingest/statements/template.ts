import type { Template } from "#schemas/shapes/companies/statement.ts";
import { type Point, point, slotOf } from "../periods/slots.ts";
import type { FactIndex } from "./series.ts";

/** Tags that only companies of a kind report on the face of their statements, in groups of which one each is needed. */
const markers: { template: Template; all: string[][] }[] = [
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
];

/** Standard industrial classification ranges, first match wins. */
const sicRanges: { from: number; to: number; template: Template }[] = [
  { from: 6020, to: 6099, template: "bank" },
  { from: 6111, to: 6111, template: "bank" },
  { from: 6120, to: 6129, template: "bank" },
  { from: 6200, to: 6211, template: "broker" },
  // 6324 is managed care, which reports like an industrial.
  { from: 6310, to: 6323, template: "insurer" },
  { from: 6325, to: 6379, template: "insurer" },
  { from: 6390, to: 6399, template: "insurer" },
  { from: 6798, to: 6798, template: "reit" },
];

/**
 * The statement template of each fiscal year (standardization.md 2.9, 2.17): from the marker tags of the year, year
 * or interim, else from the SIC code. A year changes the template only if the next one agrees (hysteresis of two years).
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
  const has = (tag: string) => {
    const series = index.seriesOf(`us-gaap:${tag}`, currency);
    return (
      series !== undefined &&
      markerPoints.some((at) => index.pickOf(series, slotOf(year, at)) !== null)
    );
  };
  // A classified balance sheet is no bank's or insurer's, whatever their finance arms report.
  if (has("AssetsCurrent")) return "industrial";
  const found = markers.find(({ all }) => all.every((any) => any.some(has)));
  if (found) return found.template;
  if (bySic !== null) return null;
  return has("Assets") && has("CostOfRevenue") ? "industrial" : null;
}
