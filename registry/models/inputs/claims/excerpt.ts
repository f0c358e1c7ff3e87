import type { ClaimAmounts } from "./amounts.ts";
import { type At, firstReading } from "./debt.ts";

/** Every balance sheet states one of these; facts at hand that state none of them are an excerpt of it. */
const otherSide = [
  "stockholders_equity",
  "total_equity",
  "total_liabilities",
  "liabilities_and_equity",
] as const;

/** What an excerpt of a balance sheet leaves open; null where the balance sheet is at hand. */
export interface Excerpt {
  securities: string | null;
  debt: string | null;
}

export const noExcerpt: Excerpt = { securities: null, debt: null };

/**
 * Facts at hand may be a handful of a balance sheet: total assets and neither equity nor liabilities. What they lack is
 * not zero then, and a debt in them may be a part. Of the oldest day of a cash flow statement only cash is at hand.
 */
export function excerptOf(at: At, amounts: ClaimAmounts): Excerpt {
  const assets = firstReading(at, "total_assets");
  const isStated = at.here.some(({ lines }) => otherSide.some((key) => lines[key]?.value != null));
  if (isStated) return noExcerpt;
  if (assets === null) return amounts.total_debt === null ? withoutSheet(at.end) : noExcerpt;
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
