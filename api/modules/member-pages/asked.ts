import { z } from "zod";
import type { Page } from "#schemas/shapes/page.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { type Query, queryText } from "../../pages/query.ts";
import { sentenceOf } from "./sentence.ts";

/** One page of a list of a page. */
export const rowsShown = 20;

/** A field of a form that asks: any text, because what cannot be read is said on the page. */
export const askedText = (description: string, example: string) =>
  z
    .string()
    .max(500)
    .optional()
    .meta({ description, examples: [example] });

export const pageNumber = askedText("Page of the list, from 1", "2");

/** What a form asks, with the rows of its page; or the sentence that says what is wrong. */
export type Asked<T> = { query: T } | { sentence: string };

/**
 * Reads what a form asks as the API would: empty fields count as absent. `names` are what the page calls its fields.
 */
export function readAsked<S extends z.ZodType>(
  schema: S,
  { page = "", ...fields }: Query,
  names: Readonly<Record<string, string>>,
): Asked<z.output<S>> {
  if (!/^\d{0,4}$/.test(page)) return { sentence: `There is no page “${page}” of the list.` };
  const filled = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value.trim() !== "",
  );
  const offset = (Math.max(1, Number(page)) - 1) * rowsShown;
  const rows = { limit: String(rowsShown), offset: String(offset) };
  const { success, data, error } = schema.safeParse({ ...Object.fromEntries(filled), ...rows });
  if (success) return { query: data };
  return { sentence: sentenceOf(error, names) };
}

/** The sentence above a form that asks, where one was refused. */
export const refusedQuestion = (asked: Asked<unknown>): Html =>
  "sentence" in asked ? html`<p role="alert">${asked.sentence}</p>` : nothing;

/** A choice of a form that asks; the first one asks for nothing. */
export const choice = (
  { name, label, any }: { name: string; label: string; any: string },
  options: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): Html =>
  html`<label>${label} <select name="${name}">${[["", any] as const, ...options].map(
    ([value, text]) =>
      html`<option value="${value}"${value === (chosen ?? "") ? html` selected` : nothing}>${text}</option>`,
  )}</select></label>`;

/** How many rows there are, and the ways to the pages before and after. */
export function pageLinks(
  path: string,
  fields: Query,
  { total, limit, offset, rows }: Page<unknown>,
): Html {
  const pages = Math.max(1, Math.ceil(total / limit));
  const number = offset / limit + 1;
  const to = (page: number, text: string) =>
    html`<a href="${path}${queryText({ ...fields, page: page === 1 ? undefined : String(page) })}">${text}</a> `;
  if (rows.length === 0) return number === 1 ? nothing : html`<p>${to(1, "First page")}</p>`;
  if (pages === 1) return nothing;
  return html`<p>${number > 1 ? to(number - 1, "Previous") : nothing}Page ${number} of ${pages} ${number < pages ? to(number + 1, "Next") : nothing}</p>`;
}

/** Why a list is empty: it has no such page, nothing is as asked, or there is nothing yet. */
export function emptyNote(
  { total }: Page<unknown>,
  { isAsked, all, none, unlike }: { isAsked: boolean; all: Html; none: Html; unlike: string },
): Html {
  const text = isAsked ? html`${unlike}${all}` : none;
  return html`<p role="status">${total > 0 ? html`The list has no such page.` : text}</p>`;
}
