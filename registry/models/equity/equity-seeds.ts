import { multipleEdges, spreadEdges } from "../answers/edges.ts";
import { clamp, median, percent, round } from "../answers/rounding.ts";
import { defaultSeed, estimateSeed, factSeed, type InputName, type Seed } from "../assumption.ts";
import type { SeedsOf } from "../dcf/dcf-assumptions.ts";
import { parseFormula } from "../formula/expression.ts";
import { daysBetween } from "../inputs/dates.ts";
import { areInOneRow } from "../inputs/dividends.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { exchangeSeeds } from "../inputs/security.ts";
import type { Values, YearRow } from "../inputs/year-row.ts";
import { commonEquity } from "../multiples.ts";
import { growthRemarks } from "../rates/currency-rates.ts";
import type { Reference } from "../rates/reference.ts";
import { costOfEquityOf } from "../rates/wacc.ts";
import { shareSeeds } from "../share-seeds.ts";

/** Years of excess returns or growing dividends before the long run. */
export const equityYears = 5;
const growthMax = 0.15;
const returnMax = 0.4;

const named = (key: string, label: string, unit: Seed["unit"]) => ({ key, label, unit });

/** The inputs of a model that values equity directly, in the order they are shown. */
export function equitySeeds({ template, facts, reference }: SeedsOf): Seed[] {
  const rest = [...shareSeeds(facts), ...exchangeSeeds(facts)];
  if (template.key === "ffo_multiple") return [...ffoSeeds(facts), ...rest];
  const isExcess = template.key === "excess_return";
  const growth = reference.rates.terminalGrowth;
  const base = isExcess
    ? factSeed(named("book_value", "Common equity", "currency"), commonEquity(facts), null)
    : factSeed(
        named("base_dividends", "Dividends paid, twelve months", "currency"),
        facts.commonDividends,
        null,
      );
  return [
    base,
    ...rest,
    costOfEquitySeed(facts, reference),
    ...spreadEdges("cost_of_equity", "Cost of equity"),
    ...(isExcess
      ? [returnSeed(facts), stableReturnSeed(), payoutSeed(facts)]
      : [dividendGrowthSeed(facts)]),
    defaultSeed(named("terminal_growth", "Growth in the long run", "ratio"), growth.value, {
      note: growth.note,
      warnings: growthRemarks(reference),
    }),
  ];
}

function costOfEquitySeed(facts: ModelFacts, reference: Reference): Seed {
  const { costOfEquity, beta, warnings } = costOfEquityOf(facts, reference);
  const note = `risk-free rate plus a beta of ${beta} times the equity risk premium; ${reference.source}`;
  return defaultSeed(named("cost_of_equity", "Cost of equity", "ratio"), costOfEquity, {
    note,
    warnings,
  });
}

/**
 * Net income of the common shares of a year, which hold preferred stock where the diluted count has it as converted. Income of
 * businesses given up is none of the years to come (Johnson & Johnson's 21,827 of 2023).
 */
function incomeOf({ values, isPreferredCommon, discontinuedIncome }: YearRow): number | null {
  const common = isPreferredCommon ? null : values.net_income_common;
  const income = common ?? values.net_income ?? null;
  return income === null ? null : income - discontinuedIncome;
}

/** A fiscal year of 53 weeks, and no more: the balance before must be that of its start. */
const yearDaysMax = 375;

/**
 * Return on opening common equity of the newest five years; none where the equity is not positive or not at hand. The first
 * year, one after a short one, and one whose balance before is not at hand open with the equity that a statement of changes in it
 * states.
 */
function returnsOf({ yearsInRow: years }: ModelFacts): number[] {
  const first = Math.max(0, years.length - equityYears);
  return years.slice(first).flatMap((row, index) => {
    const before = years[first + index - 1];
    const isNext =
      before !== undefined && daysBetween(before.periodEnd, row.periodEnd) <= yearDaysMax;
    const balance = isNext ? before.values : {};
    const opened = {
      ...balance,
      stockholders_equity: balance.stockholders_equity ?? row.openingEquity,
    };
    const income = incomeOf(row);
    const opening = (opened.stockholders_equity ?? 0) - preferredAt(opened, row);
    return income === null || opening <= 0 ? [] : [income / opening];
  });
}

/**
 * Preferred stock at the start of a year. Where earnings are after its dividends and its balance is not filed, that of the
 * year's end stands for it.
 */
function preferredAt(before: Values, { values, isPreferredCommon }: YearRow): number {
  if (isPreferredCommon) return 0;
  const { net_income: all, net_income_common: common } = values;
  const isAfterDividends = all != null && common != null && common < all;
  return before.preferred_equity ?? (isAfterDividends ? (values.preferred_equity ?? 0) : 0);
}

function returnSeed(facts: ModelFacts): Seed {
  const seed = named("return_on_equity", "Return on equity, next five years", "ratio");
  const returns = returnsOf(facts);
  const medianReturn = median(returns);
  if (medianReturn === null) {
    return defaultSeed(seed, null, { note: isWithoutEquity(facts) ? noEquity : missing });
  }
  const value = round(clamp(medianReturn, -returnMax, returnMax), 6);
  return estimateSeed(seed, value, {
    provenance: facts.year.net_income?.provenance ?? null,
    note: `median return on opening equity of ${returns.length} fiscal years, ${percent(medianReturn)}${value === round(medianReturn, 6) ? "" : `, held at ${percent(value)}`}`,
  });
}

