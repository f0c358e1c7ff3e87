import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";

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

/** The valuation models of a company by family, each with its page. */
export function modelsSection({ models }: Terminal, base: string, query: string): Html {
  const { templates } = models;
  if (templates.length === 0) return nothing;
  const families = Object.entries(familyTitles).map(([family, title]) => {
    const own = templates.filter((one) => one.family === family);
    const items = own.map(
      ({ key, label, state }) =>
        html`<li><a href="${base}/models/${key}${query}">${label}</a>${stateWords[state] === undefined ? nothing : html` <span class="soft small">${stateWords[state]}</span>`}</li>`,
    );
    return own.length === 0 ? nothing : html`<div><h3>${title}</h3><ul>${items}</ul></div>\n`;
  });
  return html`<h2 id="models">Models</h2>
<p class="soft small">Each starts from the filings. Its page has the inputs as a form, a workbook and a CSV file.</p>
<div class="families">${families}</div>`;
}
