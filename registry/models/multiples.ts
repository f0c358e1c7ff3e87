import type { MultipleKey } from "#schemas/shapes/models/compared.ts";
import { multipleEdges } from "./answers/edges.ts";
import { computedProvenance, type QuotedValue } from "./answers/provenance.ts";
import { percent } from "./answers/rounding.ts";
import type { Triple } from "./answers/scenario-values.ts";
import { factSeed, type Get, moneyInput, type Seed, type Warning } from "./assumption.ts";
import { allCash, bridgeLines, shareLines } from "./bridge-lines.ts";
import type { Template } from "./catalogue.ts";
import type { SeedsOf } from "./dcf/dcf-assumptions.ts";
import { bridgeSeeds, multipleSeed } from "./dcf/dcf-assumptions.ts";
import { inPlaceOfTwelveMonths, trailingEbitda } from "./estimates.ts";
import {
  computeLines,
  type LineReader,
  type LineTable,
  type LineText,
  lineTable,
  moneyLine,
  multipleLine,
} from "./formula/lines.ts";
import { claimLines } from "./inputs/claims/lines.ts";
import {
  addedBack,
  addedBackTerm,
  chargesFor,
  isIncomeOfTwelveMonths,
  oneOffSeeds,
} from "./inputs/earnings/normalised.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import { exchangeSeeds } from "./inputs/security.ts";
import { taxWarning } from "./rates/tax-rate.ts";
import { shareSeeds } from "./share-seeds.ts";

interface Kind {
  multiple: MultipleKey;
  metric: string;
  /** What the multiple times the metric gives. */
  gives: "enterprise" | "equity";
  base(facts: ModelFacts): QuotedValue | null;
  /** How one-off charges are added back to the metric; absent where they have no part in it. */
  charges?: "before tax" | "after tax";
}

const flow = (metric: "revenue" | "operating_income") => (facts: ModelFacts) =>
  facts.trailing[metric] ?? inPlaceOfTwelveMonths(facts, facts.year[metric]);

const kinds: Readonly<Record<string, Kind>> = {
  ev_revenue_multiples: {
    multiple: "evRevenue",
    metric: "Revenue, twelve months",
    gives: "enterprise",
    base: flow("revenue"),
  },
  ev_ebitda_multiples: {
    multiple: "evEbitda",
    metric: "EBITDA, twelve months",
    gives: "enterprise",
    base: (facts) => trailingEbitda(facts)?.ebitda ?? null,
    charges: "before tax",
  },
  ev_ebit_multiples: {
    multiple: "evEbit",
    metric: "Operating income, twelve months",
    gives: "enterprise",
    base: flow("operating_income"),
    charges: "before tax",
  },
  pe_multiples: {
    multiple: "pe",
    metric: "Net income to common, twelve months",
    gives: "equity",
    base: commonIncome,
    charges: "after tax",
  },
  pb_multiples: {
    multiple: "pb",
    metric: "Common equity",
    gives: "equity",
    base: commonEquity,
  },
  ps_multiples: {
    multiple: "ps",
    metric: "Revenue, twelve months",
    gives: "equity",
    base: flow("revenue"),
  },
};

/** Equity of the common shares at the balance sheet date, with preferred stock that these hold as converted. */
export function commonEquity({ balance, claims }: ModelFacts): QuotedValue | null {
  const preferred = claims.isPreferredCommon ? null : balance.preferred_equity;
  return less("common_equity", balance.stockholders_equity, preferred, "instant");
}

/**
 * Net income of the common shares: of the twelve months, else of the fiscal year. As filed, else less preferred
 * dividends; before these where the shares hold preferred stock as converted.
 */
export function commonIncome(facts: ModelFacts): QuotedValue | null {
  const { trailing, year, claims } = facts;
  const { isPreferredCommon } = claims;
  const ofTwelveMonths = isIncomeOfTwelveMonths(facts)
    ? incomeIn(trailing, isPreferredCommon)
    : null;
  return ofTwelveMonths ?? inPlaceOfTwelveMonths(facts, incomeIn(year, isPreferredCommon));
}

function incomeIn(flows: ModelFacts["trailing"], isPreferredCommon: boolean): QuotedValue | null {
  if (isPreferredCommon && flows.net_income != null) return flows.net_income;
  return (
    flows.net_income_common ??
    less("net_income_to_common", flows.net_income, flows.preferred_dividends, "computed")
  );
}

function less(
  concept: string,
  whole: QuotedValue | null | undefined,
  part: QuotedValue | null | undefined,
  basis: "instant" | "computed",
): QuotedValue | null {
  if (whole == null) return null;
  if (part == null) return whole;
  const end = whole.provenance?.periodEnd ?? "";
  const provenance = computedProvenance(concept, concept, end, [whole, part], basis);
  return { value: whole.value - part.value, provenance };
}

function kindOf(template: Template): Kind {
  const kind = kinds[template.key];
  if (kind === undefined) throw new Error(`"${template.key}" is no multiples template`);
  return kind;
}

/** What the multiple of a template times its metric gives. */
export const multipleGives = (template: Template): "enterprise" | "equity" =>
  kindOf(template).gives;

/** Part of income before tax from which gains on securities are worth a word. */
const gainsMin = 0.05;

