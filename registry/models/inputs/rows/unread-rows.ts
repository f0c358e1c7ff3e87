import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { otherInvestments } from "../claims/security-tags.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { printedOperands } from "../earnings/income-parts.ts";
import { isOwnTaxonomy, quoteFact } from "../filed-facts.ts";
import { modelTags } from "../model-tags.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { nestedRows } from "./nested-rows.ts";
import { type RowKind, type RowSide, rowKind } from "./row-kinds.ts";

/** A printed row of the balance sheet that no line of the registry has. */
export interface UnreadRow {
  /** Null where neither label nor element tells it. */
  kind: RowKind | null;
  side: RowSide;
  /** True for a row above the total of current assets or liabilities. */
  isCurrent: boolean;
  /** "taxonomy:tag". */
  element: string;
  isOwn: boolean;
  label: string;
  quoted: QuotedValue;
}

interface Day {
  end: string;
  currency: string | null;
  here: readonly SourcePeriod[];
}

const places = [
  ["remaining_current_assets", "assets", true],
  ["remaining_total_assets", "assets", false],
  ["remaining_current_liabilities", "liabilities", true],
  ["remaining_total_liabilities", "liabilities", false],
  ["remaining_liabilities_and_equity", "liabilities", false],
  ["remaining_total_equity", "equity", false],
] as const;

const read = new WeakMap<ModelSource, Map<string, UnreadRow[]>>();

/**
 * The rows of a day that no line has, each with its place and its kind; none of a financial institution. The same
 * periods of a day are read once.
 */
export function unreadRows(source: ModelSource, at: Day): UnreadRow[] {
  const days = read.get(source) ?? new Map<string, UnreadRow[]>();
  read.set(source, days);
  const day = [at.end, at.currency, ...at.here.map(({ start }) => start)].join(" ");
  const rows = days.get(day) ?? readRows(source, at);
  days.set(day, rows);
  return rows;
}

function readRows(source: ModelSource, at: Day): UnreadRow[] {
  if (isFinancialInstitution(source)) return [];
  const ofLines = places.flatMap(([key, side, isCurrent]) => {
    const rows = at.here.map(({ lines }) => printedOperands(lines[key]));
    const printed = rows.find((operands) => operands.length > 0) ?? [];
    return printed.flatMap((operand) => rowOf(source, at, { operand, side, isCurrent }) ?? []);
  });
  // Lines have the debt that stands below totals, as rows or as figures of notes (McKesson 2009: 219).
  const nested = nestedRows(source, at).flatMap(({ fact, side, isCurrent }) => {
    const quoted = quoteFact(fact, "total_assets", "instant");
    return quoted === null ? [] : [toldRow(source, fact, { side, isCurrent, quoted })];
  });
  return [...ofLines, ...nested.filter(({ kind }) => kind !== "debt")];
}

/** Those of a side that are of the kinds and that models read by no element. */
export const rowsOfKind = (
  source: ModelSource,
  at: Day,
  side: RowSide,
  ...kinds: readonly RowKind[]
): UnreadRow[] =>
  unreadRows(source, at).filter(
    (row) =>
      row.side === side &&
      row.quoted.value > 0 &&
      row.kind !== null &&
      kinds.includes(row.kind) &&
      (!modelTags.has(row.element) || otherInvestments.includes(row.element)),
  );

function rowOf(
  source: ModelSource,
  { end }: Day,
  { operand, side, isCurrent }: { operand: Operand } & Pick<UnreadRow, "side" | "isCurrent">,
): UnreadRow | null {
  const [weight, , text, lineage] = operand;
  const leaves = leavesOf(lineage, source.facts);
  const [fact] = leaves;
  const value = weight * Number(text);
  if (fact === undefined || !(value >= 0)) return null;
  const parts = leaves.flatMap((leaf) => quoteFact(leaf, "total_assets", "instant") ?? []);
  const provenance =
    parts.length === 1 && parts[0] !== undefined
      ? parts[0].provenance
      : computedProvenance("total_assets", "bridge", end, parts, "instant");
  return toldRow(source, fact, { side, isCurrent, quoted: { value, provenance } });
}

/** A row with its kind, by the label and the element of its first fact. */
function toldRow(
  source: ModelSource,
  fact: Fact,
  of: Pick<UnreadRow, "side" | "isCurrent" | "quoted">,
): UnreadRow {
  const element = `${fact.taxonomy}:${fact.tag}`;
  const label = source.rowLabels?.[fact.accession]?.[element] ?? "";
  const told = rowKind(of.side, fact.tag, label);
  const kind = told === "contingency" ? contingencyOf(source, fact) : told;
  return { kind, element, label, isOwn: isOwnTaxonomy(fact.taxonomy), ...of };
}

/** A contingent liability is what a business may still cost where filings revalue that by the day (VerifyMe: 0.924). */
const contingencyOf = ({ facts }: ModelSource, { end }: Fact): RowKind =>
  facts.some((one) => one.end === end && one.start !== null && consideration.test(one.tag))
    ? "contingent"
    : "operating";

const consideration = /ContingentConsideration/;
