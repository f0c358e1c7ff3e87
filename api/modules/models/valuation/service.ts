import { z } from "zod";
import { badRequest } from "#api/http/errors.ts";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { ownHistory } from "#registry/models/market/own-history.ts";
import {
  givenPrice,
  isPrice,
  type Market,
  marketNotConfigured,
  priceMax,
} from "#registry/models/market/price.ts";
import { type ReverseResult, reverse } from "#registry/models/market/reverse.ts";
import { priceDivisor } from "#registry/models/market/splits.ts";
import { parseOverrides } from "#registry/models/overrides.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import type { Earnings, MultiplesHistory } from "#schemas/shapes/models/compared.ts";
import type { DatedPrice, Price, PriceOf } from "#schemas/shapes/models/price.ts";
import { unknownKeys } from "#schemas/shapes/models/valuation.ts";
import {
  getTemplate,
  loadCompanyModels,
  type ModelDeps,
  type ModelsOf,
  refused,
} from "../load-models.ts";
import { closeOf, marketOn, type PricedCompany, tickerOf, today } from "../market.ts";
import type { CompanyModels } from "../model-store.ts";
import type { HistoryBody } from "./schemas.ts";

/** The company's models with what its price is found by. */
interface LoadedModels extends PricedCompany {
  models: CompanyModels;
}

export async function load(deps: ModelDeps, of: ModelsOf): Promise<LoadedModels> {
  const models = await loadCompanyModels(deps, of);
  const ticker = await tickerOf(deps, of.entityId);
  const latest =
    of.asOf === undefined ? models : await loadCompanyModels(deps, { ...of, asOf: undefined });
  return { models, facts: models.facts, splits: latest.facts.splits, ticker };
}

/** A body's price, else the newest close; null without either, with the reason. */
export async function priceFor(
  deps: ModelDeps,
  { loaded, day, own }: { loaded: LoadedModels; day: string; own: Price | null },
): Promise<{ price: Price | null; state: Market["state"]; reason: string | null }> {
  const market = own === null ? await marketOn(deps, loaded, day) : null;
  const state = market?.state ?? (deps.prices.isConfigured ? "available" : "not_configured");
  return { price: own ?? market?.price ?? null, state, reason: market?.reason ?? null };
}

type BodyMembers = Record<string, unknown>;

/** A body that is an object, or none at all. Throws 400 for anything else. */
function membersOf(body: unknown): BodyMembers {
  if (body === undefined || body === null) return {};
  if (typeof body === "object" && !Array.isArray(body)) return body as BodyMembers;
  throw badRequest("The body must be an object.");
}

/** The price of a body; null where it gives none. Without `priceDate` it is of no day. Throws 400 for an invalid price. */
export function readPrice(
  { price, priceOf, priceCurrency, priceDate }: BodyMembers,
  prefix = "",
): Price | null {
  if (price === undefined) return null;
  if (typeof price !== "number" || !isPrice(price)) {
    throw badRequest(`${prefix}price must be a number greater than 0 and at most ${priceMax}.`);
  }
  if (priceOf !== undefined && priceOf !== "share" && priceOf !== "receipt") {
    throw badRequest('priceOf must be "share" or "receipt".');
  }
  const isCode = typeof priceCurrency === "string" && /^[A-Z]{3}$/.test(priceCurrency);
  if (priceCurrency !== undefined && !isCode) {
    throw badRequest("priceCurrency must be a currency of three capital letters.");
  }
  if (priceDate !== undefined && !z.iso.date().safeParse(priceDate).success) {
    throw badRequest("priceDate must be a date written YYYY-MM-DD.");
  }
  return givenPrice(
    price,
    isCode ? priceCurrency : null,
    (priceOf as PriceOf | undefined) ?? "share",
    (priceDate as string | undefined) ?? null,
  );
}

/**
 * The value of one input at which a DCF gives a price: that of the body, else the newest close. Throws 404 for an
 * unknown template or entity, and 400 as compute does.
 */
