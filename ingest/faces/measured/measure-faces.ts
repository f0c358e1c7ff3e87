import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { isCountInWords } from "../model/count-in-words.ts";
import { type MeasuredSum, measureSums } from "./closure.ts";
import { type Face, faceOf } from "./face-values.ts";
import { equalsFace } from "./on-face.ts";
import { type MeasuredPeriod, type ShownValue, shownValues } from "./shown-values.ts";
import { lineMeasure, type MeasuredLine } from "./unfed-lines.ts";

/** Where a shown value stands: on the face, in a note as its flag says, or in a note without a word. */
export type Standing = "face" | "note" | "off";

/** A shown value of which the filing's statements are at hand. */
export interface MeasuredValue {
  /** snakeKey. */
  concept: string;
  period: string;
  value: string;
  /** The filing that it was compared with: the newest of its facts. */
  accession: string;
  standing: Standing;
}

/** How the standardized statements of a company stand on what its filings printed. */
export interface FaceMeasure {
  /** Reports with a face. */
  reports: number;
  values: MeasuredValue[];
  lines: MeasuredLine[];
  /** Subtotals of filings with a face. */
  sums: MeasuredSum[];
}

interface Company {
  periods: readonly MeasuredPeriod[];
  facts: readonly Fact[];
  registry: Registry;
}

/** Takes the reports of a company one by one, so that only one of them has to be in memory. */
export interface FaceMeasuring {
  take(report: FiledReport): void;
  finish(): FaceMeasure;
}

/** Starts to measure a company. */
export function measureFaces({ periods, facts, registry }: Company): FaceMeasuring {
  const values = shownValues(periods, facts);
  const byFiling = Map.groupBy(values, (value) => newestOf(value, facts));
  const factsIn = indexByFiling(values, facts);
  const measureLines = lineMeasure(periods, facts, registry);
  const found: Found = { taken: new Set(), printed: new Set(), equal: new Set() };
  const lines: MeasuredLine[] = [];
  return {
    take(report) {
      const face = faceOf(report);
      found.taken.add(report.accession);
      const own = [...(factsIn.get(report.accession) ?? [])];
      for (const [at] of own.filter(([, fact]) => isOn(face, fact))) found.printed.add(at);
      const rest = byFiling.get(report.accession)?.filter((value) => !isPrinted(value, found));
      for (const value of rest ?? []) {
        if (equalsFace(value, { report, face, registry })) found.equal.add(value);
      }
      for (const line of measureLines(report)) lines.push(line);
    },
    finish() {
      const isTaken = (at: number) => found.taken.has(facts[at]?.accession ?? "");
      const measured = values.filter((value) => value.facts.every(isTaken));
      const totals = new Set(measured.map(({ period, concept }) => `${period.key} ${concept}`));
      return {
        reports: found.taken.size,
        values: measured.map((value) => ({
          concept: value.concept,
          period: value.period.key,
          value: value.line.value ?? "",
          accession: newestOf(value, facts),
          standing: standingOf(value, found),
        })),
        lines,
        sums: periods
          .flatMap((period) => measureSums(period, registry))
          .filter(({ period, total }) => totals.has(`${period} ${total}`)),
      };
    },
  };
}

/** On a statement, or a count of shares in the words of a line. */
const isOn = (face: Face, fact: Fact): boolean =>
  face.has(fact) ||
  (fact.unit === "shares" && face.words.some((words) => isCountInWords(Number(fact.value), words)));

/** What the reports that were taken say. */
interface Found {
  /** Accession numbers. */
  taken: Set<string>;
  /** Indexes of facts that a statement of their own filing prints. */
  printed: Set<number>;
  /** Values that equal what their newest filing prints, whatever they are made of. */
  equal: Set<ShownValue>;
}

/** The facts of the values, with their indexes, by filing. */
function indexByFiling(
  values: readonly ShownValue[],
  facts: readonly Fact[],
): Map<string, Map<number, Fact>> {
  const byFiling = new Map<string, Map<number, Fact>>();
  for (const at of values.flatMap((value) => value.facts)) {
    const fact = facts[at];
    if (fact) entry(byFiling, fact.accession, () => new Map<number, Fact>()).set(at, fact);
  }
  return byFiling;
}

const isPrinted = (value: ShownValue, { printed }: Found) =>
  value.facts.every((at) => printed.has(at));

function standingOf(value: ShownValue, found: Found): Standing {
  if (found.equal.has(value) || isPrinted(value, found)) return "face";
  return value.line.flags.includes("note") ? "note" : "off";
}

/** The accession number of the newest fact that a value is made of. */
function newestOf({ facts: own }: ShownValue, facts: readonly Fact[]): string {
  let newest: Fact | undefined;
  for (const at of own) {
    const fact = facts[at];
    if (fact && (newest === undefined || (fact.filed ?? "") > (newest.filed ?? ""))) newest = fact;
  }
  return newest?.accession ?? "";
}
