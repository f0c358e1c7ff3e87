import type { SourceDescription } from "../sources/description.ts";

/** "Disclaimer text" (O-56): the regulator as source, no advice, and that values may contain errors. */
export const companyDataDisclaimer = ({
  authority,
  system,
  shortAuthority,
}: SourceDescription): string =>
  `Source: company filings with ${authority} (${system}), standardized by Tenk. ` +
  "Values are derived from these filings by software and may contain errors or omissions; the filings themselves prevail. " +
  "For information only: not investment advice, not an offer, and not a recommendation to buy or sell any security. " +
  `Not affiliated with or endorsed by ${shortAuthority}.`;
