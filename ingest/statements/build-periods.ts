import { rulesOf } from "#registry/rules/book.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  FiscalPeriod,
  PeriodFiling,
  RefusedTag,
  StatementPeriod,
} from "#schemas/shapes/companies/statement.ts";
import { formClass, tierOf } from "../facts/forms.ts";
import { isoOf } from "../periods/days.ts";
import type { FiscalYear } from "../periods/fiscal-calendar.ts";
import { type Point, point, slotOf, spanOf } from "../periods/slots.ts";
import { absence } from "./absent-line.ts";
import { type Cell, isCell, type Outcome } from "./cells/cell.ts";
import { evaluatePeriod, type PeriodEvidence, type PeriodInput } from "./evaluate-period.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { instantOf } from "./evidence/series.ts";
import type { FiledLines } from "./filed-lines.ts";
import { flowPoints, type PeriodPoint } from "./period-points.ts";
import { ruleAgainstFormula } from "./rules/mostly-sums.ts";
import { submittedPeriod } from "./submitted-period.ts";
import { type YearValues, yearValues } from "./year-values.ts";

/** A period with the cells behind its lines, which period arithmetic still needs. */
export interface EvaluatedPeriod {
  period: StatementPeriod;
  cells: ReadonlyMap<string, Cell>;
}

/** The third stage: every period of the company that has a value, oldest first. */
export function buildPeriods(evidence: Evidence, filed: FiledLines): EvaluatedPeriod[] {
  const ofPeriods: PeriodEvidence = {
    ...evidence,
    absenceOf: absence(evidence),
    ruleAgainst: (year, key, place) => ruleAgainstFormula(evidence, year, key, place),
  };
  const evaluatedPeriods = evidence.calendar.years.flatMap((fiscalYear, year) => {
    const ofYear = yearInput(evidence, filed, fiscalYear, year);
    if (!ofYear) return [];
    const points = presentPoints(evidence.registry, ofYear);
    return points.map((at) => buildPeriod(evidence, ofPeriods, ofYear, at));
  });
  const others = evidence.submitted.unmatched().map((claim) => submittedPeriod(evidence, claim));
  if (others.length > 0) evaluatedPeriods.push(...others);
  return uniqueKeys(others.length > 0 ? evaluatedPeriods.sort(byEnd) : evaluatedPeriods);
}

/** Quarters before the year or half that ends with them. */
function byEnd(a: EvaluatedPeriod, b: EvaluatedPeriod): number {
  return compare(a.period.end, b.period.end) || compare(b.period.start, a.period.start);
}

/** A fiscal year with what is known of each line. */
type YearInput = Omit<PeriodInput, "at" | "label" | "end" | "submitted"> & {
  /** The periods that the calendar has the days of. */
  points: readonly PeriodPoint[];
};

/** Null for a year without facts. */
function yearInput(
  { registry, showsFirst, series, templates, currencies, facts: { index } }: Evidence,
  filed: FiledLines,
  fiscalYear: FiscalYear,
  year: number,
): YearInput | null {
  const lines = filed[year];
  if (!lines || index.unitCounts(year).size === 0) return null;
  const points = possiblePoints(fiscalYear);
  const values = new Map<string, YearValues>();
  const refused = new Map<string, readonly RefusedTag[]>();
  for (const concept of registry.concepts) {
    const direct = lines.get(concept.snakeKey);
    if (!direct) continue;
    const arithmetic = { series, showsFirst, concept, fiscalYear, direct };
    values.set(concept.snakeKey, yearValues(arithmetic, points));
    if (direct.refused.length > 0) refused.set(concept.snakeKey, direct.refused);
  }
  const template = templates[year] ?? "industrial";
  const currency = currencies[year] ?? null;
  return { year, fiscalYear, template, currency, filed: lines, points, values, refused };
}

/** The periods of a year that its calendar has the days of. */
function possiblePoints(year: FiscalYear): PeriodPoint[] {
  if (year.isTransition) return ["FY"];
  const [q1, q2, q3] = year.quarterEnds.map((end) => end !== null);
  const { hasHalves } = year;
  const rules: [PeriodPoint, boolean | undefined][] = [
    ["Q1", q1],
    ["Q2", q1 && q2],
    ["Q3", q2 && q3],
    ["Q4", q3],
    ["H1", hasHalves],
    ["H2", hasHalves],
    ["FY", true],
  ];
  return rules.filter(([, isThere]) => isThere).map(([at]) => at);
}

function presentPoints(
  registry: Registry,
  { fiscalYear: year, points, values }: YearInput,
): PeriodPoint[] {
  // A period is there when one of the lines that every company reports is: a dividend note or a
  // balance alone makes no quarter of an annual filer (2.16), nor two opening balances a year.
  const universal = registry.concepts.filter((c) => c.prevalence === "universal");
  const flows = universal.filter((c) => c.periodType === "duration" && c.dataType === "monetary");
  const has = (at: PeriodPoint) => flows.some((c) => isFiled(values.get(c.snakeKey)?.[at]));
  const balances = rulesOf(registry.rules, "balance_of_year");
  const hasBalance = () => balances.some(({ line }) => isCell(values.get(line)?.FY));
  return points.filter((at) => has(at) || (at === "FY" && !year.isTransition && hasBalance()));
}

