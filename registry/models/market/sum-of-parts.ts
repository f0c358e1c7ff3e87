import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { ValuedPart } from "#schemas/shapes/models/valuation.ts";
import { monthsBetween } from "../../series/months-between.ts";
import { settle } from "../assumption.ts";
import { runModel } from "../compute.ts";
import type { Model } from "../family.ts";
import type { Anchors } from "../inputs/anchors.ts";
import { noOverrides } from "../overrides.ts";

/** A part of the company with its figure of a fiscal year, as the filing states it. */
export interface Part {
  id: string;
  label: string;
  value: number;
}

export interface PartsAsked {
  parts: readonly Part[];
  /** The company's figure less those of the parts; null where the filing states none of the company. */
  rest: number | null;
  /** Of a part without a multiple of its own. */
  multiple: number;
  /** By the id of a part. */
  multiples: ReadonlyMap<string, number>;
  /** Null: the mean of the parts. */
  restMultiple: number | null;
}

export interface PartsValue {
  parts: ValuedPart[];
  /** What the filing gives to no part: central costs, eliminations. Null where the filing does not tell it. */
  rest: Omit<ValuedPart, "id" | "label"> | null;
  /** Of the parts and the rest. */
  enterpriseValue: number;
}

/** Parts of years that ended longer before the balance sheet say nothing of the company as it is. */
const monthsMax = 24;

/** Why parts and statements do not stand on one basis; null where they do. */
export function unfitParts(
  { unit, end }: { unit: string; end: string },
  { currency, balanceSheetDate }: Pick<Anchors, "currency" | "balanceSheetDate">,
): string | null {
  if (unit !== currency) return `The parts are in ${unit}, the statements in ${currency}.`;
  return monthsBetween(end, balanceSheetDate) > monthsMax
    ? `The newest parts at hand are of the year to ${end}.`
    : null;
}

/** That the parts are of another day than what stands between them and a share; nothing where all are of one day. */
export function olderParts(
  { end }: { end: string },
  { balanceSheetDate }: Pick<Anchors, "balanceSheetDate">,
): Warning[] {
  if (end === balanceSheetDate) return [];
  const message = `The parts are those of the fiscal year to ${end}; net debt and shares are those of ${balanceSheetDate}. What the parts did between both days is not in the value.`;
  return [{ code: "parts_of_another_day", message }];
}

/** Each part by its own multiple. A loss counts against the others. */
export function valueParts({
  parts,
  rest,
  multiple,
  multiples,
  restMultiple,
}: PartsAsked): PartsValue {
  const valued = parts.map((part): ValuedPart => {
    const own = multiples.get(part.id);
    const used = own ?? multiple;
    return {
      ...part,
      multiple: used,
      isDefault: own === undefined,
      enterpriseValue: part.value * used,
    };
  });
  const sum = (of: (part: ValuedPart) => number) =>
    valued.reduce((total, part) => total + of(part), 0);
  const [worth, figures] = [sum((part) => part.enterpriseValue), sum((part) => part.value)];
  const mean = worth > 0 && figures > 0 ? worth / figures : multiple;
  const used = restMultiple ?? mean;
  const valuedRest =
    rest === null
      ? null
      : {
          value: rest,
          multiple: used,
          isDefault: restMultiple === null,
          enterpriseValue: rest * used,
        };
  const enterpriseValue = worth + (valuedRest?.enterpriseValue ?? 0);
  return { parts: valued, rest: valuedRest, enterpriseValue };
}

/** How far the low and the high value lie from the middle, as for every multiple (models.md 9). */
const spread = 0.1;

/**
 * The way from the value of the enterprise to that of a share: that of a model of multiples of revenue, whose multiple is
 * what the parts make of the company's revenue. Null where the filings state no revenue.
 */
export function shareOfParts(model: Model, { enterpriseValue }: PartsValue): ModelResult | null {
  const revenue = settle(model.table, noOverrides.assumptions).get("base_metric");
  if (revenue === null || revenue <= 0) return null;
  const multiple = enterpriseValue / revenue;
  const assumptions = new Map([
    ["multiple", multiple],
    ["multiple_low", multiple * (1 - spread)],
    ["multiple_high", multiple * (1 + spread)],
  ]);
  return runModel(model, { ...noOverrides, assumptions });
}