/** A row of the income statement that is taken out of earnings, so that they hold no such gains. */
const isOfDigitalAssets = ({ label }: { label: string }) => label.includes("digital assets");

/**
 * Told of earnings that hold large gains or losses on securities or digital assets: they come with markets, and again as the
 * value of these.
 */
export function gainsWarning(facts: ModelFacts): Warning[] {
  const { gainsOnSecurities, trailing, year } = facts;
  const isTakenOut = chargesFor(facts, true).charges.some(isOfDigitalAssets);
  const gainsOnDigitalAssets = isTakenOut ? null : facts.gainsOnDigitalAssets;
  const income = (trailing.income_before_tax ?? year.income_before_tax)?.value ?? 0;
  const kinds = [
    ["securities_gains", "securities", gainsOnSecurities],
    ["digital_asset_gains", "digital assets", gainsOnDigitalAssets],
  ] as const;
  return kinds.flatMap(([code, assets, quoted]) => {
    const gains = quoted?.value ?? 0;
    if (income === 0 || Math.abs(gains) <= gainsMin * Math.abs(income)) return [];
    const message = `Earnings hold gains on ${assets} of ${gains.toLocaleString("en-US")} before tax, ${percent(gains / Math.abs(income))} of income before tax: they are in the value of the ${assets}, too. Lower one_off_charges by them, after tax, to leave them out.`;
    return [{ code, message }];
  });
}

/** Part of one-off charges from which a loss of minorities is worth a word. */
const lossMin = 0.05;

/** Told of earnings of the parent to which charges of all owners are added. */
export function minoritiesWarning(facts: ModelFacts): Warning[] {
  const loss = facts.lossOfMinorities ?? 0;
  const charges = chargesFor(facts, true).charges.reduce((sum, { value }) => sum + value, 0);
  if (charges <= 0 || loss <= lossMin * charges) return [];
  const amounts = [loss, charges].map((amount) => amount.toLocaleString("en-US"));
  const message = `Minorities bear ${amounts[0]} of the net loss, and the one-off charges of ${amounts[1]} before tax are those of all owners: lower one_off_charges by the part of minorities, which filings do not state, to leave it out.`;
  return [{ code: "charges_of_minorities", message }];
}

/** The inputs of a multiples valuation in the order they are shown (models.md section 9). */
export function multiplesSeeds({ template, facts, reference }: SeedsOf): Seed[] {
  const kind = kindOf(template);
  const of = { facts, reference, multiple: kind.multiple, use: "trading" } as const;
  return [
    multipleSeed("multiple", template.name, of),
    ...multipleEdges("multiple", template.name),
    {
      ...factSeed(moneyInput("base_metric", kind.metric), kind.base(facts), null),
      ...(kind.charges === "after tax" && {
        warnings: [...gainsWarning(facts), ...minoritiesWarning(facts), ...taxWarning(facts)],
      }),
    },
    ...(kind.charges === undefined
      ? []
      : oneOffSeeds(facts, { isAfterTax: kind.charges === "after tax", reference })),
    ...bridgeSeeds(facts),
    ...shareSeeds(facts),
    ...exchangeSeeds(facts),
  ];
}

/**
 * The metric that the multiple is taken of: as filed, with one-off charges added back while earnings are normalised.
 */
export function metricOf(get: Get): number | null {
  const base = get("base_metric");
  return base === null ? null : base + addedBack(get);
}

/** A value of equity stands where filings do not tell what lies between it and the enterprise; net debt does not. */
const ifTold = (line: LineText): LineText => ({
  ...line,
  formula: `${claimLines.map(({ key }) => `known($${key})`).join(" && ")} ? ${line.formula} : none`,
});

const product = "metric > 0 ? multiple * metric : none";

/** Multiple × metric, and from there to equity and back. */
function linesOf({ name, key }: Template): LineTable {
  const { gives, charges } = kinds[key] ?? {};
  const base = charges === undefined ? "$base_metric" : `$base_metric + ${addedBackTerm}`;
  const isEquity = gives === "equity";
  return lineTable([
    moneyLine("metric", "Metric", base),
    multipleLine("multiple", name, "same($multiple)"),
    ...(isEquity
      ? [
          moneyLine("equityValue", "Equity value", product),
          allCash,
          ...bridgeLines.map((line) => (line.id === "netDebt" ? ifTold(line) : line)),
          moneyLine(
            "enterpriseValue",
            "Enterprise value",
            "metric > 0 && known(netDebt) ? equityValue + netDebt : none",
          ),
        ]
      : [
          moneyLine("enterpriseValue", "Enterprise value", product),
          allCash,
          ...bridgeLines,
          moneyLine("equityValue", "Equity value", "metric > 0 ? enterpriseValue - netDebt : none"),
        ]),
    ...shareLines,
  ]);
}

const tables = new Map<string, LineTable>();

/** The lines of a multiples valuation in the order they are shown. */
export function multiplesLines(template: Template): LineTable {
  const known = tables.get(template.key) ?? linesOf(template);
  tables.set(template.key, known);
  return known;
}

/** Every line with its values; null while the metric is missing. */
export const computeMultiples = (template: Template, get: Get): Triple<LineReader> | null =>
  get("base_metric") === null ? null : computeLines(multiplesLines(template), get);
