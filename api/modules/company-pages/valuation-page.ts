import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { baseOf, companyPage, dayText, type Frame } from "./company-frame.ts";

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

/** The valuation models of a company as a page. `terminal` is null where nothing was built of it. */
export const valuationMarkup = (frame: Frame, terminal: Terminal | null): string =>
  companyPage(frame, {
    title: "Valuation",
    body: html`<h1>Valuation</h1>
${terminal === null || terminal.models.templates.length === 0 ? html`<p role="status">No figures of this company are at hand.</p>` : modelList(frame, terminal.models.templates)}`,
    dated: { path: "/valuation", query: {} },
    description: `Valuation models of ${frame.profile.entity.name}, computed from its filings, with inputs to change.`,
  });

/** The models by family, each with its page. */
function modelList(frame: Frame, templates: Terminal["models"]["templates"]): Html {
  const families = Object.entries(familyTitles).map(([family, title]) => {
    const own = templates.filter((one) => one.family === family);
    const items = own.map(
      ({ key, label, state }) =>
        html`<li><a href="${baseOf(frame)}/models/${key}${dayText(frame)}">${label}</a>${stateWords[state] === undefined ? nothing : html` <span class="soft small">${stateWords[state]}</span>`}</li>`,
    );
    return own.length === 0 ? nothing : html`<div><h2>${title}</h2><ul>${items}</ul></div>\n`;
  });
  return html`<p class="soft small">Each starts from the filings. Its page has the inputs as a form, a workbook and a CSV file.</p>
<div class="families">${families}</div>`;
}
