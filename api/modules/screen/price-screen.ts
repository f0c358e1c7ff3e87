import { createHash } from "node:crypto";
import type { PriceSettings } from "#schemas/config/price-settings.ts";
import { asNumber, type Figure } from "#schemas/ratios.ts";
import { pricedColumns } from "#schemas/screen-metrics.ts";
import { openPrices } from "../../clients/prices/prices.ts";
import type { Deps } from "../../deps.ts";
import { openViews } from "../../views/open-views.ts";
import { openDocuments } from "../companies/service.ts";
import { derivedFigure, type MetricDeps } from "./metrics.ts";
import { trailingFigures } from "./period-figures.ts";
import { marketFigures } from "./priced/market-figures.ts";
import { listPriced, type PricedRow, storePriced } from "./priced/queries.ts";

const companiesAtOnce = 200;

type PriceParts = Pick<Deps, "db" | "registry" | "now"> & {
  log: { warn(fields: object, message: string): void };
};

/** What a program without requests needs for this; no figure here asks for a view. */
export function priceScreenDeps(
  settings: PriceSettings,
  { db, registry, now, log }: PriceParts,
): MetricDeps {
  const [documents, views] = [openDocuments(db), openViews(db, registry)];
  return { db, registry, now, documents, views, prices: openPrices(settings, { log }) };
}

interface Priced {
  companies: number;
  written: number;
}

/**
 * Writes the figures of every published company that take a price, of the newest close and twelve months, as
 * `GET /v2/metrics` gives them. A company whose build and close are those of its stored row is left as it is. A signal
 * ends it between two companies.
 */
export async function priceScreen(deps: MetricDeps, signal?: AbortSignal): Promise<Priced> {
  const done = { companies: 0, written: 0 };
  for (let after: string | null = null; ; ) {
    const page: PricedRow[] = await listPriced(deps.db, { after, limit: companiesAtOnce });
    for (const row of page) {
      if (signal?.aborted) return done;
      done.companies += 1;
      if (await priceOne(deps, row)) done.written += 1;
    }
    after = page.at(-1)?.entityId ?? null;
    if (page.length < companiesAtOnce) return done;
  }
}

/** The same of one company; none where it cannot be screened. */
export async function priceCompany(deps: MetricDeps, cik: string): Promise<Priced> {
  const [row] = await listPriced(deps.db, { cik, limit: 1 });
  if (row === undefined) return { companies: 0, written: 0 };
  return { companies: 1, written: (await priceOne(deps, row)) ? 1 : 0 };
}

async function priceOne(deps: MetricDeps, row: PricedRow): Promise<boolean> {
  const state = await stateOf(deps, row);
  if (state === row.state) return false;
  await storePriced(deps.db, { ...(await pricedFigures(deps, row.entityId)), state });
  return true;
}

const formulas = pricedColumns.map(({ column, metric }) => [column, metric.derived?.text]);

/** What the figures are of: the formulas, the build, and the close or why there is none. */
async function stateOf(
  deps: MetricDeps,
  { ticker, build }: Pick<PricedRow, "ticker" | "build">,
): Promise<string> {
  const day = deps.now().toISOString().slice(0, 10);
  const close = ticker === null ? null : await deps.prices.closeOn(ticker, day, day);
  const of = JSON.stringify([formulas, build, ticker, close]);
  return createHash("sha256").update(of).digest("hex");
}

async function pricedFigures(deps: MetricDeps, entityId: string) {
  const of = { entityId, view: { kind: "latest" }, perShare: "filed", viewer: null } as const;
  const peers = await trailingFigures(deps, of);
  const [column] = peers;
  const market = await marketFigures(deps, { entityId, asOf: undefined });
  const figureOf = (metric: (typeof pricedColumns)[number]["metric"]): Figure =>
    column === undefined
      ? { value: null, reason: "no_period" }
      : asNumber(derivedFigure(metric, { column, peers, market }));
  const figures = pricedColumns.map(({ metric }) => figureOf(metric));
  const reasons = figures.flatMap(({ reason }, at) =>
    reason === null ? [] : [[pricedColumns[at]?.column ?? "", reason] as const],
  );
  return {
    entityId,
    priceDay: market.day,
    figures: figures.map(({ value }) => value),
    reasons: Object.fromEntries(reasons),
  };
}
