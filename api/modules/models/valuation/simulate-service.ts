import { setImmediate } from "node:timers/promises";
import { badRequest } from "#api/http/errors.ts";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { settle } from "#registry/models/assumption.ts";
import { modelDisclaimer, runModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { carryOf } from "#registry/models/market/carry.ts";
import { sharePrice } from "#registry/models/market/price.ts";
import {
  type DrawRanges,
  drawValues,
  statedRanges,
  summarizeDraws,
} from "#registry/models/market/simulate.ts";
import { type Overrides, parseOverrides } from "#registry/models/overrides.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { Simulation } from "#schemas/shapes/models/valuation.ts";
import { getTemplate, type ModelDeps, type ModelsOf, refused } from "../load-models.ts";
import { today } from "../market.ts";
import type { SimulateBody } from "./schemas.ts";
import { load, priceFor, readPrice } from "./service.ts";

/**
 * Values of a model with its inputs drawn from ranges, and the part of them above a price: that of the body, else the
 * newest close. Throws 404 for an unknown template or entity, and 400 for what compute refuses, in ranges, too.
 */
export async function simulateModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: SimulateBody },
): Promise<Simulation> {
  const template = getTemplate(of.templateKey);
  const { body } = of;
  const { assumptions, drivers, draws, seed } = body;
  const own = readPrice({ ...body });
  const loaded = await load(deps, of);
  const model = loaded.models.model(template);
  const { overrides, ranges, base } = refused(() => {
    const read = parseOverrides({ assumptions, drivers }, model);
    return { overrides: read, ranges: rangesOf(model, read, body), base: runModel(model, read) };
  });
  if (ranges.size === 0) {
    throw badRequest(`Template ${template.key} states no range: give ranges of assumptions.`);
  }
  const day = of.asOf ?? today(deps);
  const { price, state } = await priceFor(deps, { loaded, day, own });
  const comparedWith = price === null ? null : onValueDay(model, { overrides, base, price });
  const drawn = await draw(model, { overrides, ranges, draws, seed });
  return {
    templateKey: template.key,
    ...inStatedDigits({
      state: base.state,
      stateReason: base.stateReason,
      currency: base.currency,
      seed,
      ranges: described(model, ranges),
      price,
      comparedWith,
      ...summarizeDraws(drawn, comparedWith),
      warnings: base.warnings,
    }),
    market: state,
    disclaimer: modelDisclaimer,
  };
}

/** The ranges of the body, else those that the model states. Throws OverrideError for a value that compute refuses. */
function rangesOf(model: Model, overrides: Overrides, { ranges }: SimulateBody): DrawRanges {
  if (ranges === undefined) return statedRanges(model, overrides);
  const read = Object.entries(ranges).map(([key, { min, max, mode = (min + max) / 2 }]) => {
    for (const value of [min, mode, max]) parseOverrides({ assumptions: { [key]: value } }, model);
    return [key, { min, mode, max }] as const;
  });
  return new Map(read);
}

const described = (model: Model, ranges: DrawRanges) =>
  [...ranges].map(([key, range]) => ({
    key,
    label: model.table.byKey.get(key)?.label ?? key,
    ...range,
  }));

/** The price per share, brought from its day to that of the values; null where it cannot be compared. */
function onValueDay(
  model: Model,
  { overrides, base, price }: { overrides: Overrides; base: ModelResult; price: Price },
): number | null {
  const { get } = settle(model.table, overrides.assumptions);
  const { value } = sharePrice(price, model.facts, get);
  const carry = carryOf(base, price.date, model);
  return value === null ? null : value / (carry?.factor ?? 1);
}

/** Draws between which others are served. */
const drawsAtOnce = 250;

async function draw(
  model: Model,
  of: { overrides: Overrides; ranges: DrawRanges; seed: number; draws: number },
): Promise<(number | null)[]> {
  const values = drawValues(model, of);
  const drawn: (number | null)[] = [];
  while (drawn.length < of.draws) {
    drawn.push(values.next().value);
    if (drawn.length % drawsAtOnce === 0) await setImmediate();
  }
  return drawn;
}
