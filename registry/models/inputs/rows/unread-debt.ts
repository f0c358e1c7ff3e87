import { leavesOf, type Reading } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { totalsAbove } from "./nested-rows.ts";
import { rowsOfKind, type UnreadRow } from "./unread-rows.ts";

/**
 * Printed rows of debt that the debt of the day does not hold (ONE Gas 2023: bonds of 27.4 that fall due). A figure of a note
 * may hold them: beside one that is no row of the balance sheet they do not count. Nor do the parts of a total that it holds
 * (Host Hotels), a total of what it holds (Chesapeake Utilities), and facilities that loans held for sale pay, which stand in
 * no line either (Rocket, Toll Brothers).
 */
export function unreadDebt(
  source: ModelSource,
  at: { end: string; currency: string | null; here: readonly SourcePeriod[] },
  of: { reading: Reading | null; all: Reading | null; isDue: boolean },
): QuotedValue[] {
  if (of.all === null) return [];
  const held = [of.reading, of.all].flatMap((one) => leavesOf(one?.lineage ?? null, source.facts));
  const isRow = ({ accession, taxonomy, tag }: (typeof held)[number]) =>
    source.rowLabels?.[accession]?.[`${taxonomy}:${tag}`] !== undefined;
  if (!held.every(isRow)) return [];
  const elements = new Set(held.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`));
  const isNested = ({ element, quoted }: UnreadRow) => {
    const above = source.rowTotals?.[quoted.provenance?.accessionNumber ?? ""] ?? {};
    const isHeld = totalsAbove(above, element).some((total) => elements.has(total));
    return isHeld || [...elements].some((one) => totalsAbove(above, one).includes(element));
  };
  const rows = rowsOfKind(source, at, "liabilities", "debt").filter(
    (row) => (row.isCurrent || !of.isDue) && !elements.has(row.element) && !isNested(row),
  );
  const loans = rowsOfKind(source, at, "assets", "loans_for_sale");
  return sumOf(rows) <= sumOf(loans) ? [] : rows.map(({ quoted }) => quoted);
}

const sumOf = (rows: readonly UnreadRow[]): number =>
  rows.reduce((total, { quoted }) => total + quoted.value, 0);
