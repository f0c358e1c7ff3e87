import type { QuotedValue } from "../../answers/provenance.ts";
import { percent } from "../../answers/rounding.ts";
import { filedFact, quoteFact } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";

const issued = ["us-gaap:CommonStockSharesIssued"];
const ofEquityStatement = ["us-gaap:SharesIssued", "us-gaap:SharesOutstanding"];
/** Treasury stock that costs at most this share of equity leaves issued shares a count. */
const treasuryMax = 0.03;

/**
 * The count of a balance sheet that no line has. A statement of equity may file it with the wrong sign (H&R Block). Issued
 * shares are it where treasury stock is small and its number is not filed (Hitachi). Null where filings tell neither.
 */
export function issuedShares(source: ModelSource, period: SourcePeriod): QuotedValue | null {
  const at = (tags: readonly string[]) =>
    quoteFact(
      filedFact(source, tags, { start: null, end: period.end, unit: "shares" }),
      "shares_outstanding",
      "instant",
    );
  const all = at(issued);
  if (all === null || all.value <= 0) return null;
  const turned = at(ofEquityStatement);
  if (turned !== null && turned.value < 0 && -turned.value <= all.value) {
    return { ...turned, value: -turned.value, note: "filed with the wrong sign" };
  }
  const [treasury, equity] = ["treasury_stock", "stockholders_equity"].map((key) =>
    numberOf(period.lines[key]?.value),
  );
  if (treasury == null || equity == null || Math.abs(treasury) > treasuryMax * equity) return null;
  const share = percent(Math.abs(treasury) / equity);
  return { ...all, note: `issued shares, with treasury stock of ${share} of equity at cost` };
}