const missing = "not found in filings";
const noEquity = "equity is not positive in any of the years, so no return on it tells anything";

/** True where balances are at hand, and all of them owe more than there is (McDonald's since 2016). */
function isWithoutEquity({ yearsInRow }: ModelFacts): boolean {
  const equity = yearsInRow
    .slice(-equityYears)
    .flatMap(({ values }) => values.stockholders_equity ?? []);
  return equity.length > 0 && equity.every((value) => value <= 0);
}

function stableReturnSeed(): Seed {
  const seed = named("stable_return_on_equity", "Return on equity in the long run", "ratio");
  return defaultSeed(seed, null, {
    note: "equal to the cost of equity: competition leaves no excess return",
    formula: parseFormula("$cost_of_equity"),
  });
}

/** Dividends of the common shares in a year; null where none are filed, 0 where a filing states 0. */
const paidIn = ({ values, preferredPaid }: YearRow): number | null =>
  values.dividends_paid == null
    ? null
    : Math.max(0, Math.abs(values.dividends_paid) - preferredPaid);

interface Payouts {
  /** Dividends over net income of each year with a net income. */
  ratios: number[];
  note: string;
}

/**
 * Payouts as the newest of five years has it: 0 where it pays nothing, else of the years since one without dividends, which
 * says nothing of a payer (Disney).
 */
function payoutsOf({ yearsInRow }: ModelFacts): Payouts {
  const years = yearsInRow.slice(-equityYears).filter((row) => paidIn(row) !== null);
  const newest = years.at(-1);
  if (newest !== undefined && paidIn(newest) === 0) {
    return { ratios: [0], note: `no dividends in fiscal ${newest.fiscalYear}` };
  }
  const paying = years.findLastIndex((row) => paidIn(row) === 0) + 1;
  const ratios = years.slice(paying).flatMap((row) => {
    const income = incomeOf(row);
    return income === null || income <= 0 ? [] : [(paidIn(row) ?? 0) / income];
  });
  const since = paying === 0 ? "" : ", of the years since the last one without dividends";
  return { ratios, note: `median of dividends over net income${since}` };
}

function payoutSeed(facts: ModelFacts): Seed {
  const seed = named("payout_ratio", "Payout ratio", "ratio");
  const { ratios, note } = payoutsOf(facts);
  const medianPayout = median(ratios);
  if (medianPayout === null) return withoutPayout(seed, facts.yearsInRow.slice(-equityYears));
  return estimateSeed(seed, round(clamp(medianPayout, 0, 1), 6), {
    provenance: facts.year.dividends_paid?.provenance ?? null,
    note,
  });
}

/** What an excerpt has of a cash flow statement. */
const flowsOfCash = ["operating_cash_flow", "capital_expenditures"] as const;

/**
 * The payout is 0 where statements of cash flows have no dividends. It is null without such a statement, of an excerpt of
 * facts too, and where a payer has losses alone.
 */
function withoutPayout(seed: InputName, years: readonly YearRow[]): Seed {
  if (years.some(({ values }) => (values.dividends_paid ?? 0) !== 0)) {
    return defaultSeed(seed, null, { note: "dividends are paid, and no year has a net income" });
  }
  if (areInOneRow(years))
    return defaultSeed(seed, null, { note: "one row has dividends with those of minorities" });
  const stated = years.findLast(({ isCashFlowStated }) => isCashFlowStated);
  if (stated === undefined) return defaultSeed(seed, null, { note: noStatement(years) });
  const until =
    stated === years.at(-1) ? "" : `, the newest at hand of fiscal ${stated.fiscalYear}`;
  return defaultSeed(seed, 0, { note: `no dividends in cash flow statements${until}` });
}

const noStatement = (years: readonly YearRow[]) =>
  years.some(({ values }) => flowsOfCash.some((key) => values[key] != null))
    ? "the facts at hand are an excerpt of the cash flow statements: they tell no dividends"
    : "no cash flow statement of a fiscal year in filings";

const tooFew = "too few years of earnings and dividends in filings";

/** What is earned and not paid out grows the dividend. */
function dividendGrowthSeed(facts: ModelFacts): Seed {
  const seed = named("dividend_growth", "Dividend growth, first year", "ratio");
  const [returns, payout] = [median(returnsOf(facts)), median(payoutsOf(facts).ratios)];
  if (returns === null || payout === null) {
    const note = isWithoutEquity(facts) ? noEquity : tooFew;
    return defaultSeed(seed, 0.05, { note });
  }
  const value = round(clamp(returns * (1 - Math.min(payout, 1)), 0, growthMax), 6);
  return estimateSeed(seed, value, {
    provenance: facts.year.dividends_paid?.provenance ?? null,
    note: `median return on equity times what is not paid out, at most ${percent(growthMax)}`,
  });
}

function ffoSeeds({ trailing, year }: ModelFacts): Seed[] {
  const funds = trailing.funds_from_operations ?? year.funds_from_operations;
  const base = named("base_metric", "Funds from operations", "currency");
  const multiple = named("multiple", "Price / FFO", "multiple");
  return [
    factSeed(base, funds, null),
    defaultSeed(multiple, null, {
      note: "no source of market multiples of FFO is at hand: set it",
    }),
    ...multipleEdges("multiple", "Price / FFO"),
  ];
}
