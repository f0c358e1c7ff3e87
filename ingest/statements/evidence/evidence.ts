import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiscalPeriod, Lineage, Template } from "#schemas/shapes/companies/statement.ts";
import type { SubmittedStatement } from "../../facts/submitted-statement.ts";
import type { Calendar } from "../../periods/fiscal-calendar.ts";
import type { FaceEvidence } from "../by-face/face-evidence.ts";
import type { MemberFacts } from "../by-face/member-facts.ts";
import type { Cell } from "../cells/cell.ts";
import type { RejectedRestatements } from "../guards/rejected-restatements.ts";
import type { Negatives } from "../guards/sign-slip.ts";
import type { ShareScale } from "../per-share/share-scale.ts";
import type { ConceptSeries } from "./concept-series.ts";
import type { FactIndex } from "./series.ts";

/**
 * The first of three stages: what one view believes of a company's filings, before any tag is chosen or any value computed. The second
 * stage are the filed lines (`fileLines`), the third the periods (`buildPeriods`) and the tables of them (`buildTables`).
 */
export interface Evidence {
  registry: Registry;
  calendar: Calendar;
  /** Per fiscal year of the calendar; null for a year without facts. */
  currencies: readonly (string | null)[];
  /** Per fiscal year of the calendar. */
  templates: readonly Template[];
  /** The view is "as first reported". */
  showsFirst: boolean;
  facts: FactEvidence;
  series: SeriesEvidence;
  printed: PrintedEvidence;
  submitted: SubmittedIndex;
  /** Whether a reader of the view could have known the fact. */
  isKnown(fact: Fact): boolean;
  /** The period's own report is listed, but its facts are not published yet. */
  isUnpublished(periodEnd: string): boolean;
}

/** The facts by tag and period, and what the guards of facts found among them. */
export interface FactEvidence {
  index: FactIndex;
  /** Exponent of ten to which a filing states its amounts, by accession. */
  quanta: ReadonlyMap<string, number>;
  splits: readonly Split[];
  /** Facts of filings in a wrong scale, as far as the view can know. */
  misscaled: ReadonlySet<Fact>;
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
  /** The company's facts of a concept in the currency and template of a year; null for a year without currency. */
  seriesOf(concept: Concept, year: number): ConceptSeries | null;
  idOf(fact: Fact): number;
  splitBasis(fact: Fact): string;
  classLineage(total: Fact): Lineage;
}

/** What a tag is judged by. */
export type TaggedFacts = Pick<Evidence, "registry" | "facts">;

/** Which values of different periods and filings may be added, subtracted or compared. */
export interface SeriesEvidence {
  /** One tag, or tags that carry the same value wherever both are filed (2.10). Computed values have no tag of their own. */
  haveOneTag(cells: readonly Cell[]): boolean;
  /** Their facts are of one entity, on one basis of shares. */
  mayCombine(cells: readonly Cell[]): boolean;
  /** The filed value as it stood on a day; null where it was not known or not believed then. */
  asKnownOn(cell: Cell, date: string): Cell | null;
  /** Whether a year and a part of it are of two scopes, though neither was restated: see `recastFinder`. */
  isRecast(year: Cell, part: Cell): boolean;
  /** The filing date of the fact version with that number. */
  filedOn(factId: number): string | null;
}

/** What statements print. */
export interface PrintedEvidence {
  faces: FaceEvidence;
  /** Facts of members, which a statement may print instead of a total. */
  members: MemberFacts;
  /** Facts of elements that nothing maps and that a statement prints as a line, by line: see `printedElement`. */
  elements: ReadonlyMap<string, readonly Fact[]>;
  /** Facts that nothing maps and that may hold a major part of a subtotal, by filing and day: see `unmappedPart`. */
  unmappedParts: ReadonlyMap<string, readonly Fact[]>;
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
