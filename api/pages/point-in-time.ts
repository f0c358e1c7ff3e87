import { z } from "zod";
import { type Html, html, nothing } from "./html.ts";
import { type Query, queryText } from "./query.ts";

/** The day that a page is of, and where the page of another day is. */
export interface PointInTime {
  /** Path of the page. */
  path: string;
  /** Its query without the day. */
  query: Query;
  /** Undefined for today. */
  day: string | undefined;
  /** What a page says of the day that it cannot be of; absent where the page is of the day. */
  refusal?: string;
}

/** The value of the control's field in a query; empty for today. */
export const asOf = z
  .union([z.literal(""), z.iso.date({ error: "must be a day that there is, such as 2018-12-31" })])
  .optional()
  .meta({
    description: "As the filings stood at the end of this day; empty for today",
    examples: ["2018-12-31"],
  });

/** The first year in which filings stated their figures as data. */
const firstDay = "2009-01-01";

/** The one control of the day, below the header of every page that knows days. It keeps the rest of the address. */
export function dayControl({ path, query, day, refusal }: PointInTime): Html {
  const kept = Object.entries(query).map(([name, value]) =>
    value ? html`<input type="hidden" name="${name}" value="${value}">` : nothing,
  );
  const said = refusal ?? html`<b>As known on ${day ?? ""}</b>: only what had been filed by then.`;
  return html`<section class="as-of" aria-label="Point in time"><form action="${path}">${kept}
<label>As known on <input type="date" name="asOf" value="${day ?? ""}" min="${firstDay}"></label> <button>Show</button></form>${
    day === undefined
      ? nothing
      : html` <a href="${path}${queryText(query)}">Today</a> <p role="status">${said}</p>`
  }</section>
`;
}
