import { type Template, templates } from "#registry/models/catalogue.ts";
import { computeModel, runModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { formulasOf, type StatedFormula } from "#registry/models/formulas.ts";
import { normalisedKey } from "#registry/models/inputs/earnings/normalised.ts";
import { type Market, marketOf } from "#registry/models/market/price.ts";
import { withMarket } from "#registry/models/market/with-market.ts";
import { parseOverrides, refusalOf } from "#registry/models/overrides.ts";
import { type Sensitivity, sensitivityOf } from "#registry/models/sensitivity.ts";
import {
  plainOverrides,
  runStored,
  type StoredOverrides,
} from "#registry/models/stored-overrides.ts";
import type { ListingEntry } from "#schemas/shapes/models/listing.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import {
  getTemplate,
  loadCompanyModels,
  loadModel,
  type ModelDeps,
  type ModelsOf,
  marketFor,
  refused,
  storeOf,
} from "./load-models.ts";
import type { ModelStore } from "./model-store.ts";

export { exportCompanyModel } from "./export/service.ts";
export {
  getQuote,
  getTemplate,
  loadCompanyModels,
  loadModel,
  type ModelDeps,
  type ModelsOf,
  marketFor,
  refused,
} from "./load-models.ts";
export { today } from "./market.ts";
export { blendModels } from "./valuation/blend-service.ts";
export { sumParts } from "./valuation/parts-service.ts";
export { comparePeersOf } from "./valuation/peer-service.ts";
export { listSaved } from "./valuation/queries.ts";
export { multiplesHistory, reverseModel } from "./valuation/service.ts";

/** All templates with what the company's filings give them. Throws 404 for an unknown entity. */
export async function listCompanyModels(deps: ModelDeps, of: ModelsOf): Promise<ListingEntry[]> {
  return (await loadCompanyModels(deps, of)).listing();
}

/** How a model of a company computes, line by line. Throws 404 for an unknown template or entity. */
export async function listFormulas(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string },
): Promise<StatedFormula[]> {
  return formulasOf(await loadModel(deps, of));
}

/** The default answer as bytes. Throws 404 for an unknown template or entity. */
export async function getDefaultModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; earnings?: "normalised" | "reported" },
): ReturnType<ModelStore["bytes"]> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const isReported =
    of.earnings === "reported" && models.model(template).table.byKey.has(normalisedKey);
  const market = await marketFor(deps, of, models);
  const key = `${template.key} ${of.entityId} ${of.asOf ?? ""} ${isReported} ${JSON.stringify(market)}`;
  const body = isReported ? { assumptions: { [normalisedKey]: 0 } } : undefined;
  return storeOf(deps).bytes(key, models, { template, body, market });
}

/**
 * Computes a model with the overrides of a body. Returns JSON text. Throws 404 for an unknown entity or template, and 400 for
 * a wrong body.
 */
export async function computeCompanyModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<string> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const market = await marketFor(deps, of, models);
  // A request without a body reaches handlers as null.
  const result = refused(() => computeModel(models.model(template), of.body ?? undefined));
  return models.write(template, withMarket(result, market, models));
}

/** Reads a company's models into memory for the transaction that follows. Throws 404 for an unknown entity. */
export const warmModels = async (
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string },
): Promise<void> => void (await loadModel(deps, of));

/** Overrides that compute takes, as plain data to keep. Throws 404 as above and 400 for what it refuses. */
export async function checkOverrides(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<StoredOverrides> {
  const template = getTemplate(of.templateKey);
  const model = (await loadCompanyModels(deps, of)).model(template);
  return refused(() => {
    const overrides = parseOverrides(of.body, model);
    runModel(model, overrides);
    return plainOverrides(overrides);
  });
}

/**
 * Computes a model with stored overrides. The result names filings that are newer than the overrides. Throws 404 for an
 * unknown entity or template, and 400 for overrides that contradict each other.
 */
export async function computeStored(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; stored: StoredOverrides; withFiled: boolean },
): Promise<ModelResult> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const market = await marketFor(deps, of, models);
  const result = refused(() => runStored(models.model(template), of.stored, of.withFiled));
  return withMarket(result, market, models);
}

/** One overridden input, under the name that its sender gave it. */
export interface NamedOverride {
  name: string;
  body: {
    assumptions?: Record<string, number>;
    drivers?: Record<string, Record<string, number>>;
  };
}

/** The result of overrides. Where any is refused, `result` is that of the filings alone. */
export interface TriedOverrides {
  result: ModelResult;
  /** Names of the overrides that are refused each by itself. */
  refused: readonly string[];
  /** Why the overrides contradict each other; null where they do not or where one is refused by itself. */
  conflict: string | null;
}

/** A model, and the price that stands beside its values. */
export interface PricedModel {
  model: Model;
  market: Market;
}

/** A model with the price of the day asked for. Throws 404 for an unknown template or entity. */
export async function loadPricedModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string },
): Promise<PricedModel> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const market = await marketFor(deps, of, models);
  return { model: models.model(template), market };
}

/** A model's answer from the filings alone. */
export interface DefaultResult {
  template: Template;
  result: ModelResult;
}

/**
 * All models from the filings alone, with a price beside their values: the given one, else that of the day. Throws 404
 * for an unknown entity.
 */
export async function computeAllModels(
  deps: ModelDeps,
  { price, ...of }: ModelsOf & { price: Price | null },
): Promise<readonly DefaultResult[]> {
  const models = await loadCompanyModels(deps, of);
  const market = price === null ? await marketFor(deps, of, models) : marketOf(price);
  return templates.map((template) => {
    const model = models.model(template);
    return { template, result: withMarket(computeModel(model), market, model) };
  });
}

/** Computes a model with overrides and tells which of them are refused, instead of throwing. */
export function tryOverrides(
  { model, market }: PricedModel,
  overrides: readonly NamedOverride[],
): TriedOverrides {
  const refusedNames = overrides
    .filter(({ body }) => refusalOf(() => parseOverrides(body, model)) !== null)
    .map(({ name }) => name);
  const computed = (body?: object) => withMarket(computeModel(model, body), market, model);
  if (refusedNames.length > 0) return { result: computed(), refused: refusedNames, conflict: null };
  const body = mergeOverrides(overrides);
  let result: ModelResult | null = null;
  const conflict = refusalOf(() => {
    result = computed(body);
  });
  return { result: result ?? computed(), refused: refusedNames, conflict };
}

/** What a model gives around the result of overrides, as `sensitivityOf`. Throws OverrideError for overrides that it refuses. */
export function sensitivityAround(
  { model }: PricedModel,
  overrides: readonly NamedOverride[],
): Sensitivity | null {
  return sensitivityOf(model, parseOverrides(mergeOverrides(overrides), model));
}

/** Named overrides as one compute body. */
export function mergeOverrides(
  overrides: readonly NamedOverride[],
): Required<NamedOverride["body"]> {
  const assumptions = Object.assign({}, ...overrides.map(({ body }) => body.assumptions));
  const drivers: Record<string, Record<string, number>> = {};
  for (const { body } of overrides) {
    for (const [driver, cells] of Object.entries(body.drivers ?? {})) {
      drivers[driver] = { ...drivers[driver], ...cells };
    }
  }
  return { assumptions, drivers };
}
