import { type At, firstReading } from "./debt.ts";
import type { ClaimAmounts } from "./outside.ts";

/** Every balance sheet states one of these or equity; facts at hand that state none of them are an excerpt of it. */
const liabilitySide = ["total_liabilities", "liabilities_and_equity"] as const;

/** What an excerpt of a balance sheet leaves open; null where the balance sheet is at hand. */
export interface Excerpt {
  securities: string | null;
  debt: string | null;
}

export const noExcerpt: Excerpt = { securities: null, debt: null };

/**
 * Facts at hand may be a handful of a balance sheet: total assets and neither equity nor liabilities. What they lack is
 * not zero then, and a debt in them may be a part. Of the oldest day of a report there is no balance sheet, only the cash
 * of the statement of cash flows and the equity of the statement of changes.
 */
export function excerptOf(at: At, amounts: ClaimAmounts): Excerpt {
  const isStated = (keys: readonly string[]) =>
    at.here.some(({ lines }) => keys.some((key) => lines[key]?.value != null));
  if (firstReading(at, "total_assets") === null) {
    const hasSheet = amounts.total_debt !== null || isStated(liabilitySide);
    return hasSheet ? noExcerpt : withoutSheet(at.end);
  }
  if (isStated(["stockholders_equity", "total_equity", ...liabilitySide])) return noExcerpt;
  const why = `The facts at hand are an excerpt of the balance sheet of ${at.end}: they state total assets and neither equity nor liabilities.`;
  const debt = amounts.total_debt;
  const tagged =
    debt === null
      ? ""
      : ` They have debt of ${debt.value.toLocaleString("en-US")}, which may be a part.`;
  return {
    securities: amounts.short_term_investments === null ? why : null,
    debt: `${why}${tagged}`,
  };
}

function withoutSheet(end: string): Excerpt {
  const why = `The facts at hand have no balance sheet of ${end}.`;
  return { securities: null, debt: why };
}
