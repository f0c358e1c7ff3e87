import type { Earnings, HistoryRow, MultiplesHistory } from "#schemas/shapes/models/compared.ts";
import type { DatedPrice } from "#schemas/shapes/models/price.ts";
import type { Split } from "../../series/adjust-for-splits.ts";
import { settle, tabulate } from "../assumption.ts";
import { taxOnCharges } from "../inputs/earnings/normalised.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { exchangeSeeds } from "../inputs/security.ts";
import type { YearRow } from "../inputs/year-row.ts";
import type { Reference } from "../rates/reference.ts";
import { distribution } from "./distribution.ts";
import { everyMultiple, multiplesAt, noMultiples, type PricedMetrics } from "./metrics-priced.ts";
import { sharePrice } from "./price.ts";
import { pricedNow, pricedYear } from "./priced-of.ts";
import { factorSince, priceDivisor } from "./splits.ts";

export type OwnHistory = Omit<MultiplesHistory, "market" | "disclaimer">;

/** The price of a period's end; null or a reason where there is none. */
export type PriceAt = (periodEnd: string, fiscalYear: number | null) => DatedPrice | string;

const yearsShown = 10;

/**
 * Each multiple of the company over up to ten fiscal years and the twelve months. A past year has the figures as filed
 * last, the share count of its own filing, and the price that `priceAt` gives for its end. Counts and prices are put on
 * today's shares.
 */
export function ownHistory(
  facts: ModelFacts,
  of: { reference: Reference; earnings: Earnings; priceAt: PriceAt },
): OwnHistory {
  const { reference, earnings, priceAt } = of;
  const taxRate = taxOnCharges(facts, reference);
  const years = facts.years.slice(-yearsShown).map((row) =>
    rowOf(facts, {
      fiscalYear: row.fiscalYear,
      periodEnd: row.periodEnd,
      basis: "FY",
      priced: pricedYear(row, { earnings, taxRate }),
      shares: sharesOf(row, facts.splits),
      price: priceAt(row.periodEnd, row.fiscalYear),
    }),
  );
  const { anchors } = facts;
  const now =
    anchors === null
      ? []
      : [
          rowOf(facts, {
            fiscalYear: null,
            periodEnd: anchors.balanceSheetDate,
            basis: "TTM",
            priced: pricedNow(facts, reference, earnings),
            shares: sharesNow(facts, anchors.balanceSheetDate),
            price: priceAt(anchors.balanceSheetDate, null),
          }),
        ];
  return {
    currency: anchors?.currency ?? null,
    earnings,
    rows: [...years, ...now],
    splits: [...facts.splits],
    usual: everyMultiple((key) =>
      distribution(years.flatMap(({ multiples }) => multiples[key] ?? [])),
    ),
  };
}

interface Period {
  fiscalYear: number | null;
  periodEnd: string;
  basis: HistoryRow["basis"];
  priced: PricedMetrics;
  shares: HistoryRow["shares"];
  price: DatedPrice | string;
}

function rowOf(facts: ModelFacts, { priced, shares, price, ...period }: Period): HistoryRow {
  const shared = { ...period, shares, netDebt: priced.netDebt };
  const givenPrice = typeof price === "string" ? null : price;
  const without = (reason: string): HistoryRow => ({
    ...shared,
    price: givenPrice,
    pricePerShare: null,
    marketValue: null,
    multiples: noMultiples,
    reasons: everyMultiple(() => reason),
  });
  if (typeof price === "string") return without(price);
  if (shares === null) return without("The filings state no count of shares for the period.");
  const perShare = onToday(facts, price);
  if (typeof perShare === "string") return without(perShare);
  const marketValue = perShare * shares.value;
  return {
    ...shared,
    price,
    pricePerShare: perShare,
    marketValue,
    ...multiplesAt(marketValue, priced, facts),
  };
}

function onToday(facts: ModelFacts, price: DatedPrice): number | string {
  const { get } = settle(tabulate(exchangeSeeds(facts)), new Map());
  const converted = sharePrice(price, facts, get);
  if (converted.value === null) return converted.reason;
  if (price.isAdjusted || price.date === null) return converted.value;
  const divisor = priceDivisor(facts.splits, price.date);
  if (divisor === null) {
    return `A split took effect between two filings around ${price.date}: whether the price is before or after it is not known.`;
  }
  return converted.value / divisor;
}

function sharesOf({ shares }: YearRow, splits: readonly Split[]): HistoryRow["shares"] {
  if (shares === null) return null;
  const splitFactor = factorSince(splits, shares.filedDate);
  const { value: filed, on, filedDate } = shares;
  return { value: filed * splitFactor, filed, splitFactor, on, filedDate };
}

function sharesNow({ shares, splits }: ModelFacts, balanceSheetDate: string): HistoryRow["shares"] {
  if (shares === null) return null;
  const filedDate = shares.provenance?.filedDate ?? balanceSheetDate;
  const splitFactor = factorSince(splits, filedDate);
  const on = shares.note ?? "diluted";
  return { value: shares.value * splitFactor, filed: shares.value, splitFactor, on, filedDate };
}
