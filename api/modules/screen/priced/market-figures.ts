import {
  figuresOfPrice,
  type MarketFigures,
  withoutMarket,
} from "#registry/models/market/market-figures.ts";
import { loadCompanyModels, type ModelDeps, marketFor } from "../../models/service.ts";

/**
 * The newest close on or before the day (undefined: today) with the shares that filings of that day count. Null with
 * "prices_not_configured" or a reason of `figuresOfPrice`.
 */
export async function marketFigures(
  deps: ModelDeps,
  of: { entityId: string; asOf: string | undefined },
): Promise<MarketFigures> {
  if (!deps.prices.isConfigured) return withoutMarket("prices_not_configured");
  const models = await loadCompanyModels(deps, of);
  const { price } = await marketFor(deps, of, models);
  return figuresOfPrice(models.facts, price);
}
