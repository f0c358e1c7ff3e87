import { type PrintedStatement, printedLine } from "#registry/printed-lines.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { dayOf } from "../periods/days.ts";
import { compareFacts, compareVersions } from "./history/history.ts";

const standard: ReadonlySet<string> = new Set(["us-gaap", "ifrs-full", "dei", "srt"]);

/** Whether the element ("taxonomy:tag") is of no taxonomy but the filer's own. */
export const isOwnTaxonomy = (taxonomy: string): boolean => !standard.has(taxonomy);

/** The line that the name of a filer's own element says, for a balance or a flow; null for any other element. */
export function lineOfOwnName(label: string, isInstant: boolean): string | null {
  const [taxonomy = "", name = ""] = label.split(":");
  if (!isOwnTaxonomy(taxonomy)) return null;
  const statements: readonly PrintedStatement[] = isInstant ? ["BS"] : ["IS", "CF"];
  for (const statement of statements) {
    const line = printedLine(statement, name);
    if (line !== null) return line;
  }
  return null;
}

/** In canonical order, each once; absent without any. */
export function printedFactsOf(facts: readonly Fact[]): { printed?: Fact[] } {
  const ordered = [...facts].sort((a, b) => compareFacts(a, b) || compareVersions(a, b));
  const keyOf = ({ taxonomy, tag, unit, start, end, accession, value }: Fact) =>
    [taxonomy, tag, unit, start, end, accession, value].join(" ");
  const once = [...new Map(ordered.map((fact) => [keyOf(fact), fact])).values()];
  return once.length > 0 ? { printed: once } : {};
}

/** By line. */
export function indexPrinted(facts: readonly Fact[] = []): ReadonlyMap<string, readonly Fact[]> {
  return Map.groupBy(facts, ({ printedAs }) => printedAs ?? "");
}

const yearDays = 300;
const toleranceDays = 3;
/** The data sets round ends to the nearest end of a month. */
const roundedDays = 16;

/** Whether a fact is of the kind of the line and of a period that ends on that day; a year's is of no quarter but the last. */
export function isPrintedIn(
  fact: Fact,
  { periodType, dataType }: Pick<Concept, "periodType" | "dataType">,
  { end, at }: { end: string; at: string },
): boolean {
  if ((fact.start === null) !== (periodType === "instant") || fact.value === "0") return false;
  if (kindOfUnit(fact.unit) !== dataType) return false;
  const tolerance = fact.isEndRounded ? roundedDays : toleranceDays;
  if (Math.abs(dayOf(fact.end) - dayOf(end)) > tolerance) return false;
  if (fact.start === null || at === "Q4" || at === "H2") return true;
  return (at === "FY") === dayOf(fact.end) - dayOf(fact.start) > yearDays;
}

function kindOfUnit(unit: string): Concept["dataType"] {
  if (unit.endsWith("/shares")) return "per_share";
  if (unit === "shares" || unit === "pure") return unit;
  return "monetary";
}
