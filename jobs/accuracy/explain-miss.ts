import { dayOf } from "#ingest/periods/days.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { type Column, isEqual, isSameUnit, toleranceDays } from "./compare.ts";
import type { ExpectedRow } from "./expected.ts";

/** What kind of difference a miss is, for grouping. */
type MissCause =
  | "no concept"
  | "no period"
  | "no value"
  | "other unit"
  | "other version"
  | "other tag"
  | "other period"
  | "other scope"
  | "other sign"
  | "other split basis"
  | "other scale"
  | "within one percent"
  | "differs";

export interface Miss {
  cause: MissCause;
  /** The cause in words, with what was found. */
  reason: string;
}

interface MissEvidence {
  row: ExpectedRow;
  concept: Concept | null;
  column: Column | null;
  columns: readonly Column[];
  facts: readonly Fact[];
  registry: Registry;
}

/** Why a row differs: our value in its place, and where the expected value is instead. */
export function explainMiss(found: MissEvidence): Miss {
  const { row, concept, column } = found;
  if (concept === null) return { cause: "no concept", reason: `no concept means ${row.metric}` };
  if (column === null) return noPeriod(found);
  const line = column.lines[concept.snakeKey];
  if (line?.value == null) {
    const elsewhere = whereElse(found);
    const why = line?.reason ?? "not_reported";
    return {
      cause: "no value",
      reason: `ours is null (${why})${elsewhere ? `; ${elsewhere.reason}` : ""}`,
    };
  }
  if (isEqual(row, line.value) && !isSameUnit(row.unit, line.unit)) {
    return { cause: "other unit", reason: `ours is in ${line.unit}, expected in ${row.unit}` };
  }
  return whereElse(found) ?? otherScope(found, line.value) ?? byRatio(row, line.value);
}

/** Significant digits of the expected value: "12183000000" has five. */
function significantDigits({ value, exponent }: ExpectedRow): number {
  const digits = value.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length - Math.max(exponent, 0);
}

/** Their figure is ours with or without one other line. */
function otherScope({ row, concept, column }: MissEvidence, value: string): Miss | null {
  if (significantDigits(row) < 4 || !column) return null;
  for (const [key, line] of Object.entries(column.lines)) {
    if (line.value === null || line.value === "0" || key === concept?.snakeKey) continue;
    const isPlus = isEqual(row, decimal.add(value, line.value));
    if (!isPlus && !isEqual(row, decimal.sub(value, line.value))) continue;
    const reason = `it is ours ${isPlus ? "plus" : "less"} ${key} (${line.value})`;
    return { cause: "other scope", reason };
  }
  return null;
}

function noPeriod({ row, columns }: MissEvidence): Miss {
  const sameKind = columns.filter((c) => row.kind === "instant" || c.fiscalPeriod === row.kind);
  const nearest = [...sameKind].sort((a, b) => away(a.end, row.end) - away(b.end, row.end))[0];
  const reason = nearest
    ? `the nearest period of this kind ends ${nearest.end}`
    : `no period of this kind`;
  return { cause: "no period", reason };
}

const away = (a: string, b: string) => Math.abs(dayOf(a) - dayOf(b));

/** A fact, another period of the line or another line that does have the expected value. */
function whereElse(found: MissEvidence): Miss | null {
  return otherFact(found) ?? otherPeriod(found);
}

