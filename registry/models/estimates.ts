import type { Provenance } from "#schemas/shapes/models/assumption.ts";
import { computedProvenance, type QuotedValue } from "./answers/provenance.ts";
import { clamp, mean, median, percent, round } from "./answers/rounding.ts";
import { defaultSeed, estimateSeed, ratioInput, type Seed } from "./assumption.ts";
import { parseFormula } from "./formula/expression.ts";
import { averageYears, daysBetween } from "./inputs/dates.ts";
import {
  addedBackTerm,
  addedBackWarning,
  chargesFor,
  chosenSeed,
} from "./inputs/earnings/normalised.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import { otherScope } from "./inputs/scopes/one-scope.ts";
import type { YearRow } from "./inputs/year-row.ts";

const growthMin = -0.1;
const growthMax = 0.25;
const growthWithoutHistory = 0.05;
const daWithoutFilings = 0.03;

/**
 * Compound growth over up to five years; 5 % where the history does not allow it. Beyond the limits it is the limit, which is
 * a default, and the note has what filings say.
 */
export function growthSeed({ yearsInRow: years, year }: ModelFacts): Seed {
  const named = ratioInput("initial_revenue_growth", "Revenue growth, first year");
  const { first, span, isBreak } = firstOnOneScope(years.slice(-averageYears - 1));
  const last = years.at(-1)?.values.revenue ?? null;
  if (span < 1 || first === null || last === null || first <= 0 || last <= 0) {
    return defaultSeed(named, growthWithoutHistory, {
      note: "too few years of revenue in filings",
    });
  }
  const raw = (last / first) ** (1 / span) - 1;
  const value = round(clamp(raw, growthMin, growthMax), 6);
  const isClamped = raw < growthMin || raw > growthMax;
  const held = raw > growthMax ? "capped" : "held";
  const limit = isClamped ? `${held} at ${percent(value)}; filings say ${percent(raw)}: ` : "";
  return (isClamped ? defaultSeed : estimateSeed)(named, value, {
    provenance: derivedFrom("revenue", "revenue", year.revenue),
    note: `${limit}compound growth of revenue over ${span} ${span === 1 ? "year" : "years"}${isBreak ? ", as far back as one scope of the business is reported" : ""}`,
    warnings: isClamped
      ? [
          {
            code: "growth_clamped",
            message: `Revenue grew ${percent(raw)} a year; the first projected year is held at ${percent(value)}.`,
          },
        ]
      : [],
  });
}

/**
 * The revenue that growth starts from and the years since: the oldest of the years, or the year before one of which a
 * later report states it on another scope, as that report has it.
 */
function firstOnOneScope(years: readonly YearRow[]) {
  for (let index = years.length - 1; index > 0; index -= 1) {
    const shown = years[index - 1]?.values.revenue ?? null;
    const stated = years[index]?.revenueBefore ?? null;
    const isMoved =
      shown !== null && stated !== null && Math.abs(stated - shown) > otherScope * Math.abs(shown);
    if (isMoved) return { first: stated, span: years.length - index, isBreak: true };
    if (years[index]?.isScopeStart === true) return { ...since(years.slice(index)), isBreak: true };
  }
  return { ...since(years), isBreak: false };
}

/** The first year that states revenue, and the years that passed since. */
function since(years: readonly YearRow[]): { first: number | null; span: number } {
  const from = years.find(({ values }) => values.revenue != null);
  return { first: from?.values.revenue ?? null, span: yearsBetween(from, years.at(-1)) };
}

/** Years from one end to another; a quarter where the fiscal year changed by one. */
const yearsBetween = (from: YearRow | undefined, to: YearRow | undefined): number =>
  from === undefined || to === undefined
    ? 0
    : Math.round((4 * daysBetween(from.periodEnd, to.periodEnd)) / daysOfYear) / 4;

const daysOfYear = 365.25;

export interface TrailingEbitda {
  revenue: QuotedValue;
  /** Null where depreciation and amortization are not in the filings. */
  ebitda: QuotedValue | null;
  operatingIncome: QuotedValue;
}

const ofYear = "of the fiscal year: filings do not tell the twelve months to the balance sheet";

/** A flow of the fiscal year, with a note that says so where the balance sheet is a later one. */
export function inPlaceOfTwelveMonths(
  { anchors }: ModelFacts,
  quoted: QuotedValue | null | undefined,
): QuotedValue | null {
  const isLater = anchors !== null && anchors.balanceSheetDate !== anchors.yearEnd;
  if (quoted == null || !isLater) return quoted ?? null;
  const { note = null } = quoted;
  if (note?.startsWith("of the fiscal year") === true) return quoted;
  return { ...quoted, note: note === null ? ofYear : `${ofYear}; ${note}` };
}

