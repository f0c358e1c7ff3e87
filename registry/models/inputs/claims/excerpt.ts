import type { QuotedValue } from "../../answers/provenance.ts";
import { type At, firstReading } from "./debt.ts";
import { type ClaimKey, claimLines } from "./lines.ts";
import type { ClaimAmounts } from "./outside.ts";

/** Every balance sheet states one of these or equity; facts at hand that state none of them are an excerpt of it. */
const liabilitySide = ["total_liabilities", "liabilities_and_equity"] as const;

/** Why the amount of a line is there, or may be, and cannot be told; nothing of a line that can. */
export type Unknown = Readonly<Partial<Record<ClaimKey, string>>>;

/** Lines that add up elements: what facts at hand have of them may be a part. */
const ofParts: readonly ClaimKey[] = ["total_debt", "other_claims"];

/**
 * Facts at hand may be a handful of a balance sheet: total assets and neither equity nor liabilities. What they lack is
 * not zero then, and a debt in them may be a part. Of the oldest day of a report there is no balance sheet, only the cash
 * of the statement of cash flows and the equity of the statement of changes. Null where the balance sheet is at hand.
 */
export function excerptAt(at: At, debt: QuotedValue | null): string | null {
  const isStated = (keys: readonly string[]) =>
    at.here.some(({ lines }) => keys.some((key) => lines[key]?.value != null));
  if (at.here.some(({ lines }) => lines.total_assets?.reason === "scale_conflict")) {
    return `The balance sheet of ${at.end} is tagged at another scale than the rest of its report.`;
  }
  if (firstReading(at, "total_assets") === null) {
    const hasSheet = debt !== null || isStated(liabilitySide);
    return hasSheet ? null : `The facts at hand have no balance sheet of ${at.end}.`;
  }
  if (isStated(["stockholders_equity", "total_equity", ...liabilitySide])) return null;
  return `The facts at hand are an excerpt of the balance sheet of ${at.end}: they state total assets and neither equity nor liabilities.`;
}

/** The lines that an excerpt does not tell: what it lacks, and what it may have in part. */
export function unknownLines(amounts: ClaimAmounts, why: string): Unknown {
  const entries = claimLines.flatMap(({ key }) => {
    const amount = amounts[key];
    if (amount === null) return [[key, why] as const];
    if (!ofParts.includes(key)) return [];
    const named = key === "total_debt" ? "debt" : "such claims";
    const tagged = `They have ${named} of ${amount.value.toLocaleString("en-US")}, which may be a part.`;
    return [[key, `${why} ${tagged}`] as const];
  });
  return Object.fromEntries(entries);
}
