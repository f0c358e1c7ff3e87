import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { baseOf, type Frame } from "../company-frame.ts";
import { type AskedValuation, priceQuery } from "./asked.ts";

/** The pages of a company's valuation. */
export const valuationPaths = {
  values: "/valuation",
  parts: "/parts",
  multiples: "/multiples",
  peers: "/peers",
} as const;

const labels = {
  values: "Values",
  parts: "Sum of the parts",
  multiples: "Own multiples",
  peers: "Peers",
} as const;

type ValuationPage = keyof typeof valuationPaths;
const pages = Object.keys(labels) as ValuationPage[];

/** Links between the pages, of the same day and price. */
export function valuationChoices(frame: Frame, here: ValuationPage, asked: AskedValuation): Html {
  const query = queryText({ ...priceQuery(asked), asOf: frame.day });
  const links = pages.map(
    (page) =>
      html`<a href="${baseOf(frame)}${valuationPaths[page]}${query}"${page === here ? html` aria-current="page"` : nothing}>${labels[page]}</a>`,
  );
  return html`<nav class="choices" aria-label="Valuation"><div>${links}</div></nav>\n`;
}