/** Operating income plus depreciation and amortization, all of one span: twelve months, else the fiscal year. */
export function trailingEbitda(facts: ModelFacts): TrailingEbitda | null {
  const { trailing, year } = facts;
  const ofTheYear = (isComplete: boolean) => {
    const told = ebitdaOf(year, isComplete);
    return told && { ...told, ebitda: inPlaceOfTwelveMonths(facts, told.ebitda) };
  };
  return (
    ebitdaOf(trailing, true) ?? ofTheYear(true) ?? ebitdaOf(trailing, false) ?? ofTheYear(false)
  );
}

function ebitdaOf(flows: ModelFacts["trailing"], isComplete: boolean): TrailingEbitda | null {
  const { revenue, operating_income: operatingIncome, depreciation_amortization: da } = flows;
  if (revenue == null || operatingIncome == null || (isComplete && da == null)) return null;
  const end = operatingIncome.provenance?.periodEnd ?? "";
  const basis = operatingIncome.provenance?.basis ?? "computed";
  const ebitda =
    da == null
      ? null
      : {
          value: operatingIncome.value + da.value,
          provenance: computedProvenance("ebitda", "ebitda", end, [operatingIncome, da], basis),
          note: operatingIncome.note ?? null,
        };
  return { revenue, ebitda, operatingIncome };
}

/** EBITDA margin of the twelve months, one-off charges added back. Null without revenue or operating income. */
export function marginSeed(facts: ModelFacts): Seed {
  const named = ratioInput("ebitda_margin", "EBITDA margin");
  const trailing = trailingEbitda(facts);
  if (trailing === null || trailing.revenue.value <= 0) {
    return defaultSeed(named, null, { note: "revenue or operating income not found in filings" });
  }
  const { revenue, ebitda } = trailing;
  const follows = {
    formula: parseFormula(`round(($base_ebitda + ${addedBackTerm}) / revenue, 6)`, {
      revenue: revenue.value,
    }),
    warn: addedBackWarning,
  };
  if (ebitda === null) {
    const note =
      "operating income plus depreciation and amortization at its default share of revenue";
    return defaultSeed(named, null, { note, ...follows });
  }
  const end = ebitda.provenance?.periodEnd ?? "";
  const parts = [ebitda, revenue];
  const span = ebitda.note?.startsWith(ofYear) === true ? "fiscal year" : "twelve months";
  return estimateSeed(
    named,
    round((ebitda.value + chargesFor(facts, false).total) / revenue.value, 6),
    {
      provenance: computedProvenance("ebitda_margin", "ebitda_margin", end, parts),
      note: `EBITDA and one-off charges over revenue of the ${span}`,
      ...follows,
    },
  );
}

/** EBITDA where depreciation and amortization are not in the filings: at their default share of revenue. */
export function assumedEbitda(facts: ModelFacts): number | null {
  const trailing = trailingEbitda(facts);
  if (trailing === null) return null;
  return trailing.operatingIncome.value + round(daWithoutFilings * trailing.revenue.value, 2);
}

/** Median of yearly depreciation and amortization over revenue, or their mean; 3 % where there are none. */
export function daSeed(facts: ModelFacts): Seed {
  const named = ratioInput("da_pct_revenue", "D&A, share of revenue");
  const shareOfRevenue = shareSeed(facts, named, "depreciation_amortization");
  return shareOfRevenue ?? defaultSeed(named, daWithoutFilings, { note: "not found in filings" });
}

/** Median of yearly capital expenditures over revenue, or their mean; as much as D&A where there are none. */
export function capexSeed(facts: ModelFacts): Seed {
  const named = ratioInput("capex_pct_revenue", "Capital expenditures, share of revenue");
  const shareOfRevenue = shareSeed(facts, named, "capital_expenditures");
  if (shareOfRevenue !== null) return shareOfRevenue;
  return equalToDa(named, facts);
}

/** As much as depreciation and amortization, where filings lack a figure of its own. */
export function equalToDa(named: Pick<Seed, "key" | "label" | "unit">, facts: ModelFacts): Seed {
  const { value, formula } = daSeed(facts);
  const note = "not found in filings; equal to D&A";
  return defaultSeed(named, value, { note, ...(formula === undefined ? {} : { formula }) });
}

