import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { QuotedValue } from "./answers/provenance.ts";
import {
  defaultSeed,
  estimateSeed,
  factSeed,
  missingNote,
  type Seed,
  type Warn,
} from "./assumption.ts";
import { type Expression, parseFormula } from "./formula/expression.ts";
import type { Dilution } from "./inputs/dilution.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import { dilutionTags } from "./inputs/model-tags.ts";

/** The price of a share at which options dilute; null: as the filing counts it. */
const dilutionPriceKey = "dilution_price";
const awardKeys = {
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
  const { shares, shareWarnings: warnings, dilution, byMember } = facts;
  const label = named("shares_outstanding", "Diluted shares", "shares");
  const seed = { ...factSeed(label, shares, null), warnings };
  if (shares === null || dilution === null) return [seed];
  const filed = shares.value;
  return [
    { ...seed, formula: dilutedShares(filed, dilution), warn: noAwardsWarning },
    priceSeed(filed, dilution),
    ...awards.map(({ key, label, unit }) =>
      awardSeed(named(awardKeys[key], label, unit), dilution[key], {
        note: missingNote(byMember, dilutionTags[key], noNotes),
      }),
    ),
  ];
}

function priceSeed(filed: number, { basic }: Dilution): Seed {
  const more = (filed - basic).toLocaleString("en-US");
  return defaultSeed(named(dilutionPriceKey, "Share price for dilution", "per_share"), null, {
    note: `no price is given: diluted less basic shares of the filing count, ${more}; set it for the treasury stock method`,
  });
}

const awards = [
  { key: "options", label: "Options outstanding", unit: "shares" },
  { key: "exercisePrice", label: "Exercise price of options, average", unit: "per_share" },
  { key: "units", label: "Restricted stock units", unit: "shares" },
] as const;

const noNotes = "not found in the notes of the last thirteen months";

function awardSeed(
  label: Pick<Seed, "key" | "label" | "unit">,
  quoted: QuotedValue | null,
  missing: { note: string },
): Seed {
  if (quoted === null) return defaultSeed(label, null, missing);
  const { value, provenance } = quoted;
  const note = `of the notes as of ${provenance?.periodEnd ?? "an unknown day"}`;
  return estimateSeed(label, value, { provenance, note });
}

/** Shares before dilution, and those that convertible preferred stock and debt become. */
const undilutedShares = ({ basic, converted }: Dilution): number => basic + (converted?.value ?? 0);

const noAwards: Warning = {
  code: "dilution_of_filing",
  message:
    "The notes state no options with their price and no restricted stock units: diluted less basic shares of the filing count.",
};

const noAwardsWarning: Warn = (get) => {
  const hasOptions = get(awardKeys.options) !== null && get(awardKeys.exercisePrice) !== null;
  const hasNone = !hasOptions && get(awardKeys.units) === null;
  return get(dilutionPriceKey) !== null && hasNone ? [noAwards] : [];
};

/**
 * Options are exercised where that pays, and what they bring buys shares back at the price. Where notes leave options or
 * units out, the filing's diluted shares are the least.
 */
function dilutedShares(filed: number, dilution: Dilution): Expression {
  const [options, exercise] = [`$${awardKeys.options}`, `$${awardKeys.exercisePrice}`];
  const [units, price] = [`$${awardKeys.units}`, `$${dilutionPriceKey}`];
  const terms = {
    hasOptions: `known(${options}) && known(${exercise})`,
    bought: {
      label: "shares for options",
      formula: `hasOptions ? ${options} * max(0, 1 - ${exercise} / ${price}) : 0`,
    },
    vesting: {
      label: "shares for restricted stock units",
      formula: `known(${units}) ? ${units} : 0`,
    },
    filed,
    undiluted: undilutedShares(dilution),
    diluted: {
      label: "shares by the treasury stock method",
      formula: "round(undiluted + bought + vesting, 0)",
    },
    least: "max(diluted, filed)",
    withOptions: `known(${units}) ? diluted : least`,
    withoutOptions: `known(${units}) ? least : filed`,
  };
  const priced = "hasOptions ? withOptions : withoutOptions";
  return parseFormula(`known(${price}) ? (${priced}) : filed`, terms);
}
