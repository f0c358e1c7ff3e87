import { rangeBars } from "#api/pages/charts/range-bars.ts";
import { priceText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { BlendAnswer } from "#schemas/shapes/models/valuation.ts";
import type { DefaultResult } from "../../models/service.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { splitText } from "../models/results.ts";
import { inWords } from "../models/words.ts";
import type { AskedValuation } from "./asked.ts";
import { blendForm, blendRow, pricedCells } from "./blend.ts";
import { valuationChoices, valuationPaths } from "./choices.ts";
import { type Implied, impliedSection } from "./implied.ts";
import { priceForm, priceLine } from "./price-form.ts";

const familyTitles: Readonly<Record<string, string>> = {
  dcf: "Discounted cash flow",
  multiples: "Multiples",
  earnings_power: "Earnings power",
  equity: "Equity",
  cost_of_capital: "Cost of capital",
  historical: "History",
};

const stateWords: Readonly<Record<string, string>> = {
  partial: "some inputs are defaults",
  unavailable: "not enough filed",
};

export interface Valued {
  terminal: Terminal;
  models: readonly DefaultResult[];
  asked: AskedValuation;
  implied: Implied | null;
  blend: BlendAnswer | null;
}

/** The valuation models of a company as a page; null where nothing was built of it. */
export const valuationMarkup = (frame: Frame, valued: Valued | null): string =>
  companyPage(frame, {
    title: "Valuation",
    body: html`<h1>Valuation</h1>
${valued === null ? html`<p role="status">No figures of this company are at hand.</p>` : html`${valuationChoices(frame, "values", valued.asked)}${priceOf(frame, valued)}${valueTable(frame, valued)}${impliedSection(frame, valued.implied)}${modelList(frame, valued)}`}`,
    description: `Valuation models of ${frame.profile.entity.name}, computed from its filings, with inputs to change.`,
  });

const modelUrl = (frame: Frame, key: string) => `${baseOf(frame)}/models/${key}${dayText(frame)}`;

/** The price, as any model that counts shares has it beside its value. */
function priceOf(frame: Frame, { models, asked }: Valued): Html {
  const one = models.find(({ result }) => result.perShare !== null) ?? models[0];
  if (one === undefined) return nothing;
  const { result } = one;
  return html`${priceForm(frame, { path: valuationPaths.values, asked, result })}${priceLine(asked, result)}${splitText(result)}\n`;
}

/** What all models give, and their blend, on one axis beside the price. */
function valueTable(frame: Frame, { models, asked, blend }: Valued): Html {
  const worth = models.flatMap(({ template, result }) => {
    const fair = result.valuationRange?.fairValuePerShare;
    if (fair == null) return [];
    const { low, mid, high } = fair;
    return mid === null ? [] : [{ template, result, low, mid, high }];
  });
  const [first] = worth;
  if (first === undefined) return nothing;
  const { market, perShare, currency } = first.result;
  const price = market.pricePerShare;
  const bars = rangeBars([...worth, ...barOf(blend)], price);
  const rows = worth.map(({ template, result, low, mid, high }, at) => {
    return html`<tr><th scope="row"><a href="${modelUrl(frame, template.key)}">${template.name}</a></th>${[low, mid, high].map((value) => html`<td class="n">${value === null ? "–" : priceText(value)}</td>`)}<td class="drawn">${bars[at] ?? nothing}</td>${price === null ? nothing : pricedCells(result.market)}</tr>\n`;
  });
  const unit = perShare?.unit ?? `${currency ?? ""} a share`;
  return html`<div class="scroll" role="region" aria-label="Value by model" tabindex="0"><table id="values"${price === null ? nothing : html` class="priced"`}><caption>Value by model <span class="soft">${unit}</span></caption><thead><tr><th scope="col">Model</th>${["Low", "Mid", "High"].map((text) => html`<th scope="col" class="n">${text}</th>`)}<th scope="col" class="drawn">From low to high</th>${price === null ? nothing : html`<th scope="col" class="n">Mid on ${market.carried?.priceDate ?? "that day"}</th><th scope="col" class="n">Upside</th>`}</tr></thead><tbody>
${rows}${blendRow(blend, bars[worth.length] ?? nothing, price !== null)}</tbody></table></div>
${blendForm(frame.profile.entity.id, worth, { asked: asked.blend, blend })}`;
}

function barOf(blend: BlendAnswer | null) {
  const { low = null, mid = null, high = null } = blend?.fairValuePerShare ?? {};
  return mid === null ? [] : [{ low, mid, high }];
}

/** The models by family, each with its page; why one gives nothing. */
function modelList(frame: Frame, { terminal, models }: Valued): Html {
  const results = new Map(models.map(({ template, result }) => [template.key, result]));
  const families = Object.entries(familyTitles).map(([family, title]) => {
    const own = terminal.models.templates.filter((one) => one.family === family);
    const items = own.map(({ key, label, state }) => {
      const result = results.get(key);
      const words =
        result === undefined || result.stateReason === null
          ? stateWords[state]
          : inWords(result.stateReason.message, result, modelUrl(frame, key));
      return html`<li><a href="${modelUrl(frame, key)}">${label}</a>${words === undefined ? nothing : html` <span class="soft small">${words}</span>`}</li>`;
    });
    return own.length === 0 ? nothing : html`<div><h3>${title}</h3><ul>${items}</ul></div>\n`;
  });
  return html`<h2>All models</h2>
<p class="soft small">Each starts from the filings. Its page has the inputs as a form, a workbook and a CSV file.</p>
<div class="families">${families}</div>`;
}
