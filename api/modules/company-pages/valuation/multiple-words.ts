import { multipleText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { figureCell } from "#api/pages/table.ts";
import {
  type MultipleKey,
  type Multiples,
  multipleKeys,
  type Reasons,
} from "#schemas/shapes/models/compared.ts";

/** What each multiple is called. */
export const multipleNames: Readonly<Record<MultipleKey, string>> = {
  evRevenue: "EV / revenue",
  evEbitda: "EV / EBITDA",
  evEbit: "EV / operating income",
  pe: "P / E",
  pb: "P / B",
  ps: "P / S",
};

/** "12.5x", or a dash with the reason of its row. */
export const multipleCell = (
  key: MultipleKey,
  { multiples, reasons }: { multiples: Multiples; reasons: Reasons },
): Html => {
  const value = multiples[key];
  return figureCell(value === null ? null : multipleText(value), reasons[key]);
};

/** Why multiples are missing: each reason once, with the multiples that it keeps out. */
export function missingMultiples(reasons: Reasons, before = ""): Html {
  const named = new Map<string, string[]>();
  for (const key of multipleKeys) {
    const why = reasons[key];
    if (why !== undefined) named.set(why, [...(named.get(why) ?? []), multipleNames[key]]);
  }
  if (named.size === 0) return nothing;
  const items = [...named].map(([why, names]) =>
    names.length === multipleKeys.length
      ? html`<li>${before}${why}</li>`
      : html`<li>${before}${names.join(", ")}: ${why}</li>`,
  );
  return html`<ul class="soft small">${items}</ul>\n`;
}
