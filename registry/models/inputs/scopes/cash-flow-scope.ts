import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, read } from "../../answers/metrics.ts";
import { factsOf, newestOf } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { isApart, otherScope } from "./one-scope.ts";

const continuing = "us-gaap:NetCashProvidedByUsedInOperatingActivitiesContinuingOperations";

/** Operating cash flow that capital expenditures are taken off. */
export interface ScopedCashFlow {
  /** Null where no report states it of the business that capital expenditures are of. */
  value: number | null;
  /** "continuing" where it is without a discontinued business, other than the line; null for the line. */
  scope: "continuing" | null;
}

/**
 * Operating cash flow of the business that the capital expenditures of a period are of. Where the reports that state these
 * part operating cash flow, they are of the business that goes on (Honeywell 2024: 871 off 5,112, not off 6,097).
 */
export function cashFlowOfCapex(source: ModelSource, period: SourcePeriod): ScopedCashFlow {
  const flow = read(period, "operating_cash_flow");
  const spent = read(period, "capital_expenditures");
  const line: ScopedCashFlow = { value: flow?.value ?? null, scope: null };
  const [shown, another] = leavesOf(flow?.lineage ?? null, source.facts);
  const rows = leavesOf(spent?.lineage ?? null, source.facts);
  if (shown === undefined || another !== undefined || rows.length === 0) return line;
  const [first, ...others] = rows.map((row) => reportsOf(source, row));
  const reports = new Set(
    [...(first ?? [])].filter((report) => others.every((one) => one.has(report))),
  );
  if (reports.size === 0) return line;
  const ofFlow = reportsOf(source, shown);
  const parted = factsOf(source, continuing).filter(
    (one) => isSpanOf(one, shown) && one.unit === shown.unit && reports.has(one.accession),
  );
  const isWhole = [...reports].some(
    (report) => ofFlow.has(report) && parted.every(({ accession }) => accession !== report),
  );
  if (isWhole) return line;
  const part = newestOf(parted);
  const isMovedOne = rows.some((row) => isMoved(source, row));
  if (part === null) return isMovedOne ? { value: null, scope: null } : line;
  const isOfScope = isMovedOne || ofFlow.has(part.accession);
  if (!isOfScope || !isApart(part, shown)) return line;
  return { value: numberOf(part.value), scope: "continuing" };
}

const isSpanOf = (one: Fact, { start, end }: Fact) => one.start === start && one.end === end;

const sameSpan = (source: ModelSource, fact: Fact): readonly Fact[] =>
  factsOf(source, `${fact.taxonomy}:${fact.tag}`).filter(
    (one) => isSpanOf(one, fact) && one.unit === fact.unit,
  );

/** The reports that state a figure. */
const reportsOf = (source: ModelSource, fact: Fact): ReadonlySet<string | null> =>
  new Set(sameSpan(source, fact).flatMap((one) => (isApart(one, fact) ? [] : [one.accession])));

/** True for a figure that another report states of another scope. */
const isMoved = (source: ModelSource, fact: Fact): boolean =>
  sameSpan(source, fact).some((one) => isApart(one, fact, otherScope));