/** A value, or one that was filed in a scale that cannot be right. Nothing between two years to date proves no period. */
function isFiled(outcome: Outcome | undefined): boolean {
  if (!isCell(outcome)) return outcome?.reason === "scale_suspect";
  return outcome.value !== "0" || typeof outcome.lineage === "number";
}

function buildPeriod(
  evidence: Evidence,
  ofPeriods: PeriodEvidence,
  ofYear: YearInput,
  at: PeriodPoint,
): EvaluatedPeriod {
  const { year, fiscalYear, template, currency } = ofYear;
  const span = spanOf(fiscalYear, flowPoints[at]);
  if (!span) throw new RangeError(`no ${at} in the fiscal year that ends ${isoOf(fiscalYear.end)}`);
  const end = isoOf(span.end);
  const fiscalPeriod: FiscalPeriod = fiscalYear.isTransition ? "T" : at;
  const submitted = evidence.submitted.valuesFor({ fiscalPeriod, end, currency });
  const input = { ...ofYear, at, label: span.label, end, submitted };
  const { lines, cells } = evaluatePeriod(ofPeriods, input);
  const base = baseFiling(evidence, year, at);
  return {
    cells,
    period: {
      key: fiscalYear.isTransition ? `T${end}` : `${fiscalYear.label}${at}`,
      fiscalYear: fiscalYear.label,
      fiscalPeriod,
      start: isoOf(span.start),
      end,
      weeks: Math.round((span.end - span.start + 1) / 7),
      currency,
      template,
      baseForm: base?.form ?? null,
      filedDate: base?.filed ?? null,
      filings: filingsBehind(cells, base),
      lines,
    },
  };
}

/** The spans that state a period: year to date counts where a quarter may be a difference, and the year for its last part. */
const statingPoints: Record<PeriodPoint, readonly Point[]> = {
  FY: [point.FY],
  Q1: [point.Q1],
  Q2: [point.Q2, point.M6],
  Q3: [point.Q3, point.M9],
  Q4: [point.FY],
  H1: [point.M6],
  H2: [point.FY],
};

/**
 * The filing that first reported the period: the earliest periodic report that states a flow of it, or total assets at the
 * end of a year; without any the earliest that states a balance. An opening balance alone reports no period.
 */
function baseFiling(evidence: Evidence, year: number, at: PeriodPoint): Fact | null {
  const {
    facts: { index },
    registry,
  } = evidence;
  const isYear = statingPoints[at].includes(point.FY);
  const slots = statingPoints[at].map((one) => slotOf(year, one));
  const flows = slots.flatMap((slot) => index.versionsAt(slot));
  const balances = slots.slice(0, 1).flatMap((slot) => index.versionsAt(instantOf(slot)));
  const assetTags = rulesOf(registry.rules, "balance_of_year").flatMap(
    ({ line }) => registry.bySnakeKey.get(line)?.mappings ?? [],
  );
  const isAssets = ([fact]: readonly Fact[]) =>
    assetTags.some(({ xbrlConcept }) => xbrlConcept === fact?.tag);
  const assets = isYear ? balances.filter(isAssets) : [];
  return earliest(evidence, [...flows, ...assets], isYear) ?? earliest(evidence, balances, isYear);
}

/** By rank, then by date. */
function earliest(
  { isKnown }: Evidence,
  candidates: readonly (readonly Fact[])[],
  isYear: boolean,
): Fact | null {
  let base: Fact | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const versions of candidates) {
    for (const fact of versions) {
      if (!isKnown(fact)) continue;
      const rank = rankOf(fact, isYear);
      if (rank > best || (rank === best && (fact.filed ?? "9") >= (base?.filed ?? "9"))) continue;
      base = fact;
      best = rank;
    }
  }
  return base;
}

/** A year is first reported by an annual report, a quarter by an interim one. */
function rankOf(fact: Fact, isYear: boolean): number {
  if (fact.taxonomy === "dei") return 5;
  if (fact.filed === null) return 4;
  return formClass(fact.form) === (isYear ? "annual" : "interim") ? 0 : tierOf(fact.form);
}

/** The filings whose facts the period's lines use, and the one that first reported it; oldest first. */
function filingsBehind(cells: ReadonlyMap<string, Cell>, base: Fact | null): PeriodFiling[] {
  const byAccession = new Map<string, Fact>();
  if (base) byAccession.set(base.accession, base);
  for (const { picked } of cells.values()) {
    if (picked) byAccession.set(picked.fact.accession, picked.fact);
  }
  const filings = [...byAccession.values()].map(({ accession, form, filed, cik }) => ({
    accessionNumber: accession,
    form,
    filedDate: filed,
    ...(cik ? { cik } : {}),
  }));
  return filings.sort(
    (a, b) =>
      compare(a.filedDate ?? "", b.filedDate ?? "") ||
      compare(a.accessionNumber, b.accessionNumber),
  );
}

/** A change of the fiscal year can give two years one label: the later one's key says its end. */
function uniqueKeys(evaluatedPeriods: EvaluatedPeriod[]): EvaluatedPeriod[] {
  const seenKeys = new Set<string>();
  for (const { period } of evaluatedPeriods) {
    if (seenKeys.has(period.key)) period.key = `${period.key}-${period.end}`;
    seenKeys.add(period.key);
  }
  return evaluatedPeriods;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
