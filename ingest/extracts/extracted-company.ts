import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Archive } from "../archive.ts";
import type { Queryable } from "../store/transaction.ts";
import type { Row } from "./company-rows.ts";
import type { ExtractPrices } from "./prices/extract-prices.ts";
import type { PricedSubject } from "./prices/priced-rows.ts";

/** What extracts are made from: the stored rows, and the archived documents for facts that no concept maps. */
export interface ExtractStore {
  db: Queryable;
  archive: Archive;
  registry: Registry;
  /** Null or absent without PRICES_URL. */
  prices?: ExtractPrices | null;
}

/** A company to extract: its own row, and a digest of everything stored of it. */
export interface ExtractedCompany extends PricedSubject {
  /** Day of its newest filing; null without any. */
  newestFiling: string | null;
  state: string;
  sourcesAt: string;
  row: Row;
}
