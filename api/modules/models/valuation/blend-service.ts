import { badRequest, notFound } from "#api/http/errors.ts";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { modelDisclaimer, runModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { blend } from "#registry/models/market/blend.ts";
import { type CarryBasis, carried, carryOf } from "#registry/models/market/carry.ts";
import { type Market, marketOf } from "#registry/models/market/price.ts";
import { marketValue } from "#registry/models/market/with-market.ts";
import { parseOverrides } from "#registry/models/overrides.ts";
import { runStored } from "#registry/models/stored-overrides.ts";
import type { CarriedValue, Carry, MarketValue } from "#schemas/shapes/models/price.ts";
import type { BlendAnswer } from "#schemas/shapes/models/valuation.ts";
import { getTemplate, type ModelDeps, type ModelsOf, refused } from "../load-models.ts";
import { marketOn, today } from "../market.ts";
import { findSaved, type SavedScenario } from "./queries.ts";
import type { BlendBody } from "./schemas.ts";
import { load, readPrice } from "./service.ts";

/**
 * The weighted mean of chosen models. Throws 404 for an unknown template or entity and for a scenario that is none of the
 * viewer's, and 400 as compute does.
 */
export async function blendModels(
  deps: ModelDeps,
  of: ModelsOf & { body: BlendBody },
): Promise<BlendAnswer> {
  const given = of.body.models.map((one) => ({ ...one, template: getTemplate(one.templateKey) }));
  const noValue = given.find(
    ({ template: { family } }) => family === "historical" || family === "cost_of_capital",
  );
  if (noValue !== undefined) throw badRequest(`${noValue.template.key} gives no value per share.`);
  const loaded = await load(deps, of);
  const chosen = await Promise.all(given.map((one) => withSaved(deps, of, one)));
  checkOnce(chosen);
  const day = of.asOf ?? today(deps);
  const ownPrice = readPrice({ ...of.body });
  const results = chosen.map((one) => {
    const { template, weight, scenario = null } = one;
    const result = refused(() => resultOf(loaded.models.model(template), one), `${template.key}: `);
    return { name: template.name, scenario, weight, result };
  });
  const blended = blend(results);
  const market = ownPrice === null ? await marketOn(deps, loaded, day) : marketOf(ownPrice);
  return {
    ...inStatedDigits(blended),
    market: besideBlend(results, market, loaded.models),
    disclaimer: modelDisclaimer,
  };
}

type Given = BlendBody["models"][number] & { template: ReturnType<typeof getTemplate> };
type Chosen = Given & { saved: SavedScenario | null };

/** The part with the scenario that it names; its name counts where the part has none. */
async function withSaved(deps: ModelDeps, of: ModelsOf, given: Given): Promise<Chosen> {
  const { scenarioId: id, template, assumptions, drivers } = given;
  if (id === undefined) return { ...given, saved: null };
  if (assumptions !== undefined || drivers !== undefined) {
    throw badRequest("A scenario has its own assumptions and drivers: give scenarioId or these.");
  }
  const userId = of.viewer?.userId;
  const { entityId } = of;
  const saved = userId
    ? await findSaved(deps.db, { id, userId, entityId, templateKey: template.key })
    : null;
  if (saved === null) throw notFound("Scenario");
  return { ...given, scenario: given.scenario ?? saved.name, saved };
}

function checkOnce(chosen: readonly Chosen[]): void {
  const keys = chosen.map(({ template: { key }, scenario }) =>
    scenario === undefined ? key : `${key} (${scenario})`,
  );
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw badRequest(`${twice} is there twice.`);
}

/** What a saved scenario gives is what computing it gives: filed values go before overrides of them, and it is told. */
function resultOf(model: Model, { saved, assumptions, drivers }: Chosen) {
  return saved === null
    ? runModel(model, parseOverrides({ assumptions, drivers }, model))
    : runStored(model, saved, false);
}

type Blended = Parameters<typeof blend>[0];

/** The price beside a blend. */
function besideBlend(results: Blended, market: Market, basis: CarryBasis): MarketValue {
  const [first] = results;
  if (first === undefined) throw new Error("a blend has a model");
  const carry = (day: string | null) => (day === null ? null : carriedBlend(results, day, basis));
  const fair = blend(results).fairValuePerShare;
  return marketValue(first.result, market, { facts: basis.facts, fair, carry });
}

/** The blend of values of which each is carried to the day by itself; null without any value. */
function carriedBlend(results: Blended, day: string, basis: CarryBasis): CarriedValue | null {
  const parts = results.flatMap((one) => {
    const range = one.result.valuationRange;
    const carry = carryOf(one.result, day, basis);
    if (range === null || carry === null) return [];
    const fairValuePerShare = carried(range.fairValuePerShare, carry);
    return [
      { ...one, carry, result: { ...one.result, valuationRange: { ...range, fairValuePerShare } } },
    ];
  });
  const { fairValuePerShare } = blend(parts);
  if (fairValuePerShare.mid === null) return null;
  const same = <T>(of: (carry: Carry) => T): T | null => {
    const values = new Set(parts.map(({ carry }) => of(carry)));
    const [only] = values;
    return values.size === 1 && only !== undefined ? only : null;
  };
  return {
    valueDate: same((one) => one.valueDate),
    priceDate: day,
    days: same((one) => one.days),
    costOfEquity: same((one) => one.costOfEquity),
    factor: same((one) => one.factor),
    fairValuePerShare,
  };
}
