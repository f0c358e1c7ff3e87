import { type Html, html, nothing } from "./html.ts";

interface ScrollTable {
  /** Also the name of the part of the page that scrolls. */
  title: string;
  /** Beside the title, such as the currency. */
  unit?: string;
  head: Html;
  rows: readonly Html[];
}

/** A table with its title, which scrolls by itself where the window is narrower. */
export const scrollTable = ({ title, unit = "", head, rows }: ScrollTable): Html =>
  html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table><caption>${title}${unit === "" ? nothing : html` <span class="soft">${unit}</span>`}</caption><thead>${head}</thead><tbody>
${rows}</tbody></table></div>\n`;

/** The heads of a column of names and of columns of figures. */
export const headRow = (first: string, figures: readonly (string | number)[]): Html =>
  html`<tr><th scope="col">${first}</th>${figures.map((text) => html`<th scope="col" class="n">${text}</th>`)}</tr>`;

/** A name and its figures. */
export const figureRow = (name: string | Html, cells: readonly Html[], isTotal = false): Html =>
  html`<tr${isTotal ? html` class="total"` : nothing}><th scope="row">${name}</th>${cells}</tr>\n`;

/** A figure, or a dash that says why there is none. */
export const figureCell = (text: string | null, why?: string): Html =>
  text === null
    ? html`<td class="n none"${why === undefined ? nothing : html` title="${why}"`}>–</td>`
    : html`<td class="n">${text}</td>`;
