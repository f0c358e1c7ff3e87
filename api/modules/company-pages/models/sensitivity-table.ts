import { priceText, rateText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import {
  type Sensitivity,
  type SensitivityAxis,
  sensitivityCentre,
} from "#registry/models/sensitivity.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { fieldText, shownUnit } from "./fields.ts";

/** The result where the inputs that move it most are others; nothing for a model without such a grid. */
export function sensitivityTable(result: ModelResult, sensitivity: Sensitivity | null): Html {
  if (sensitivity === null) return nothing;
  const { down, across, rows } = sensitivity;
  const isRate = result.valuation.fairValuePerShare === null;
  const price = isRate ? null : result.market.pricePerShare;
  const unit = isRate ? "a year" : (result.perShare?.unit ?? "a share");
  const heads = across.values.map(
    (_, at) => html`<th scope="col" class="n">${valueText(across, at)}</th>`,
  );
  const first = down === null ? nothing : html`<th scope="col">${down.label}</th>`;
  const lines = rows.map((row, at) => {
    const label = down === null ? nothing : html`<th scope="row">${valueText(down, at)}</th>`;
    const isMiddle = down === null || at === sensitivityCentre;
    const cells = row.map((value, column) => {
      const isCentre = isMiddle && column === sensitivityCentre;
      const isOver = value !== null && price !== null && value > price;
      const names = ["n", isCentre ? "centre" : "", isOver ? "over" : ""].filter(Boolean).join(" ");
      return html`<td class="${names}">${value === null ? "–" : isRate ? rateText(value) : priceText(value)}</td>`;
    });
    return html`<tr>${label}${cells}</tr>\n`;
  });
  const by = [down?.label, across.label].filter(Boolean).join(" and ");
  const title = `${isRate ? "Rate" : "Value"} by: ${by}`;
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="grid"><caption>${title} <span class="soft">${unit}</span></caption><thead><tr>${first}${heads}</tr></thead><tbody>
${lines}</tbody></table></div>
${price === null ? nothing : html`<p class="soft small">Shaded: more than the price of ${priceText(price)}.</p>`}`;
}

const valueText = ({ key, values, unit }: SensitivityAxis, at: number): string =>
  fieldText(values[at] ?? null, shownUnit(key, unit)) || "–";
