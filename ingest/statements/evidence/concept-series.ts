import { inForceFrom } from "#registry/resolve/resolve.ts";
import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import { entry } from "../../facts/entry.ts";
import { unitOfConcept } from "../currency.ts";
import type { FactIndex, Series } from "./series.ts";

/** A mapping whose tag the company has filed in the concept's unit. */
export interface Candidate {
  concept: Concept;
  mapping: Mapping;
  /** Place among the mappings of the template. */
  rank: number;
  /** "taxonomy:tag". */
  tag: string;
  unit: string;
  series: Series;
  /** The facts are amounts per share in this unit, which cannot be meant. */
  misstatedUnit?: string;
}

/** What a company's facts hold of one concept, for the fiscal years of one currency and template. */
export interface ConceptSeries {
  /** The filed tags of the template, in order of preference. */
  candidates: readonly Candidate[];
  /** The series of all mappings, whatever their template. */
  all: readonly Series[];
  inOtherUnits: readonly Series[];
  /** Periods that end before this day are from before the concept's standard; null without such a day. */
  inForceFrom: string | null;
  /** Whether the year's filings carry the concept's tags only with dimensions. */
  isDimensionOnly(year: number): boolean;
}

interface FiledFacts {
  index: FactIndex;
  /** The taxonomy of the company's statements. */
  taxonomy: Mapping["taxonomy"];
  /** Per fiscal year. */
  currencies: readonly (string | null)[];
  templates: readonly Template[];
  /** Whether the filings of a fiscal year carry the tag only with dimensions. */
  isDimensioned(tag: string, year: number): boolean;
}

/** What the fiscal years of one currency and template have in common. */
interface YearFrame {
  currency: string;
  template: Template;
  known: Map<Concept, ConceptSeries>;
}

/**
 * A function that finds the facts of a concept for a fiscal year; null for a year without a currency. The tags are
 * looked up once for all years of one currency and template: most companies have one of each.
 */
export function conceptSeries({
  index,
  taxonomy,
  currencies,
  templates,
  isDimensioned,
}: FiledFacts): (concept: Concept, year: number) => ConceptSeries | null {
  const found = new Map<string, Map<Concept, ConceptSeries>>();
  const byYear = currencies.map((currency, year): YearFrame | null => {
    const template = templates[year] ?? "industrial";
    const known = entry(found, `${currency} ${template}`, () => new Map<Concept, ConceptSeries>());
    return currency === null ? null : { currency, template, known };
  });
  const seriesIn = (concept: Concept, { currency, template }: YearFrame): ConceptSeries => {
    const tags = concept.mappings.map(tagOf);
    const unit = unitOfConcept(concept, currency);
    const units = tags.flatMap((tag) => [...index.unitsOf(tag)]);
    return {
      candidates: listCandidates(index, concept, unit, template),
      all: units.flatMap(([own, series]) => (own === unit ? [series] : [])),
      inOtherUnits: units.flatMap(([own, series]) => (own === unit ? [] : [series])),
      inForceFrom: inForceFrom(concept, taxonomy),
      isDimensionOnly: (at) => tags.some((tag) => isDimensioned(tag, at)),
    };
  };
  return (concept, year) => {
    const inYear = byYear[year];
    if (!inYear) return null;
    const known = inYear.known.get(concept);
    if (known) return known;
    const made = seriesIn(concept, inYear);
    inYear.known.set(concept, made);
    return made;
  };
}

function listCandidates(
  index: FactIndex,
  concept: Concept,
  unit: string,
  template: Template,
): Candidate[] {
  return concept.mappings
    .filter(({ templates }) => templates === null || templates.includes(template))
    .flatMap((mapping, rank) => {
      const tag = tagOf(mapping);
      const candidate = { concept, mapping, rank, tag, unit };
      const series = index.seriesOf(tag, unit);
      const misstated = concept.dataType === "per_share" ? misstatedUnits(unit) : [];
      const others = misstated.flatMap((misstatedUnit): Candidate[] => {
        const found = index.seriesOf(tag, misstatedUnit);
        return found ? [{ ...candidate, series: found, misstatedUnit }] : [];
      });
      return series ? [{ ...candidate, series }, ...others] : others;
    });
}

/**
 * Units that filers state amounts per share in by mistake, the likeliest first: "USD" for "USD/shares", and units without a currency. Nothing
 * else can be meant by the tag.
 */
function misstatedUnits(unit: string): string[] {
  const currency = unit.replace("/shares", "");
  return [currency, "pure", "shares", `shares/${currency}`];
}

function tagOf({ taxonomy, xbrlConcept }: Mapping): string {
  return `${taxonomy}:${xbrlConcept}`;
}
