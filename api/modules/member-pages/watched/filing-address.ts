import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { WatchedFiling } from "../../watchlists/service.ts";

/** The filing's statements as printed where they are at hand, else the filing at the regulator. */
export function filingAddress(
  of: Pick<WatchedFiling, "slug" | "cik" | "accession" | "isPrinted">,
): string {
  const { slug, cik, accession, isPrinted } = of;
  const own = `/companies/${slug}/filings`;
  return isPrinted ? `${own}/${accession}` : (filingIndexUrl({ cik, accession }) ?? own);
}