function otherFact({ row, concept, column, facts, registry }: MissEvidence): Miss | null {
  // A zero, or a number of one or two digits, matches by chance.
  if (significantDigits(row) < 3) return null;
  const ranks = new Map(concept?.mappings.map((m, i) => [`${m.taxonomy}:${m.xbrlConcept}`, i]));
  const matching = facts.filter(
    (fact) =>
      away(fact.end, row.end) <= toleranceDays &&
      isSpan(fact, row) &&
      isSameUnit(row.unit, fact.unit) &&
      isEqual(row, fact.value),
  );
  if (matching.length === 0) return null;
  const ours = column && concept ? column.lines[concept.snakeKey]?.lineage : null;
  const shown = typeof ours === "number" ? facts[ours] : undefined;
  const version = matching.find((f) => shown && f.tag === shown.tag && f.start === shown.start);
  if (version) {
    return { cause: "other version", reason: `${cite(version)} says so, ours is ${cite(shown)}` };
  }
  const candidate = matching.find((f) => ranks.has(`${f.taxonomy}:${f.tag}`)) ?? matching[0];
  if (!candidate) return null;
  const tag = `${candidate.taxonomy}:${candidate.tag}`;
  const rank = ranks.get(tag);
  const owner = registry.concepts.find((c) =>
    c.mappings.some((m) => `${m.taxonomy}:${m.xbrlConcept}` === tag),
  );
  const meaning =
    rank === undefined
      ? `which we map to ${owner?.snakeKey ?? "nothing"}`
      : `our choice ${rank + 1}`;
  return { cause: "other tag", reason: `it is ${tag} of ${cite(candidate)}, ${meaning}` };
}

function isSpan(fact: Fact, row: ExpectedRow): boolean {
  if (row.kind === "instant") return fact.start === null;
  if (fact.start === null) return false;
  const days = dayOf(fact.end) - dayOf(fact.start) + 1;
  if (row.kind === "FY" || row.kind === "TTM") return days > 330;
  return row.kind.startsWith("Q") ? days < 130 : true;
}

const cite = (fact: Fact | undefined) =>
  fact ? `${fact.accession} (${fact.form} ${fact.filed ?? "undated"})` : "another filing";

function otherPeriod({ row, concept, column, columns }: MissEvidence): Miss | null {
  if (!concept || row.value === "0") return null;
  const other = columns.find((c) => {
    const value = c !== column && c.lines[concept.snakeKey]?.value;
    const isOfKind = row.kind === "instant" || c.fiscalPeriod === row.kind;
    return isOfKind && typeof value === "string" && isEqual(row, value);
  });
  if (!other) return null;
  return { cause: "other period", reason: `it is our value of ${other.key}, ended ${other.end}` };
}

const splitRatios = [2, 3, 4, 5, 7, 10, 15, 20, 28, 30, 35, 40, 50];

function byRatio(row: ExpectedRow, value: string): Miss {
  if (isEqual(row, decimal.negate(value))) {
    return { cause: "other sign", reason: "the same amount with the other sign" };
  }
  const ratio = Number(decimal.ratio(value, row.value) ?? Number.NaN);
  const size = Math.max(Math.abs(ratio), 1 / Math.abs(ratio));
  const off = (factor: number) => Math.abs(size / factor - 1);
  if ([1e3, 1e6].some((factor) => off(factor) < 0.001)) {
    return { cause: "other scale", reason: `ours is ${ratio.toPrecision(3)} times as much` };
  }
  const isPerShare = row.unit.includes("shares");
  const split = splitRatios.find((factor) => off(factor) < 0.01);
  if (isPerShare && split) {
    return { cause: "other split basis", reason: `a factor of ${split} between the two` };
  }
  const percent = 100 * (ratio - 1);
  if (Math.abs(percent) < 1) {
    return { cause: "within one percent", reason: moreOrLess(percent, 3) };
  }
  const isKnown = Number.isFinite(percent);
  return { cause: "differs", reason: isKnown ? moreOrLess(percent, 1) : "not comparable" };
}

function moreOrLess(percent: number, digits: number): string {
  return `ours is ${Math.abs(percent).toFixed(digits)} % ${percent < 0 ? "less" : "more"}`;
}

/** Where a value of ours came from: tag and accession of each fact, or the arithmetic in short. */
export function provenance(lineage: Lineage | null, facts: readonly Fact[]): string {
  if (lineage === null) return "";
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact ? `${fact.taxonomy}:${fact.tag} ${fact.accession}` : "";
  }
  const [rule, ...operands] = lineage;
  const parts = operands.map(([weight, label, value, of]) => {
    const from = typeof of === "number" ? ` ${provenance(of, facts)}` : ` ${of[0]}`;
    return `${weight < 0 ? "-" : "+"}${value} ${label}${from}`;
  });
  return `${rule}(${parts.join("; ")})`;
}
