import { z } from "zod";
import data from "#schemas/reference/depositary-receipts.json" with { type: "json" };
import { leavesOf } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../answers/provenance.ts";
import { round } from "../answers/rounding.ts";
import type { NumberTriple } from "../answers/scenario-values.ts";
import { tripleOf } from "../answers/scenario-values.ts";
import { defaultSeed, estimateSeed, type Get, type Seed } from "../assumption.ts";
import type { Anchors } from "./anchors.ts";
import { type At, firstReading } from "./claims/debt.ts";
import { filedFact, quoteFact } from "./filed-facts.ts";
import type { ModelSource } from "./source.ts";
import { periodsAt } from "./trailing.ts";

const receipts = z.strictObject({
  /** Day of the last review. */
  reviewed: z.iso.date(),
  receipts: z.array(
    z.strictObject({
      cik: z.string().regex(/^\d{10}$/),
      company: z.string(),
      name: z.string(),
      sharesPerReceipt: z.number().positive(),
      currency: z.string().length(3),
      /** Where the ratio is stated. */
      source: z.string(),
    }),
  ),
});

const reviewed = receipts.parse(data);

/** A receipt that stands for shares of a foreign company. */
interface Receipt {
  name: string;
  sharesPerReceipt: number;
  currency: string;
  source: string;
}

/** What a value per share is a value of. */
export interface Security {
  name: "common share" | "ordinary share";
  receipt: Receipt | null;
  /** Reporting currency for one unit of the receipt's, as a filing translates its own balance sheet. */
  filedRate: QuotedValue | null;
}

export const noSecurity: Security = { name: "common share", receipt: null, filedRate: null };

export function readSecurity(source: ModelSource, anchors: Anchors): Security {
  const { balanceSheetDate: end, currency } = anchors;
  const at = { end, currency, here: periodsAt(source, end, currency) };
  const forms = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  const isForeign = forms.some(({ form }) => /^(20-F|40-F|6-K)/.test(form));
  const reviewedReceipt = reviewed.receipts.find(({ cik }) => cik === source.cik);
  const receipt =
    reviewedReceipt === undefined
      ? null
      : {
          name: reviewedReceipt.name,
          sharesPerReceipt: reviewedReceipt.sharesPerReceipt,
          currency: reviewedReceipt.currency,
          source: reviewedReceipt.source,
        };
  return {
    name: isForeign ? "ordinary share" : "common share",
    receipt,
    filedRate: receipt === null ? null : filedRate(source, at, receipt.currency),
  };
}

/** Total assets in one currency over the same in the other, of one filing. */
function filedRate(source: ModelSource, at: At, currency: string): QuotedValue | null {
  const [leaf] = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  if (leaf === undefined || leaf.unit === currency) return null;
  const wantedPeriod = { start: null, end: at.end, unit: currency };
  const other = filedFact(source, [`${leaf.taxonomy}:${leaf.tag}`], wantedPeriod);
  const [here, there] = [leaf, other].map((fact) =>
    quoteFact(fact ?? null, "total_assets", "instant"),
  );
  if (here == null || there == null || there.value === 0) return null;
  return {
    value: round(here.value / there.value, 2),
    provenance: computedProvenance("total_assets", "exchange_rate", at.end, [here, there]),
  };
}

/** The exchange rate of a receipt in another currency; no assumption for other companies. */
export function exchangeSeeds({
  security,
  anchors,
}: {
  security: Security;
  anchors: Anchors | null;
}): Seed[] {
  const { receipt, filedRate: filed } = security;
  if (receipt === null || anchors === null || anchors.currency === receipt.currency) return [];
  const label = `${anchors.currency ?? "Reporting currency"} for one ${receipt.currency}`;
  const named = { key: "exchange_rate", label, unit: "multiple" } as const;
  if (filed === null) return [defaultSeed(named, null, { note: "not found in filings" })];
  const note = "the rate that the filing translates its balance sheet with; it values the receipt";
  return [estimateSeed(named, filed.value, { provenance: filed.provenance, note })];
}

/** What the values per share of an answer are values of. */
export interface PerShare {
  currency: string | null;
  security: string;
  /** "TWD per ordinary share". */
  unit: string;
  /** Null for a company without a reviewed receipt. */
  receipt:
    | (Receipt & { unit: string; exchangeRate: number | null; fairValue: NumberTriple | null })
    | null;
}

const perShareUnit = (currency: string | null, security: string) =>
  `${currency ?? "currency"} per ${security}`;

export function perShareOf(
  of: { security: Security; currency: string | null },
  get: Get,
  value: NumberTriple | null,
): PerShare {
  const { security, currency } = of;
  const unit = perShareUnit(currency, security.name);
  const { receipt } = security;
  if (receipt === null) return { currency, security: security.name, unit, receipt: null };
  const rate = currency === receipt.currency ? 1 : get("exchange_rate");
  const convert = (one: number | null) =>
    one === null || rate === null ? null : (one * receipt.sharesPerReceipt) / rate;
  const fairValue =
    value === null || rate === null ? null : tripleOf((scenario) => convert(value[scenario]));
  const shown = { ...receipt, unit: perShareUnit(receipt.currency, receipt.name) };
  return {
    currency,
    security: security.name,
    unit,
    receipt: { ...shown, exchangeRate: rate, fairValue },
  };
}
