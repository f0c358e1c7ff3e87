import { badRequest, orNull } from "#api/http/errors.ts";
import { countedValue } from "#ingest/faces/shown/counted-value.ts";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { modelDisclaimer, runModel } from "#registry/models/compute.ts";
import { reason } from "#registry/models/family.ts";
import type { Anchors } from "#registry/models/inputs/anchors.ts";
import { marketOf } from "#registry/models/market/price.ts";
import {
  olderParts,
  type Part,
  shareOfParts,
  unfitParts,
  valueParts,
} from "#registry/models/market/sum-of-parts.ts";
import { withMarket } from "#registry/models/market/with-market.ts";
import { noOverrides } from "#registry/models/overrides.ts";
import type { StateReason } from "#schemas/shapes/models/figures.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { PartsAnswer, partMetrics } from "#schemas/shapes/models/valuation.ts";
import {
  type Breakdowns,
  dataIn,
  getBreakdowns,
  getSegments,
  type Segments,
} from "../../filed-statements/service.ts";
import { getTemplate, type ModelDeps, type ModelsOf } from "../load-models.ts";
import { marketOn, today } from "../market.ts";
import type { PartsBody } from "./schemas.ts";
import { load, readPrice } from "./service.ts";

type Metric = (typeof partMetrics)[number];
type Kind = Segments["by"];
type PartsDeps = ModelDeps & Parameters<typeof getSegments>[0];

/** Which breakdown is taken where none is asked for. */
const wanted: readonly (readonly [Kind, Metric])[] = [
  ["business", "operating_income"],
  ["business", "revenue"],
  ["product", "revenue"],
  ["geography", "operating_income"],
  ["geography", "revenue"],
];

/** The model whose multiple is the default of a part. */
const templates = {
  operating_income: "ev_ebit_multiples",
  revenue: "ev_revenue_multiples",
} as const satisfies Record<Metric, string>;

/**
 * The parts of a company, each at its own multiple, together less what the company owes. Throws 404 for an unknown
 * entity, and 400 for an invalid price and for a multiple of a part that is not there.
 */
export async function sumParts(
  deps: PartsDeps,
  of: ModelsOf & { body: PartsBody },
): Promise<PartsAnswer> {
  const { body } = of;
  const own = readPrice({ ...body });
  const loaded = await load(deps, of);
  const price = own === null ? await marketOn(deps, loaded, of.asOf ?? today(deps)) : marketOf(own);
  const { models } = loaded;
  const bridge = models.model(getTemplate("ev_revenue_multiples"));
  const answer = (result: ModelResult, rest: Partial<PartsAnswer>) =>
    inStatedDigits({ ...nothingValued, ...shownOf(withMarket(result, price, models)), ...rest });
  const without = (stateReason: StateReason, rest: Partial<PartsAnswer> = {}) => {
    const plain = withMarket(runModel(bridge, noOverrides), price, models);
    const market = { ...plain.market, carried: null, upside: null };
    return inStatedDigits({
      ...nothingValued,
      ...shownOf(plain),
      ...unvalued,
      market,
      stateReason,
      ...rest,
    });
  };

  const { anchors, dayWarnings = [] } = models.facts;
  if (bridge.blocked !== null || anchors === null) return without(bridge.blocked ?? noYears);
  const found = await findParts(deps, of, anchors);
  if ("code" in found) return without(found);
  const { parts, rest, metric, by, period } = found;
  const multiples = new Map(Object.entries(body.multiples ?? {}));
  const unknown = [...multiples.keys()].find((id) => !parts.some((part) => part.id === id));
  if (unknown !== undefined) throw badRequest(`There is no part "${unknown.slice(0, 80)}".`);
  const seed = models.model(getTemplate(templates[metric])).table.byKey.get("multiple");
  if (seed?.value == null) throw new Error("a multiple has a default");
  const defaultMultiple = { value: seed.value, note: seed.note ?? null };
  const restMultiple = body.restMultiple ?? null;
  const asked = { parts, rest, multiple: seed.value, multiples, restMultiple };
  const value = valueParts(asked);
  const shown = {
    by,
    metric,
    period,
    defaultMultiple,
    parts: value.parts,
    rest: value.rest,
    warnings: [...olderParts(period, anchors), ...dayWarnings],
  };
  if (value.enterpriseValue <= 0) return without(worthNothing, shown);
  const result = shareOfParts(bridge, value);
  return result === null ? without(noRevenue, shown) : answer(result, shown);
}

