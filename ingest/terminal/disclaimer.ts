import { isEntityKey } from "#schemas/company-key.ts";
import { sourceOf } from "../sources/known.ts";

/** "Disclaimer text" (O-56) of a company: whose filings are the source, no advice, and that values may contain errors. */
export function companyDataDisclaimer(company: string): string {
  const { authority, system, shortAuthority } = sourceOf(company);
  const isOwn = isEntityKey(company);
  const source = isOwn
    ? "statements that the company submitted"
    : `company filings with ${authority} (${system})`;
  const documents = isOwn ? "statements" : "filings";
  return [
    `Source: ${source}, standardized by Tenk.`,
    `Values are derived from these ${documents} by software and may contain errors or omissions; the ${documents} themselves prevail.`,
    "For information only: not investment advice, not an offer, and not a recommendation to buy or sell any security.",
    ...(isOwn ? [] : [`Not affiliated with or endorsed by ${shortAuthority}.`]),
  ].join(" ");
}