export async function reverseModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<ReverseResult & { market: Market["state"]; disclaimer: string }> {
  const template = getTemplate(of.templateKey);
  if (template.family !== "dcf") {
    throw badRequest("Only DCF templates can be solved for what a price needs.");
  }
  const {
    solveFor = "revenue_growth",
    price,
    priceOf,
    priceCurrency,
    priceDate,
    ...body
  } = membersOf(of.body);
  const solvedFor = unknownKeys.find((key) => key === solveFor);
  if (solvedFor === undefined)
    throw badRequest(`solveFor must be one of ${unknownKeys.join(", ")}.`);
  const day = of.asOf ?? today(deps);
  const own = readPrice({ price, priceOf, priceCurrency, priceDate });
  const loaded = await load(deps, of);
  const { price: solvedPrice, state, reason } = await priceFor(deps, { loaded, day, own });
  if (solvedPrice === null) throw badRequest(`price is needed: ${reason ?? ""}`);
  const result = refused(() => {
    const model = loaded.models.model(template);
    const overrides = parseOverrides(body, model);
    return reverse(model, { price: solvedPrice, solvedFor, overrides });
  });
  return { ...inStatedDigits(result), market: state, disclaimer: modelDisclaimer };
}

/**
 * Each multiple over the company's years. Prices of years are those given by fiscal year, else the one price given for
 * all, else the provider's closes. Throws 404 for an unknown entity and 400 for an invalid price.
 */
export async function multiplesHistory(
  deps: ModelDeps,
  of: ModelsOf & { earnings: Earnings; body: HistoryBody },
): Promise<MultiplesHistory> {
  const loaded = await load(deps, of);
  const { body, earnings } = of;
  const { prices = {}, priceOf, priceCurrency, asTraded = false } = body;
  const one = readPrice({ ...body });
  const pricesByDay = new Map<string, DatedPrice | string>();
  const { anchors, years } = loaded.facts;
  const days = [...years.map(({ periodEnd }) => periodEnd), anchors?.balanceSheetDate ?? []].flat();
  if (one === null && deps.prices.isConfigured) {
    for (const day of days)
      pricesByDay.set(day, asKnown(await closeOf(deps, loaded, day), loaded, of.asOf));
  }
  const newest = of.asOf ?? today(deps);
  const nowPrice =
    one === null ? asKnown(await closeOf(deps, loaded, newest), loaded, of.asOf) : null;
  const history = ownHistory(loaded.facts, {
    reference: referenceOn(of.asOf ?? null, anchors?.currency ?? null),
    earnings,
    priceAt(periodEnd, fiscalYear) {
      const value = fiscalYear === null ? undefined : prices[String(fiscalYear)];
      if (value !== undefined) {
        const price = readPrice({ price: value, priceOf, priceCurrency }, `prices.${fiscalYear}: `);
        if (price !== null) return { ...price, date: periodEnd, isAdjusted: !asTraded };
      }
      if (one !== null) return { ...one, isAdjusted: true };
      if (!deps.prices.isConfigured) return noPriceGiven;
      return (fiscalYear === null ? nowPrice : pricesByDay.get(periodEnd)) ?? noPriceGiven;
    },
  });
  const state = deps.prices.isConfigured ? ("available" as const) : marketNotConfigured.state;
  return { ...inStatedDigits(history), market: state, disclaimer: modelDisclaimer };
}

/** An adjusted close on the shares of the day asked for: splits after that day are put back into it. */
function asKnown(
  price: DatedPrice | string,
  { splits }: LoadedModels,
  asOf: string | undefined,
): DatedPrice | string {
  if (typeof price === "string" || !price.isAdjusted || asOf === undefined) return price;
  const factor = priceDivisor(splits, asOf);
  if (factor !== null) return { ...price, value: price.value * factor };
  return `A split took effect between two filings around ${asOf}: the shares of that day are not known.`;
}

const noPriceGiven =
  "No price is given, and no market-data provider is configured: give price, or prices by fiscal year.";
