import type { QuotedValue } from "./answers/provenance.ts";
import { round } from "./answers/rounding.ts";
import {
  defaultSeed,
  estimateSeed,
  factSeed,
  type Get,
  type Seed,
  type Warning,
} from "./assumption.ts";
import type { Dilution } from "./inputs/dilution.ts";
import type { ModelFacts } from "./inputs/facts.ts";

/** The price of a share at which options dilute; null: as the filing counts it. */
export const dilutionPriceKey = "dilution_price";
export const awardKeys = {
  options: "options_outstanding",
  exercisePrice: "option_exercise_price",
  units: "restricted_stock_units",
} as const;

/** Inputs that count shares more exactly: no value needs them. */
export const dilutionKeys: ReadonlySet<string> = new Set([
  dilutionPriceKey,
  ...Object.values(awardKeys),
]);

const named = (key: string, label: string, unit: Seed["unit"]) => ({ key, label, unit });

/**
 * Diluted shares: by the treasury stock method where a price is given, from what the notes say of options and units;
 * without a price the filing's own dilution. A price is never taken by itself, as no value follows the market.
 */
export function shareSeeds(facts: ModelFacts): Seed[] {
  const { shares, shareWarnings: warnings, dilution } = facts;
  const label = named("shares_outstanding", "Diluted shares", "shares");
  const seed = { ...factSeed(label, shares, null), warnings };
  if (shares === null || dilution === null) return [seed];
  const filed = shares.value;
  return [
    { ...seed, derive: (get, warn) => dilutedShares(get, { filed, dilution }, warn) },
    priceSeed(filed, dilution),
    awardSeed(named(awardKeys.options, "Options outstanding", "shares"), dilution.options),
    awardSeed(
      named(awardKeys.exercisePrice, "Exercise price of options, average", "multiple"),
      dilution.exercisePrice,
    ),
    awardSeed(named(awardKeys.units, "Restricted stock units", "shares"), dilution.units),
  ];
}

function priceSeed(filed: number, { basic }: Dilution): Seed {
  const more = (filed - basic).toLocaleString("en-US");
  return defaultSeed(named(dilutionPriceKey, "Share price for dilution", "multiple"), null, {
    note: `no price is given: diluted less basic shares of the filing count, ${more}; set it for the treasury stock method`,
  });
}

function awardSeed(label: Pick<Seed, "key" | "label" | "unit">, quoted: QuotedValue | null): Seed {
  if (quoted === null) {
    return defaultSeed(label, null, { note: "not found in the notes of the last thirteen months" });
  }
  const { value, provenance } = quoted;
  const note = `of the notes as of ${provenance?.periodEnd ?? "an unknown day"}`;
  return estimateSeed(label, value, { provenance, note });
}

/** Shares before dilution, and those that convertible preferred stock and debt become. */
export const undilutedShares = ({ basic, converted }: Dilution): number =>
  basic + (converted?.value ?? 0);

const noAwards: Warning = {
  code: "dilution_of_filing",
  message:
    "The notes state no options with their price and no restricted stock units: diluted less basic shares of the filing count.",
};

/**
 * Options are exercised where that pays, and what they bring buys shares back at the price. Where notes leave options or
 * units out, the filing's diluted shares are the least.
 */
function dilutedShares(
  get: Get,
  of: { filed: number; dilution: Dilution },
  warn: (warning: Warning) => void,
): number {
  const price = get(dilutionPriceKey);
  if (price === null) return of.filed;
  const [options, exercise] = [get(awardKeys.options), get(awardKeys.exercisePrice)];
  const units = get(awardKeys.units);
  const hasOptions = options !== null && exercise !== null;
  if (!hasOptions && units === null) {
    warn(noAwards);
    return of.filed;
  }
  const fromOptions = hasOptions ? options * Math.max(0, 1 - exercise / price) : 0;
  const shares = round(undilutedShares(of.dilution) + fromOptions + (units ?? 0), 0);
  return hasOptions && units !== null ? shares : Math.max(shares, of.filed);
}
