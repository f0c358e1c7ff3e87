import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { BreakdownKind, Reconciliation } from "#schemas/shapes/companies/segments.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { acrossOthers } from "./across-axes.ts";
import { type DimensionedFact, periodOf, segmentFactsOf } from "./dimensioned-facts.ts";
import { aboveIn } from "./domain-members.ts";
import { withLines } from "./lines-between.ts";
import type { MetricElement } from "./metric-elements.ts";
import { addedUp, asItIs, type OfAxis } from "./of-axis.ts";
import type { CountedRow, Reconciled } from "./reconcile.ts";
import { type Row, rowSetsOf } from "./rows.ts";

/** How one filing breaks down one figure of one period. */
export interface Breakdown extends Reconciled {
  start: string | null;
  end: string;
  unit: string;
  element: string;
  axis: string;
  acrossAxes: string[];
  total: { element: string; value: string } | null;
}

/** What is asked of a report. */
export interface Asked {
  by: BreakdownKind;
  /** In the order of preference. */
  elements: readonly MetricElement[];
}

/**
 * The breakdowns of a metric in a report: the best of each period. Of several elements and axes that one counts whose
 * members add up to the company's figure, then the one that measures the metric exactly, then the one with more members.
 */
export function breakDown(report: FiledReport, asked: Asked): Breakdown[] {
  const best = new Map<string, Breakdown & { rank: number[] }>();
  asked.elements.forEach(({ element, isExact }, preference) => {
    for (const found of breakdownsOf(report, element, asked)) {
      const parts = found.rows.filter(({ weight }) => weight !== 0).length;
      const isWhole = parts > 1 ? order[found.reconciliation] : 6;
      const rank = [isWhole, isExact ? 0 : 1, -parts, preference];
      const key = `${found.start ?? ""}/${found.end}/${found.unit}`;
      const known = best.get(key);
      if (!known || isBefore(rank, known.rank)) best.set(key, { ...found, rank });
    }
  });
  return [...best.values()].map(({ rank: _, ...found }) => found);
}

const order: Record<Reconciliation, number> = {
  exact: 0,
  rounding: 1,
  unallocated: 2,
  difference: 3,
  partial: 4,
  no_total: 5,
};

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}

function breakdownsOf(report: FiledReport, element: string, asked: Asked): Breakdown[] {
  const { byElement } = segmentFactsOf(report);
  const facts = byElement.get(element) ?? [];
  const isMoney = asked.elements.length > 1;
  const chosen = axesFor(asked.by, facts, report);
  if (chosen.length === 0) return [];
  const periods = new Map<string, DimensionedFact[]>();
  for (const fact of facts) {
    if (isMoney && !currencyCode.test(fact.unit)) continue;
    entry(periods, periodOf(fact), () => []).push(fact);
  }
  return [...periods.values()].flatMap((ofPeriod) => {
    const totals = totalsOf(ofPeriod, byElement, asked);
    return chosen.flatMap((axis) => {
      const found = ofAxis(ofPeriod, { axis, kind: asked.by, report, totals });
      return found ?? [];
    });
  });
}

/** Some filers arrange their segments on the axis of the lines between segments and company. */
function axesFor(
  by: BreakdownKind,
  facts: readonly DimensionedFact[],
  report: FiledReport,
): string[] {
  const { axes } = segmentFactsOf(report);
  const used = [...new Set(facts.flatMap(({ members }) => [...members.keys()]))];
  const asAsked = used.filter((axis) => axes.get(axis) === by);
  const isStandard = (axis: string) => !(report.elements[axis]?.isOwn ?? false);
  if (by !== "business" || asAsked.some(isStandard)) return asAsked;
  return [...asAsked, ...used.filter((axis) => axes.get(axis) === "consolidation")];
}

/** The company's own figures for the period: of the element itself, else of the others of the metric. */
function totalsOf(
  [first, ...rest]: readonly DimensionedFact[],
  byElement: ReadonlyMap<string, DimensionedFact[]>,
  { elements }: Asked,
): DimensionedFact[] {
  if (!first) return [];
  const own = [first, ...rest].filter(({ members }) => members.size === 0);
  const others = elements.flatMap(({ element }) =>
    element === first.element
      ? []
      : (byElement.get(element) ?? []).filter(
          ({ members, start, end, unit }) =>
            members.size === 0 && start === first.start && end === first.end && unit === first.unit,
        ),
  );
  return [...own, ...others];
}

function asSubtotal(row: Row): CountedRow {
  return { ...row, role: "subtotal", weight: 0 };
}

function ofAxis(facts: readonly DimensionedFact[], asked: Omit<OfAxis, "above" | "sets">) {
  const [first] = facts;
  if (!first) return null;
  const { axis, report } = asked;
  const { axes } = segmentFactsOf(report);
  const isConsolidation = (name: string) => axes.get(name) === "consolidation";
  const sets = rowSetsOf(facts, axis, isConsolidation);
  const about = { ...asked, sets, above: aboveIn(report, axis) };
  const found =
    addedUp(about) ??
    acrossOthers(facts, { ...about, plain: sets.plain }) ??
    withLines(facts, about) ??
    asItIs(about);
  if (!found) return null;
  const { start, end, unit, element } = first;
  const total = found.total && { element: found.total.element, value: found.total.value };
  const { acrossAxes, reconciled } = found;
  const subtotals = asked.kind === "business" ? sets.segments.map(asSubtotal) : [];
  const rows = [...reconciled.rows, ...subtotals];
  return { start, end, unit, element, axis, acrossAxes, total, ...reconciled, rows };
}
