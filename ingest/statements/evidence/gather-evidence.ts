import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { Mapping, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage, Template } from "#schemas/shapes/companies/statement.ts";
import type { CompanyInput, View } from "../../company-input.ts";
import type { Face } from "../../faces/evidence/face.ts";
import { entry } from "../../facts/entry.ts";
import { dimensionedTags } from "../../facts/facts-document.ts";
import { entityOf } from "../../facts/history/entity-changes.ts";
import type { History } from "../../facts/history/history.ts";
import {
  isKnownIn,
  knownIn,
  type PickedVersion,
  pickVersion,
} from "../../facts/history/versions.ts";
import { indexPrinted } from "../../facts/printed-facts.ts";
import { learnFilingQuanta } from "../../facts/quantum.ts";
import type { Calendar } from "../../periods/fiscal-calendar.ts";
import { slotFinder } from "../../periods/slots.ts";
import { faceEvidence } from "../by-face/face-evidence.ts";
import { memberFacts } from "../by-face/member-facts.ts";
import type { Cell } from "../cells/cell.ts";
import { earlierCell } from "../cells/earlier-cell.ts";
import { reportingCurrency } from "../currency.ts";
import { guardFacts } from "../guards/guard-facts.ts";
import { findMisplacedAmounts, findPartsOfEarnings } from "../per-share/absurd-earnings.ts";
import { findShareScales } from "../per-share/share-scale.ts";
import { learnSplits, sameSplitBasis, splitBasisOf } from "../per-share/splits.ts";
import { findWrongSigns } from "../per-share/wrong-signs.ts";
import { conceptSeries } from "./concept-series.ts";
import type { Evidence, PrintedEvidence } from "./evidence.ts";
import { recastFinder } from "./recast-year.ts";
import { type FactIndex, indexFacts } from "./series.ts";
import { indexSubmitted } from "./submitted.ts";
import { tagComparer } from "./tag-comparer.ts";
import { decideTemplates } from "./template.ts";
import { indexUnmappedParts } from "./unmapped-parts.ts";
import { unpublishedPeriods } from "./unpublished-periods.ts";

interface EvidenceInput {
  input: CompanyInput;
  facts: readonly Fact[];
  /** The same facts, by fact. */
  histories: readonly History[];
  calendar: Calendar;
  registry: Registry;
  view: View;
}

/** The first stage: what the view believes of the company's filings. */
export function gatherEvidence(source: EvidenceInput): Evidence {
  const { input, facts, histories, calendar, registry, view } = source;
  const quanta = learnFilingQuanta(facts);
  const known = knownIn(view, facts);
  const seen = histories.map((history) => knownIn(view, history));
  const slotOf = slotFinder(calendar);
  const guarded = guardFacts({ facts, histories: seen, registry, quanta, view, slotOf });
  const { entityChanges, passedOver, ...found } = guarded;
  const index = indexFacts(histories, calendar, quanta, view, guarded);
  const { years } = calendar;
  const currencies = years.map((_, y) => reportingCurrency(index, y));
  const splits = learnSplits(facts);
  const ids = idsOf(facts);
  const templates = decideTemplates(index, years.length, input.profile?.sic ?? null, currencies);
  const seriesOf = conceptSeries({
    index,
    taxonomy: taxonomyOf(index),
    currencies,
    templates,
    isDimensioned: dimensionedIn(dimensionedTags(input), known, calendar),
  });
  const filed = { registry, index, years: years.length, seriesOf };
  const parts = findPartsOfEarnings(filed);
  const shareScales = findShareScales(filed, parts);
  const idOf = (fact: Fact) => ids.get(fact) ?? -1;
  const pickIn = (versions: readonly Fact[], of: View) =>
    pickVersion(versions, of, quanta, passedOver);
  return {
    registry,
    calendar,
    currencies,
    templates,
    showsFirst: view.kind === "asFirstReported",
    facts: {
      index,
      quanta,
      splits,
      ...found,
      shareScales,
      absurdEarnings: new Map([...parts, ...findMisplacedAmounts(filed, shareScales)]),
      wrongSigns: findWrongSigns(filed),
      seriesOf,
      idOf,
      splitBasis: (fact) => splitBasisOf(fact, splits),
      classLineage: (total) => ["sum_of_classes", ...classMembers(total, facts, ids)],
    },
    series: {
      haveOneTag: tagComparer(index, quanta),
      mayCombine: combiner(entityChanges, splits),
      asKnownOn: earlierCell(pickIn, idOf),
      isRecast: recastFinder(index, slotOf),
      filedOn: (factId) => facts[factId]?.filed ?? null,
    },
    printed: printedIn(source, { templates, slotOf, foreign: found.foreign }, (versions) =>
      pickIn(versions, view),
    ),
    submitted: indexSubmitted(input.submitted, registry, view),
    isKnown: view.kind === "asOf" ? (fact) => isKnownIn(view, fact) : () => true,
    isUnpublished: unpublishedPeriods(visibleFilings(input, view), known),
  };
}