const noParts = (why: string) => reason("no_parts", why);
const noYears = reason("no_annual_periods", "The filings hold no full fiscal year.");
const noRevenue = reason("missing_core_metric", "The filings do not state revenue.");
const worthNothing = reason(
  "metric_not_positive",
  "The parts are worth nothing together at these multiples.",
);

const nothingValued = {
  by: null,
  metric: null,
  period: null,
  parts: [],
  rest: null,
  defaultMultiple: null,
  warnings: [],
  disclaimer: modelDisclaimer,
};

const unvalued = {
  state: "insufficient_data" as const,
  enterpriseValue: null,
  netDebt: null,
  equityValue: null,
  fairValuePerShare: { low: null, mid: null, high: null },
};

const shownOf = (result: ModelResult) => ({
  state: result.valuationRange === null ? ("insufficient_data" as const) : ("computed" as const),
  stateReason: result.stateReason,
  currency: result.currency,
  balanceSheetDate: result.balanceSheetDate,
  enterpriseValue: result.valuation.enterpriseValue,
  netDebt: result.valuation.netDebt,
  equityValue: result.valuation.equityValue,
  fairValuePerShare: result.valuationRange?.fairValuePerShare ?? unvalued.fairValuePerShare,
  market: result.market,
});

interface FoundParts {
  by: Kind;
  metric: Metric;
  period: NonNullable<PartsAnswer["period"]>;
  parts: Part[];
  rest: number | null;
}

/**
 * The newest fiscal year of the breakdown that is asked for, else of the first that there is; the reason where there is
 * none in the currency of the statements, or none of the last two years.
 */
async function findParts(
  deps: PartsDeps,
  { body, entityId, asOf, viewer = null }: ModelsOf & { body: PartsBody },
  anchors: Anchors,
): Promise<FoundParts | StateReason> {
  const of = { entityId, asOf, viewer };
  const answer = await orNull(() => getBreakdowns(deps, of));
  const known = answer === null ? [] : dataIn<Breakdowns>(answer).breakdowns;
  const chosen = wanted.find(
    ([by, metric]) =>
      (body.by ?? by) === by &&
      (body.metric ?? metric) === metric &&
      known.some((one) => one.by === by && one.metric === metric && one.members > 1),
  );
  if (chosen === undefined) {
    const { by = "part", metric = "revenue or operating income" } = body;
    return noParts(`The filings at hand state no ${metric.replaceAll("_", " ")} by ${by}.`);
  }
  const [by, metric] = chosen;
  const segments = dataIn<Segments>(await getSegments(deps, { ...of, by, metric }));
  const period = segments.periods.find(({ key }) => key.endsWith("FY"));
  if (period === undefined)
    return noParts("The filings at hand state no full fiscal year of the parts.");
  const unfit = unfitParts(period, anchors);
  if (unfit !== null) return noParts(unfit);
  const parts = segments.members.flatMap(({ id, label, values }): Part[] => {
    const value = values[period.key];
    if (value === undefined || value.weight === 0 || value.role !== "part") return [];
    return [{ id, label, value: Number(countedValue(value)) }];
  });
  if (parts.length < 2) return noParts("The filing states one part alone.");
  const whole = period.total === null ? null : Number(period.total.value);
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const { key, end, filing, reconciliation } = period;
  return {
    by,
    metric,
    parts,
    rest: whole === null ? null : whole - sum,
    period: { key, end, ...filing, reconciliation },
  };
}
