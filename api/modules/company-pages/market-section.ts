import { display } from "#ingest/terminal/format.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Deps } from "../../deps.ts";
import { compactText, percentText, priceText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { getQuote } from "../models/service.ts";
import { compareMetrics } from "../screen/service.ts";
import type { Frame } from "./company-frame.ts";

type Text = (value: number, currency: string | null) => string;

const multiple: Text = (value) => `${value.toFixed(1)}x`;
/** "$3.98T" */
const money: Text = (value, currency) =>
  (currency && display({ value: String(value), unit: currency })) ?? compactText(value);

/** What stands beside the price, with how it is written. */
const shown: readonly [key: string, label: string, text: Text][] = [
  ["market_value", "Market value", money],
  ["enterprise_value", "Enterprise value", money],
  ["pe", "Price to earnings", multiple],
  ["ev_to_ebitda", "Enterprise value to EBITDA", multiple],
  ["fcf_yield", "Free cash flow yield", percentText],
  ["dividend_yield", "Dividend yield", percentText],
];

/** A quote, and figures beside it by the key of their metric. */
export interface MarketFigures {
  quote: Terminal["marketData"];
  values: Readonly<Record<string, number | null>>;
  /** Of the amounts among the values; null without them. */
  currency: string | null;
}

/** What the market pays on the day of the page; null where no prices are configured. */
export async function loadMarket(deps: Deps, frame: Frame): Promise<MarketFigures | null> {
  if (!deps.prices.isConfigured) return null;
  const { day: asOf, ticker } = frame;
  const entityId = frame.profile.entity.id;
  const quote = await getQuote(deps, { entityId, asOf, viewer: null });
  if (quote.quote === null || ticker === null) return { quote, values: {}, currency: null };
  const metrics = shown.map(([key]) => key).join(",");
  const asked = { tickers: ticker, metrics, periods: "TTM", asOf };
  const { rows } = await compareMetrics(deps, asked);
  const row = rows.find((one) => one.entityId === entityId);
  return { quote, values: row?.values ?? {}, currency: row?.currency ?? null };
}

/** Price, market value and multiples, or one line that says why there are none. */
export function marketSection(market: MarketFigures | null): Html {
  if (market === null) {
    return html`<p class="soft small">Price, market value and multiples appear here once the service has daily closes (setting <code>PRICES_URL</code>).</p>`;
  }
  const { quote } = market.quote;
  if (quote === null) return html`<p class="soft small">${market.quote.reason ?? "No price."}</p>`;
  const facts = shown.flatMap(([key, label, text]) => {
    const value = market.values[key] ?? null;
    return value === null
      ? []
      : [html`<div><dt>${label}</dt><dd>${text(value, market.currency)}</dd></div>`];
  });
  const change =
    quote.dayChangePercent === null
      ? nothing
      : html` <span class="soft">${percentText(quote.dayChangePercent / 100)} since the close before</span>`;
  return html`<dl class="facts" id="market"><div><dt>Price</dt><dd><b>${priceText(quote.price)} ${quote.currency}</b>${change}${quote.isStale ? html` <span class="warn">old</span>` : nothing}</dd></div>${facts}</dl>`;
}
