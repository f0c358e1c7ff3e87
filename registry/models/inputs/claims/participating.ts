import type { QuotedValue } from "../../answers/provenance.ts";
import { filedFact, quoteFact } from "../filed-facts.ts";
import { preferredShares } from "../model-tags.ts";
import { type ModelSource, numberOf } from "../source.ts";
import type { At } from "./debt.ts";

/** Fewer preferred shares than this part of the common ones are no second class of them. */
const sharesMin = 0.05;
/** How far the stated capital of a preferred share may lie from that of a common one. */
const apartMax = 0.25;

/**
 * Preferred shares that are a second class of common ones: without a par value of their own, each stands in the books at
 * the capital of a common share (Brazilian companies). They share in income and equity, so they count among the shares.
 * Null where there are none.
 */
export function participatingShares(source: ModelSource, at: At): QuotedValue | null {
  const line = (key: string) =>
    at.here.map(({ lines }) => numberOf(lines[key]?.value)).find((one) => one !== null) ?? 0;
  const wanted = { start: null, end: at.end, unit: "shares" };
  const quoted = quoteFact(
    filedFact(source, preferredShares, wanted),
    "shares_outstanding",
    "instant",
  );
  const [preferred, common] = [line("preferred_stock"), line("common_stock")];
  const issued = line("shares_issued") || line("shares_outstanding");
  if (quoted === null || preferred <= 0 || common <= 0 || issued <= 0) return null;
  if (quoted.value < sharesMin * issued) return null;
  const ratio = preferred / quoted.value / (common / issued);
  return Math.abs(ratio - 1) <= apartMax ? quoted : null;
}
