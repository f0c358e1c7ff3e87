import type { Reading } from "../answers/metrics.ts";
import { type QuotedValue, quote } from "../answers/provenance.ts";
import type { MetricKey } from "../catalogue.ts";
import { countedOnce } from "./claims/counted-once.ts";
import { type At, debtAt, firstReading } from "./claims/debt.ts";
import { ownFunds } from "./claims/own-funds.ts";
import { preferredAt } from "./claims/preferred.ts";
import { currentSecurities } from "./claims/securities.ts";
import { filedFact, quoteFact } from "./filed-facts.ts";
import { bridgeTags } from "./model-tags.ts";
import type { ModelSource } from "./source.ts";
import { periodsAt } from "./trailing.ts";

const balances = [
  "cash_and_equivalents",
  "short_term_investments",
  "long_term_marketable_securities",
  "receivables",
  "inventory",
  "total_current_assets",
  "property_plant_equipment_net",
  "goodwill",
  "intangibles",
  "total_assets",
  "accounts_payable",
  "total_current_liabilities",
  "debt_due_within_a_year",
  "total_debt",
  "reported_cash",
  "reported_debt",
  "total_liabilities",
  "stockholders_equity",
  "noncontrolling_interest",
  "preferred_equity",
] as const satisfies readonly MetricKey[];

/** Every balance of a day, as models count it. */
export function balanceAt(
  source: ModelSource,
  end: string,
  currency: string | null,
): Partial<Record<MetricKey, QuotedValue | null>> {
  const at = { end, currency, here: periodsAt(source, end, currency) };
  const entries = balances.map((metric) => [metric, balanceOf(source, at, metric)] as const);
  return Object.fromEntries(entries);
}

/** A balance as models count it: debt with leases, securities by their own rules, the rest as the registry has it. */
export function balanceOf(source: ModelSource, at: At, metric: MetricKey): QuotedValue | null {
  if (metric === "total_debt" || metric === "debt_due_within_a_year") {
    return debtAt(source, at, metric);
  }
  if (metric === "long_term_marketable_securities") return marketable(source, at);
  if (metric === "short_term_investments") return currentSecurities(source, at).quoted;
  if (metric === "preferred_equity") return preferredAt(source, at);
  return quote(source, readingAt(source, at, metric), "instant");
}

/** A metric as the registry has it, with debt counted once. */
export function readingAt(source: ModelSource, at: At, metric: MetricKey): Reading | null {
  const reading = firstReading(at, metric);
  return metric === "reported_debt" ? countedOnce(source, at, reading) : reading;
}

/** Securities alone: the registry's long-term investments also hold what cannot be sold. Own funds count as securities. */
const marketable = (source: ModelSource, { end, currency }: At): QuotedValue | null =>
  quoteFact(
    filedFact(source, [...bridgeTags.marketable, ...ownFunds(source).noncurrent], {
      start: null,
      end,
      unit: currency,
    }),
    "long_term_marketable_securities",
    "instant",
  );
