import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiscalPeriod, Lineage, Template } from "#schemas/shapes/companies/statement.ts";
import type { SubmittedStatement } from "../facts/submitted-statement.ts";
import type { Calendar } from "../periods/fiscal-calendar.ts";
import type { FaceEvidence } from "./by-face/face-evidence.ts";
import type { MemberFacts } from "./by-face/member-facts.ts";
import type { Cell, DirectYear } from "./cells/cell.ts";
import type { ConceptSeries } from "./concept-series.ts";
import type { RejectedRestatements } from "./guards/rejected-restatements.ts";
import type { Negatives } from "./guards/sign-slip.ts";
import type { ShareScale } from "./per-share/share-scale.ts";
import type { FactIndex } from "./series.ts";

/** What every step of one build looks things up in. */
export interface BuildContext {
  registry: Registry;
  calendar: Calendar;
  index: FactIndex;
  quanta: ReadonlyMap<string, number>;
  /** Facts of filings in a wrong scale, as far as the view can know. */
  misscaled: ReadonlySet<Fact>;
  /** These, rejected restatements and misdated notes: versions that are shown only where there is no other. */
  passedOver: ReadonlySet<Fact>;
  rejected: RejectedRestatements;
  /** Facts of another entity that reported a period under the registrant's number. */
  foreign: ReadonlySet<Fact>;
  /** Totals that a filer narrowed under the same tag, each with the part that it lacks. */
  splitOff: ReadonlyMap<Fact, Fact>;
  /** Counts of shares that were filed in another scale. */
  shareScales: ReadonlyMap<Fact, ShareScale>;
  /** What was filed as earnings per share and is something else, each with the id of the rule that says so. */
  absurdEarnings: ReadonlyMap<Fact, string>;
  /** Lines of the income statement that the lines beside them prove to have the wrong sign, each with the id of the rule. */
  wrongSigns: ReadonlyMap<Fact, string>;
  negatives: Negatives;
  /** Filings that state the credit side of the balance sheet with the wrong sign, by accession. */
  inverted: ReadonlySet<string>;
  /** The view is "as first reported". */
  showsFirst: boolean;
  /** Per fiscal year of the calendar. */
  currencies: (string | null)[];
  templates: Template[];
  splits: Split[];
  /** Filed values per year and concept, computed once: filled by `directOf`. */
  directMemo: Map<Concept, DirectYear>[];
  /** Per year whether its filings carry no fact of a concept, by snakeKey. */
  absentMemo: Map<string, boolean>[];
  /** Whether two tags carry the same values, by both and the unit. */
  agreementMemo: Map<string, boolean>;
  submitted: SubmittedIndex;
  /** Facts that nothing maps and that may hold a major part of a subtotal, by filing and day: see `unmappedPart`. */
  unmappedParts: ReadonlyMap<string, readonly Fact[]>;
  /** Facts of elements that nothing maps and that a statement prints as a line, by line: see `printedElement`. */
  printed: ReadonlyMap<string, readonly Fact[]>;
  /** The printed statements of filings. */
  faces: FaceEvidence;
  /** Facts of members, which a statement may print instead of a total. */
  members: MemberFacts;
  /** Whether a reader of the view could have known the fact. */
  isKnown(fact: Fact): boolean;
  factId(fact: Fact): number;
  /** The filing date of the fact version with that number. */
  filedOn(factId: number): string | null;
  splitBasis(fact: Fact): string;
  /** Whether the values may be added or subtracted: their facts are of one entity, on one basis of shares. */
  mayCombine(cells: readonly Cell[]): boolean;
  classLineage(total: Fact): Lineage;
  /** The company's facts of a concept in the currency and template of a year; null for a year without currency. */
  seriesOf(concept: Concept, year: number): ConceptSeries | null;
  yearEnd(year: number): string;
  /** The period's own report is listed, but its facts are not published yet. */
  isUnpublished(periodEnd: string): boolean;
}

export type SubmittedPeriod = SubmittedStatement["periods"][number];

/** Users' statements of a company, and which of their periods the regulator's calendar took up. */
export interface SubmittedIndex {
  /** The best submitted value of each line of a period: highest source, then newest. Empty when none fits. */
  valuesFor(period: {
    fiscalPeriod: FiscalPeriod;
    end: string;
    currency: string | null;
  }): Map<string, Cell>;
  /** Periods that no regulator filing knows, with their values. */
  unmatched(): { period: SubmittedPeriod; currency: string; values: Map<string, Cell> }[];
}