type Share = "capital_expenditures" | "depreciation_amortization";

function shareSeed(
  { yearsInRow: years, year }: ModelFacts,
  named: Pick<Seed, "key" | "label" | "unit">,
  metric: Share,
): Seed | null {
  const average = averageShare(years, metric);
  if (average.value === null || average.median === null) return null;
  const choice = { normalised: round(average.median, 6), reported: round(average.value, 6) };
  return chosenSeed(named, choice, {
    provenance: derivedFrom(metric, named.key, year[metric] ?? year.revenue),
    note: chosenNote(choice, average.yearsUsed, years),
  });
}

/** Says which statistic of which years stands, and the other one. */
export const chosenNote = (
  choice: { normalised: number; reported: number },
  used: readonly number[],
  years: readonly YearRow[],
) =>
  `median of ${spanOf(used, years)} (${percent(choice.normalised)}); as reported their mean (${percent(choice.reported)})`;

/** So many of the last fiscal years, or each by its name where a later one lacks the figure. */
function spanOf(used: readonly number[], years: readonly YearRow[]): string {
  const last = years.slice(-used.length).map(({ fiscalYear }) => fiscalYear);
  if (used.join() !== last.join()) return `fiscal ${used.join(", ")}`;
  return `the last ${used.length} ${used.length === 1 ? "fiscal year" : "fiscal years"}`;
}

/** Of the business that goes on, as revenue is; null where it is not filed. */
export function continuing({ values, discontinuedCapex }: YearRow, metric: Share): number | null {
  const value = values[metric] ?? null;
  return value === null || metric !== "capital_expenditures" ? value : value - discontinuedCapex;
}

/** Mean and median of the yearly shares of revenue over the last five years; null without any. */
export function averageShare(
  years: readonly YearRow[],
  metric: Share,
): { value: number | null; median: number | null; yearsUsed: number[] } {
  const { shares, yearsUsed } = overYears(years, (row) =>
    shareOfRevenue(continuing(row, metric), row.values.revenue ?? null),
  );
  return { value: mean(shares), median: median(shares), yearsUsed };
}

/** The shares that the last five years have, and the fiscal years that have one. */
export function overYears(
  years: readonly YearRow[],
  shareIn: (row: YearRow) => number | null,
): { shares: number[]; yearsUsed: number[] } {
  const rows = years.slice(-averageYears).filter((row) => shareIn(row) !== null);
  return {
    shares: rows.flatMap((row) => shareIn(row) ?? []),
    yearsUsed: rows.map(({ fiscalYear }) => fiscalYear),
  };
}

/** Null without revenue above zero. */
export function shareOfRevenue(value: number | null, revenue: number | null): number | null {
  return value === null || revenue === null || revenue <= 0 ? null : value / revenue;
}

/**
 * Mean of working capital over twelve-month revenue at the last four quarter ends; 0 for an unclassified balance sheet.
 */
export function capitalSeed(facts: ModelFacts): Seed {
  const named = ratioInput("nwc_pct_revenue", "Net working capital, share of revenue");
  const used = usedCapital(facts);
  const value = mean(used);
  return value === null
    ? defaultSeed(named, 0, { note: facts.claims.isExcerpt ? noneOfExcerpt : unclassified })
    : estimateSeed(named, round(value, 6), {
        provenance: derivedFrom(
          "total_current_assets",
          "nwc_pct_revenue",
          facts.balance.total_current_assets ?? facts.year.revenue,
        ),
        note: `mean of the last ${used.length} ${used.length === 1 ? "balance" : "quarter ends"}`,
      });
}

const unclassified = "no classified balance sheet in filings";
const noneOfExcerpt =
  "the facts at hand are an excerpt of the balance sheet: they tell no working capital";

/** The ratios that the working capital seed is the mean of. */
export function usedCapital({ quarterlyCapital }: ModelFacts): number[] {
  return quarterlyCapital
    .slice(-4)
    .flatMap(({ nwcPctLtmRevenue }) => (nwcPctLtmRevenue === null ? [] : [nwcPctLtmRevenue]));
}

/** Names the newest filing that an estimate over several years rests on. */
export function derivedFrom(
  metric: string,
  concept: string,
  quoted: QuotedValue | null | undefined,
): Provenance | null {
  if (quoted == null || quoted.provenance === null) return null;
  return computedProvenance(metric, concept, quoted.provenance.periodEnd, [quoted]);
}
