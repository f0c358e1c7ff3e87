import type { ScreenMetric } from "#schemas/screen-metrics.ts";
import { ApiError } from "../../http/errors.ts";
import { compactText, percentText, perShareText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";

/** The answer, or the sentence that refused it. */
export async function orSentence<T>(answer: Promise<T>): Promise<T | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.message;
    throw error;
  }
}

/** What a figure is counted in; an index has 100 at its first period. */
export type FigureUnit = ScreenMetric["unit"] | "index";

const written = {
  money: compactText,
  shares: compactText,
  ratio: percentText,
  per_share: perShareText,
  multiple: (value: number) => `${value.toFixed(1)}x`,
  days: (value: number) => `${value.toFixed(0)} days`,
  score: (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2)),
  index: (value: number) => value.toFixed(1),
};

/** A figure as its unit is written; a dash for none. */
export const figureText = (value: number | null, unit: FigureUnit) =>
  value === null ? "–" : written[unit](value);

/** Path of the page that says where a line's figure comes from, or why there is none. */
export const lineageAddress = (slug: string, { key }: ScreenMetric, period: string): string =>
  `/companies/${slug}/lineage/${key}/${period}`;

interface Figure {
  value: number | null;
  unit: FigureUnit;
  /** Where the figure comes from; null for what is computed from several. */
  href: string | null;
  /** The sentence that says why the figure is missing. */
  why?: string | undefined;
  /** Currency to print after the figure; null prints none. */
  currency?: string | null;
}

/** A cell of a table: the figure, which leads to where it comes from. */
export function figureCell({ value, unit, href, why = "", currency = null }: Figure): Html {
  const figure = figureText(value, unit);
  const text = value === null || currency === null ? figure : `${figure} ${currency}`;
  const note = why === "" ? nothing : html` title="${why}"`;
  return href === null
    ? html`<td class="n"${note}>${text}</td>`
    : html`<td class="n"><a href="${href}"${note}>${text}</a></td>`;
}

/** What a figure of a screen is read from, in words. */
export const basisWords = {
  ttm: "twelve months",
  fy: "fiscal year",
  cagr3: "growth a year over 3 years",
  cagr5: "growth a year over 5 years",
  avg5: "mean of 5 years",
} as const;
