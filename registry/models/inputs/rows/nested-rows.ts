import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { filedFact } from "../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import type { RowSide } from "./row-kinds.ts";

/** A printed row that stands below a total, and that no line is read from. */
export interface NestedRow {
  side: RowSide;
  isCurrent: boolean;
  fact: Fact;
}

/** Totals whose parts may be anything. */
const totals: readonly (readonly [side: RowSide, isCurrent: boolean, names: RegExp])[] = [
  ["assets", true, /^((Other)?AssetsCurrent|CurrentAssets)$/],
  ["assets", false, /^((Other)?Assets(Noncurrent)?|NoncurrentAssets)$/],
  ["liabilities", true, /^((Other)?LiabilitiesCurrent|CurrentLiabilities)$/],
  ["liabilities", false, /^((Other)?Liabilities(Noncurrent)?|NoncurrentLiabilities)$/],
];

/** Elements of rows whose label may tell what they are: warrants of NioCorp are its other liabilities. */
const wide = /:Other(Assets|Liabilities)(Current|Noncurrent)?$/;

/**
 * Rows of the balance sheet of a day below its totals that no line has: parts of other assets (Red Trail), of liabilities that
 * are not current (Westwood), and of current assets that lines do not add up to (National CineMedia).
 */
export function nestedRows(
  source: ModelSource,
  { end, currency, here }: { end: string; currency: string | null; here: readonly SourcePeriod[] },
): NestedRow[] {
  const lines = here.flatMap((period) => Object.entries(period.lines));
  const held = new Set(
    lines.flatMap(([, { lineage }]) => leavesOf(lineage, source.facts).map(elementOf)),
  );
  const [sheet] = lines.flatMap(([key, { lineage }]) =>
    key === "total_assets" ? leavesOf(lineage, source.facts) : [],
  );
  const above = source.rowTotals?.[sheet?.accession ?? ""] ?? {};
  const isTotal = new Set(Object.values(above));
  return Object.keys(above).flatMap((element) => {
    const place = placeOf(above, element);
    const fact = filedFact(source, [element], { start: null, end, unit: currency });
    const isUnread = (!held.has(element) || wide.test(element)) && !isTotal.has(element);
    return place === null || fact === null || !isUnread ? [] : [{ ...place, fact }];
  });
}

/** Further totals that a row may stand below: of cash with what is restricted (ONE Gas), and of both sides. */
const anything =
  /^(CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents|LiabilitiesAndStockholdersEquity|EquityAndLiabilities)$/;

/** The totals that a printed row is a part of, the nearest first. */
export function totalsAbove(above: Readonly<Record<string, string>>, element: string): string[] {
  const found = new Set<string>();
  for (let total = above[element]; total !== undefined && !found.has(total); ) {
    found.add(total);
    total = above[total];
  }
  return [...found];
}

const elementOf = ({ taxonomy, tag }: Fact) => `${taxonomy}:${tag}`;

/** Where a row stands by the totals above it; null where one of them is no total of anything. */
function placeOf(
  above: Readonly<Record<string, string>>,
  element: string,
): Pick<NestedRow, "side" | "isCurrent"> | null {
  const found: { side: RowSide; isCurrent: boolean }[] = [];
  for (const total of totalsAbove(above, element)) {
    const name = total.slice(total.indexOf(":") + 1);
    const [side, isCurrent] = totals.find(([, , names]) => names.test(name)) ?? [];
    if (side !== undefined && isCurrent !== undefined) found.push({ side, isCurrent });
    else if (!anything.test(name)) return null;
  }
  const [nearest] = found;
  return nearest === undefined
    ? null
    : { side: nearest.side, isCurrent: found.some(({ isCurrent }) => isCurrent) };
}

/** True for two rows of the balance sheet of which neither holds the other (Westwood: 7.247 and 4.284). */
export function areBeside(source: ModelSource, one: QuotedValue, other: QuotedValue): boolean {
  const [total, ofOther] = [totalOf(source, one), totalOf(source, other)];
  return total !== null && ofOther !== null && ofOther !== elementQuoted(one);
}

const elementQuoted = ({ provenance }: QuotedValue) =>
  `${provenance?.taxonomy}:${provenance?.concept}`;

/** The total that a balance is a printed part of; null for one of a note. */
export const totalOf = (source: ModelSource, quoted: QuotedValue): string | null =>
  source.rowTotals?.[quoted.provenance?.accessionNumber ?? ""]?.[elementQuoted(quoted)] ?? null;
