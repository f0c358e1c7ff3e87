import type { QuotedValue } from "../../answers/provenance.ts";
import type { ClaimKey } from "./lines.ts";

/** Each line at one day; null where filings have none. */
export type ClaimAmounts = Record<ClaimKey, QuotedValue | null>;