interface PrintedInput {
  templates: readonly Template[];
  foreign: ReadonlySet<Fact>;
  slotOf: ReturnType<typeof slotFinder>;
}

/** What the statements of filings print: without any, nothing. */
function printedIn(
  { input, histories, registry, view }: EvidenceInput,
  { templates, foreign, slotOf }: PrintedInput,
  pick: (versions: readonly Fact[]) => PickedVersion | null,
): PrintedEvidence {
  const faces = ownFaces(input, foreign);
  return {
    faces: faceEvidence({ faces, registry, templates, view, slotOf }),
    members: memberFacts(faces.length > 0 ? histories : [], slotOf, pick),
    elements: indexPrinted(input.printed),
    unmappedParts: indexUnmappedParts(input.unmappedParts),
  };
}

/** Without the filings of another entity under the registrant's number. */
function ownFaces({ faces = [] }: CompanyInput, foreign: ReadonlySet<Fact>): readonly Face[] {
  if (faces.length === 0 || foreign.size === 0) return faces;
  const others = new Set([...foreign].map(({ accession }) => accession));
  return faces.filter(({ accession }) => !others.has(accession));
}

function idsOf(facts: readonly Fact[]): ReadonlyMap<Fact, number> {
  const ids = new Map<Fact, number>();
  for (let id = 0; id < facts.length; id += 1) ids.set(facts[id] as Fact, id);
  return ids;
}

function combiner(changes: readonly string[], splits: readonly Split[]) {
  return (cells: readonly Cell[]): boolean => {
    // Nearly always there is nothing to tell apart.
    const isOfShares = cells[0]?.unit.endsWith("shares") ?? false;
    if (changes.length === 0 && (splits.length === 0 || !isOfShares)) return true;
    const [first, ...others] = cells.flatMap((c) => c.picked?.fact ?? c.basis ?? []);
    if (!first) return true;
    const entity = entityOf(first, changes);
    return others.every(
      (fact) => sameSplitBasis(first, fact, splits) && entityOf(fact, changes) === entity,
    );
  };
}

function visibleFilings(input: CompanyInput, view: View): CompanyInput {
  if (view.kind !== "asOf") return input;
  return { ...input, filings: input.filings.filter(({ filed }) => filed <= view.date) };
}

function classMembers(
  total: Fact,
  facts: readonly Fact[],
  ids: ReadonlyMap<Fact, number>,
): [number, string, string, Lineage][] {
  const members = facts.filter((fact) => isClassMember(fact, total));
  return members.map((fact) => [1, fact.dimensions ?? "", fact.value, ids.get(fact) ?? -1]);
}

function isClassMember(fact: Fact, total: Fact): boolean {
  return (
    fact.tag === total.tag &&
    fact.accession === total.accession &&
    fact.end === total.end &&
    fact.dimensions !== null
  );
}

function taxonomyOf(index: FactIndex): Mapping["taxonomy"] {
  const isForeign = index.unitsOf("us-gaap:Assets").size === 0;
  return isForeign && index.unitsOf("ifrs-full:Assets").size > 0 ? "ifrs-full" : "us-gaap";
}

/**
 * Whether the filings about a fiscal year carry a tag only with dimensions (standardization.md 2.18): judged for the
 * years of which a filing's own instance states flows, as far as the view knows the filing.
 */
function dimensionedIn(
  tagsOf: Readonly<Record<string, readonly string[]>>,
  known: readonly Fact[],
  calendar: Calendar,
): (tag: string, year: number) => boolean {
  if (Object.keys(tagsOf).length === 0) return () => false;
  const byYear = new Map<number, Set<string>>();
  const slotOf = slotFinder(calendar);
  for (const fact of known) {
    const tags =
      fact.start === null || fact.dimensions !== null ? undefined : tagsOf[fact.accession];
    const slot = tags && slotOf(fact);
    if (slot == null) continue;
    const inYear = entry(byYear, slot >> 4, () => new Set<string>());
    for (const tag of tags ?? []) inYear.add(tag);
  }
  return (tag, year) => byYear.get(year)?.has(tag) ?? false;
}
