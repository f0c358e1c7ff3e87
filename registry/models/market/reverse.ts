import type { StateReason } from "#schemas/shapes/models/figures.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { ReverseAnswer } from "#schemas/shapes/models/valuation.ts";
import { percent } from "../answers/rounding.ts";
import { stated } from "../answers/stated-digits.ts";
import { settle } from "../assumption.ts";
import { runModel, tryModel } from "../compute.ts";
import { type Model, reason } from "../family.ts";
import { OverrideError, type Overrides } from "../overrides.ts";
import { plainOverrides } from "../stored-overrides.ts";
import { carryOf } from "./carry.ts";
import { sharePrice } from "./price.ts";
import { type Solutions, solve } from "./solve.ts";
import { type Unknown, type UnknownKey, unknowns } from "./unknowns.ts";

export type ReverseResult = Omit<ReverseAnswer, "market" | "disclaimer">;

/**
 * Which assumption a DCF would need for a value that, carried to the day of the price, is the price; all else as
 * `overrides` has it. Throws OverrideError where
 * the overrides set what is solved for, or are refused by the model itself.
 */
export function reverse(
  model: Model,
  of: { price: Price; solvedFor: UnknownKey; overrides: Overrides },
): ReverseResult {
  const unknown = unknowns[of.solvedFor];
  checkFree(model, unknown, of);
  const base = runModel(model, of.overrides);
  const get = settle(model.table, of.overrides.assumptions).get;
  const target = sharePrice(of.price, model.facts, get);
  const carry = carryOf(base, of.price.date, model);
  const shared = {
    templateKey: model.template.key,
    price: of.price,
    pricePerShare: target.value,
    carried: carry,
    currency: base.currency,
    solvedFor: of.solvedFor,
    label: unknown.label,
    range: unknown.range,
    defaultValue: unknown.current(model, base, get),
    fairValuePerShare: base.valuation.fairValuePerShare,
    warnings: base.warnings,
  };
  const failed = (code: StateReason["code"], message: string): ReverseResult => ({
    ...shared,
    state: "insufficient_data",
    stateReason: reason(code, message),
    ...unsolved,
    attained: null,
  });
  if (target.value === null) return failed("price_not_comparable", target.reason);
  const isHopeless = base.stateReason !== null && !mendable.has(base.stateReason.code);
  if (isHopeless && base.stateReason !== null) {
    return failed(base.stateReason.code, base.stateReason.message);
  }
  const factor = carry?.factor ?? 1;
  const valueAt = (x: number) =>
    times(valueWith(model, unknown.set(model, of.overrides, x, get)), factor);
  const solution = solve(valueAt, unknown.range, target.value);
  if (solution.attained === null) {
    return failed(
      "no_value_in_range",
      `The model has no value per share for any ${unknown.name} in the range.`,
    );
  }
  const near = nearest(solution.roots, shared.defaultValue);
  if (near === null) return { ...shared, ...missed(unknown, target.value, solution) };
  const value = stated(near);
  const overrides = unknown.set(model, of.overrides, value, get);
  return {
    ...shared,
    state: "solved",
    stateReason: null,
    value,
    attained: solution.attained,
    otherValues: solution.roots.filter((root) => root !== near).map(stated),
    overrides: plainOverrides(overrides),
    impliedFairValuePerShare: valueWith(model, overrides),
  };
}

const unsolved = { value: null, otherValues: [], overrides: null, impliedFairValuePerShare: null };

/** Another value of what is solved for may mend it. */
const mendable = new Set(["terminal_metric_not_positive"]);

function missed(unknown: Unknown, price: number, { attained }: Solutions) {
  const { min, max } = unknown.range;
  const show = (value: number) =>
    value.toLocaleString("en-US", { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const message =
    `No ${unknown.name} between ${percent(min)} and ${percent(max)} gives ${show(price)}: values per share ` +
    `lie between ${show(attained?.least ?? 0)} and ${show(attained?.greatest ?? 0)}.`;
  const stateReason = reason("no_solution_in_range", message);
  return { state: "no_solution" as const, stateReason, attained, ...unsolved };
}

function checkFree(model: Model, unknown: Unknown, { overrides }: { overrides: Overrides }): void {
  if (!unknown.isOf(model.template)) {
    throw new OverrideError([
      `Template ${model.template.key} has no ${unknown.name} to solve for.`,
    ]);
  }
  const isSet =
    unknown.takes.some((key) => overrides.assumptions.has(key)) ||
    (unknown.driver !== null && overrides.drivers.has(unknown.driver));
  if (isSet) {
    throw new OverrideError([`${unknown.takes[0]} cannot be set: it is what is solved for.`]);
  }
}

const times = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** Null where the model refuses the overrides or has no value. */
const valueWith = (model: Model, overrides: Overrides): number | null =>
  tryModel(model, overrides)?.valuation.fairValuePerShare ?? null;

function nearest(roots: readonly number[], to: number | null): number | null {
  const [first] = roots;
  if (first === undefined) return null;
  if (to === null) return first;
  return roots.reduce(
    (best, one) => (Math.abs(one - to) < Math.abs(best - to) ? one : best),
    first,
  );
}
