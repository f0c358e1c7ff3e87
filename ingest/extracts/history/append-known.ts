import { buildView } from "../../build-company.ts";
import type { CompanyBuild } from "../../company-input.ts";
import type { FactsDocument, KnownFilings } from "../../facts/facts-document.ts";
import type { ExtractedCompany, ExtractStore } from "../extracted-company.ts";
import { collectPriced } from "../prices/priced-rows.ts";
import { firstDayOf } from "../prices/take-prices.ts";
import type { Staging } from "../staging.ts";
import { collectKnownLines, daysOfKnowledge } from "./known-lines.ts";

interface Known {
  /** The filing index as the latest build knew it. */
  known: KnownFilings;
  document: FactsDocument;
  /** The latest. */
  build: CompanyBuild;
  hasHistory: boolean;
}

/**
 * Appends what was known when, and metrics with the prices of those days. If either is asked for, the company is built
 * once for each day on which something became known: many times as long as all other rows take.
 */
export async function appendKnown(
  { registry, prices = null }: Pick<ExtractStore, "registry" | "prices">,
  company: ExtractedCompany,
  { known, document, build: latest, hasHistory }: Known,
  staging: Staging,
): Promise<void> {
  const lines = collectKnownLines(company.cik);
  const priced = collectPriced(company, latest, prices);
  const firstClose = await firstDayOf(prices, company.ticker);
  for (const day of daysOfKnowledge(document)) {
    const hasPrice = firstClose !== null && day >= firstClose;
    if (!hasHistory && !hasPrice) continue;
    const asOf = { kind: "asOf", date: day } as const;
    const build = buildView(document, registry, asOf, { ...known, on: day });
    if (hasHistory) lines.take(build, day);
    if (hasPrice) await priced.take(build, day);
  }
  if (hasHistory) staging.append("known_lines", lines.finish());
  staging.append("metrics", priced.finish());
}
