import { type Html, html, nothing } from "#api/pages/html.ts";
import type { StatedFormula } from "#registry/models/formulas.ts";

/** How each line of a model is computed, folded away; nothing for a table of past years. */
export function formulasSection(formulas: readonly StatedFormula[]): Html {
  if (formulas.length === 0) return nothing;
  const lines = formulas.map(
    ({ label, formula }) => html`<div><dt>${label}</dt><dd>${formula}</dd></div>\n`,
  );
  return html`<details><summary>How it is computed</summary>
<p class="soft small">The same formulas stand in the workbook. What rests on something unknown has no value.</p>
<dl class="formulas">${lines}</dl></details>`;
}
