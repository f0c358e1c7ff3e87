import { type Html, html } from "#api/pages/html.ts";
import type { QualityTotals, Rate } from "./totals.ts";
import { percentText } from "./totals.ts";

/** Pass rates as a table of colours, checks down and fiscal years across; each cell says its rate. */
export function heatTable(years: QualityTotals["years"]): Html {
  const columns = yearsOf(Object.values(years));
  const rows = Object.keys(years)
    .sort()
    .map(
      (id) =>
        html`<tr><th scope="row">${id}</th>${columns.map((year) => cell(years[id]?.[year], `${id} ${year}`))}</tr>\n`,
    );
  return html`<div class="scroll" role="region" aria-label="Pass rates by fiscal year" tabindex="0"><table class="heat"><caption>Percent that pass <span class="soft">green: all; the deeper the red, the nearer to nine of ten or less; empty: nothing to check</span></caption>
<thead><tr><th scope="col">Check</th>${columns.map((year) => html`<th scope="col" class="n">${year}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>`;
}

function cell(rate: Rate | undefined, name: string): Html {
  if (rate === undefined || rate.run === 0) return html`<td class="n"></td>`;
  const words = `${name}: ${percentText(rate)} %, ${rate.passed} of ${rate.run}`;
  return html`<td class="n ${heatClass(rate)}" title="${words}">${shortPercent(rate)}</td>`;
}

/** "99.8", and "100" only where all pass. */
const shortPercent = ({ passed, run }: Rate): string =>
  passed === run ? "100" : (Math.floor((1000 * passed) / run) / 10).toFixed(1);

/** From "h0" for all to "h4" for nine of ten or less. */
function heatClass({ passed, run }: Rate): string {
  const share = passed / run;
  const steps = [1, 0.99, 0.96, 0.9];
  const at = steps.findIndex((step) => share >= step);
  return `h${at < 0 ? steps.length : at}`;
}

/** Every fiscal year of the rows, oldest first. */
export const yearsOf = (rows: readonly Record<string, unknown>[]): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
