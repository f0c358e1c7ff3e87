import { priceText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { baseOf, type Frame } from "../company-frame.ts";
import type { AskedValuation } from "./asked.ts";

/** The field for a price of a page of the company. It works without scripts. */
export function priceForm(
  frame: Frame,
  { path: at, asked, result }: { path: string; asked: AskedValuation; result: ModelResult },
): Html {
  const { typed, problem } = asked;
  const { currency, market } = result;
  const path = baseOf(frame) + at;
  const wrong =
    problem === null ? nothing : html` aria-invalid="true" aria-describedby="price-why"`;
  const shown = asked.price === null && market.price !== null ? priceText(market.price.value) : "";
  const day =
    frame.day === undefined
      ? nothing
      : html`<input type="hidden" name="asOf" value="${frame.day}">`;
  const back =
    typed === ""
      ? nothing
      : html` <a href="${path}${queryText({ asOf: frame.day })}">Without it</a>`;
  return html`<form class="price" id="price-form" action="${path}">${day}<label>Price of ${basis(asked, result)} <input name="price" inputmode="decimal" autocomplete="off" maxlength="40" size="12" value="${typed}" placeholder="${shown || `in ${currency ?? "its currency"}`}"${wrong}></label> <button>Compare</button>${back}
${problem === null ? nothing : html`<span class="why bad" id="price-why" role="alert">${problem}</span>`}</form>\n`;
}

/** What the price is of: a choice for a company with a receipt. */
function basis({ priceOf }: AskedValuation, { currency, perShare }: ModelResult): Html {
  const receipt = perShare?.receipt ?? null;
  if (receipt === null) return html`a share${currency === null ? "" : `, ${currency}`}`;
  const options = [
    { value: "share", text: `${perShare?.security ?? "share"}, ${currency ?? ""}` },
    { value: "receipt", text: `${receipt.name}, ${receipt.currency}` },
  ];
  return html`<select name="priceOf" aria-label="What the price is of">${options.map(({ value, text }) => html`<option value="${value}"${value === priceOf ? html` selected` : nothing}>${text}</option>`)}</select>`;
}

/** The price that the line in the drawings is, or why there is none. */
export function priceLine({ price: given }: AskedValuation, result: ModelResult): Html {
  const { price, reason, state, pricePerShare } = result.market;
  if (price === null || pricePerShare === null) {
    const why =
      state === "not_configured"
        ? html`The service has no daily closes (setting <code>PRICES_URL</code>). A price typed here stands beside the values.`
        : html`${reason ?? "No price."}`;
    return html`<p class="soft small">${why}</p>`;
  }
  const amount = html`<b>${priceText(price.value)} ${price.currency ?? ownCurrency(price, result)}</b>`;
  const day = price.date ?? "";
  const said =
    given === null
      ? html`Close ${amount}${perOne(result)} on ${day} from ${price.source}`
      : html`Your price of ${amount}${perOne(result)} as of ${day}`;
  return html`<p class="market">${said}, the line in each drawing. The upside compares the middle value, carried to that day, with it.</p>`;
}

const ownCurrency = ({ of }: Price, { currency, perShare }: ModelResult): string =>
  (of === "receipt" ? perShare?.receipt?.currency : currency) ?? "";

/** What a price of a receipt is for one share. */
function perOne({ market: { price, pricePerShare }, currency }: ModelResult): string {
  if (price?.of !== "receipt" || pricePerShare === null) return "";
  return ` a receipt, which is ${priceText(pricePerShare)} ${currency ?? ""} a share,`;
}
