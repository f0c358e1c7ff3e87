import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Deps } from "../../deps.ts";
import { compactText, percentText, priceText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { getQuote } from "../models/service.ts";
import { compareMetrics } from "../screen/service.ts";
import type { Frame } from "./company-frame.ts";

const multiple = (value: number) => `${value.toFixed(1)}x`;

/** What stands beside the price, with how it is written. */
const shown: readonly [key: string, label: string, text: (value: number) => string][] = [
  ["market_value", "Market value", compactText],
  ["enterprise_value", "Enterprise value", compactText],
  ["pe", "Price to earnings", multiple],
  ["ev_to_ebitda", "Enterprise value to EBITDA", multiple],
  ["fcf_yield", "Free cash flow yield", percentText],
  ["dividend_yield", "Dividend yield", percentText],
];

/** A quote, and figures beside it by the key of their metric. */
export interface MarketFigures {
  quote: Terminal["marketData"];
  values: Readonly<Record<string, number | null>>;
}

/** What the market pays on the day of the page; null where no prices are configured. */
export async function loadMarket(deps: Deps, frame: Frame): Promise<MarketFigures | null> {
  if (!deps.prices.isConfigured) return null;
  const { day: asOf, ticker } = frame;
  const entityId = frame.profile.entity.id;
  const quote = await getQuote(deps, { entityId, asOf, viewer: null });
  if (quote.quote === null || ticker === null) return { quote, values: {} };
  const metrics = shown.map(([key]) => key).join(",");
  const asked = { tickers: ticker, metrics, periods: "TTM", asOf };
  const { rows } = await compareMetrics(deps, asked);
  return { quote, values: rows.find((row) => row.entityId === entityId)?.values ?? {} };
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
    return value === null ? [] : [html`<div><dt>${label}</dt><dd>${text(value)}</dd></div>`];
  });
  const change =
    quote.dayChangePercent === null
      ? nothing
      : html` <span class="soft">${percentText(quote.dayChangePercent / 100)} on the day</span>`;
  return html`<dl class="facts" id="market"><div><dt>Price</dt><dd><b>${priceText(quote.price)} ${quote.currency}</b>${change}${quote.isStale ? html` <span class="warn">old</span>` : nothing}</dd></div>${facts}</dl>`;
}
