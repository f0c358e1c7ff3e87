import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import { parseDecimal } from "#schemas/decimal.ts";
import type { Fact, ParsedFacts, RejectedFact } from "#schemas/shapes/companies/fact.ts";
import { ParseError } from "../../errors.ts";
import { cikOf, coverTags, type DocumentCover, readCover } from "../document-cover.ts";
import { lineOfOwnName } from "../printed-facts.ts";
import { adoptEquity } from "./adopt-equity.ts";
import { adoptNotDeducted, isOwnNotDeducted } from "./adopt-not-deducted.ts";
import { type AdoptedFact, adoptPerShare, isOwnPerShare } from "./adopt-per-share.ts";
import type { IsWanted, RawFact, RawInstance, Reference } from "./raw-instance.ts";
import type { Context } from "./xbrl-context.ts";
import { mergeDuplicates, type PreciseFact } from "./xbrl-duplicates.ts";
import { readInstance } from "./xbrl-reader.ts";

/** What is known of the filing from elsewhere; the accession may be one made up by the caller. */
export interface KnownFiling {
  accession: string;
  form: string | null;
  filed: string | null;
}

export type ParsedInstance = ParsedFacts & { dei: DocumentCover };

/**
 * An XBRL instance (traditional `.xml`, `_htm.xml` extracted from inline XBRL, or the inline document), reduced to the facts of
 * the wanted tags ("taxonomy:tag"), with those of the filer's own elements of figures per share (`ownPerShare`) and of charges
 * that save no tax (`adoptNotDeducted`).
 *
 * Undimensioned facts are kept, and those whose only axis is the share class (standardization.md 2.13) and those that models
 * read of members (`isReadByMember`), with `dimensions` set, and members of total equity as `adoptEquity` says; a wanted tag without any undimensioned fact is listed in `dimensionedTags`. Nil facts are no facts. `fy`, `fp` and, when not known from elsewhere, the form come from the dei cover; a
 * form that nobody names is "Other". Tags outside `wanted` are counted where they are undimensioned numbers.
 *
 * Throws ParseError naming the accession for a cut or malformed document, a DOCTYPE, a context or unit of
 * unknown shape, wanted facts none of which can be read, or no CIK at all. Set aside alone (`rejected`): a fact in a
 * period that cannot be, without a unit, with a context or a unit that is missing, or with a value that is no number.
 */
export function parseInstance(
  body: Buffer,
  wanted: ReadonlySet<string>,
  known: KnownFiling,
): ParsedInstance {
  try {
    return assembleFacts(readInstance(body, isKept(wanted)), wanted, known);
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    throw new ParseError(`${known.accession}: ${cause.message}`, { where: known.accession, cause });
  }
}

/**
 * The facts to keep of a document: wanted ones, those of the cover, what may be read as earnings per share, and own elements
 * with the name of a line.
 */
export const isKept =
  (wanted: ReadonlySet<string>): IsWanted =>
  (tag, isNumber) =>
    wanted.has(tag) ||
    coverTags.has(tag) ||
    isOwnPerShare(tag) ||
    (isNumber && (isOwnLine(tag) || isOwnNotDeducted(tag)));

/** What `parseInstance` promises, of facts that were read. */
export function assembleFacts(
  filed: RawInstance,
  wanted: ReadonlySet<string>,
  known: KnownFiling,
): ParsedInstance {
  const raw = adoptEquity(adoptNotDeducted(adoptPerShare(filed, wanted)));
  const dei = readCover(coverTexts(raw));
  const filing: Filing = {
    accession: known.accession,
    form: known.form ?? dei.documentType ?? "Other",
    filed: known.filed,
    fy: dei.fiscalYearFocus,
    fp: dei.fiscalPeriodFocus,
  };
  const cik = dei.cik ?? identifierCik(raw);
  if (cik === null) throw new ParseError("the instance names no CIK");
  const wantedFacts = raw.facts.filter(
    (fact) => wanted.has(`${fact.taxonomy}:${fact.tag}`) && isAmount(fact),
  );
  const { acceptedFacts, rejected, dimensionedTags, faults } = selectFacts(
    raw,
    wantedFacts,
    filing,
  );
  if (faults[0] && acceptedFacts.length === 0) throw faults[0];
  const ownFacts = raw.facts.filter(
    (fact) => isOwnLine(labelOf(fact)) && !wanted.has(labelOf(fact)),
  );
  return {
    cik,
    entityName: dei.entityName?.replace(/\s+/g, " ") ?? "",
    facts: mergeDuplicates(acceptedFacts),
    printed: printedOf(selectFacts(raw, ownFacts, filing).acceptedFacts),
    unmapped: countUnmapped(raw, [...raw.others, ...ownFacts]),
    rejected: [...rejected, ...setAsideOf(raw, wanted, known.accession)],
    accession: known.accession,
    dimensionedTags,
    additions: [],
    dei,
  };
}

const labelOf = ({ taxonomy, tag }: Pick<RawFact, "taxonomy" | "tag">) => `${taxonomy}:${tag}`;

/** Whether the name of a filer's own element is that of a line. */
const isOwnLine = (label: string) =>
  lineOfOwnName(label, true) !== null || lineOfOwnName(label, false) !== null;

/** The facts of own elements with their lines, without those of share classes. */
const printedOf = (facts: readonly PreciseFact[]): Fact[] =>
  mergeDuplicates([...facts]).flatMap((fact) => {
    const printedAs = lineOfOwnName(labelOf(fact), fact.start === null);
    return printedAs === null || fact.dimensions !== null ? [] : [{ ...fact, printedAs }];
  });

/** Wanted facts of an inline document that cannot be read. */
function setAsideOf(
  { setAside }: RawInstance,
  wanted: ReadonlySet<string>,
  accession: string,
): RejectedFact[] {
  return setAside
    .filter(({ taxonomy, tag }) => wanted.has(`${taxonomy}:${tag}`))
    .map((fact) => ({ ...fact, accession }));
}

type Filing = Pick<Fact, "accession" | "form" | "filed" | "fy" | "fp">;

/** The first undimensioned text of each cover tag: co-registrants of a joint filing carry a dimension. */
export function coverTexts(raw: RawInstance): Map<string, string> {
  const texts = new Map<string, string>();
  for (const fact of raw.facts) {
    const label = `${fact.taxonomy}:${fact.tag}`;
    const text = fact.text.trim();
    if (!coverTags.has(label) || texts.has(label) || text === "") continue;
    if (contextOf(raw, fact).dimensions === null) texts.set(label, text);
  }
  return texts;
}

export function identifierCik(raw: RawInstance): string | null {
  for (const { identifier } of raw.contexts.values()) {
    const cik = cikOf(identifier);
    if (cik !== null) return cik;
  }
  return null;
}

/** Every company that the contexts and covers name: a joint filing has several. Ten digits each, in document order. */
export function namedCompanies({ contexts, facts }: RawInstance): Set<string> {
  const named = new Set<string>();
  for (const { identifier } of contexts.values()) named.add(cikOf(identifier) ?? "");
  for (const { taxonomy, tag, text } of facts) {
    if (taxonomy === "dei" && tag === "EntityCentralIndexKey") named.add(cikOf(text.trim()) ?? "");
  }
  named.delete("");
  return named;
}

function selectFacts(raw: RawInstance, wantedFacts: readonly AdoptedFact[], filing: Filing) {
  const acceptedFacts: PreciseFact[] = [];
  const rejected: RejectedFact[] = [];
  const dimensioned = new Set<string>();
  const undimensioned = new Set<string>();
  const faults: ParseError[] = [];
  for (const fact of wantedFacts) {
    const { taxonomy, tag, unitRef } = fact;
    const context = raw.contexts.get(fact.contextRef);
    const isOfMembers = (context?.dimensions ?? null) !== null;
    (isOfMembers ? dimensioned : undimensioned).add(`${taxonomy}:${tag}`);
    if (isOfMembers && !isKeptByMember(labelOf(fact), context)) continue;
    const unit = raw.units.get(unitRef ?? "");
    const reason = problemOf(raw, fact, faults);
    if (!context || unit === undefined || reason !== null) {
      rejected.push({ taxonomy, tag, accession: filing.accession, reason: reason ?? "" });
    } else {
      acceptedFacts.push(toFact(fact, context, unit, filing));
    }
  }
  return {
    faults,
    acceptedFacts,
    rejected,
    dimensionedTags: [...dimensioned].filter((tag) => !undimensioned.has(tag)).sort(),
  };
}

/** Whether facts of members are kept: of share classes, and those that models read. */
const isKeptByMember = (label: string, context: Context | undefined): boolean =>
  context?.dimensions != null &&
  (context.isShareClassOnly || isReadByMember(label, context.dimensions));

/** Names of texts resemble those of amounts ("InventoryPolicyTextBlock"). */
const isAmount = ({ unitRef, text }: RawFact) =>
  unitRef !== null || /^\s*[+-]?[\d.]+(?:[eE][+-]?\d+)?\s*$/.test(text.slice(0, 200));

/** Why a fact sets itself aside; null for one that can be read. What makes it unreadable is kept in `faults`. */
function problemOf(raw: RawInstance, fact: RawFact, faults: ParseError[]): string | null {
  try {
    const { problem } = contextOf(raw, fact);
    if (problem) return problem;
    if (fact.unitRef === null) return "the fact has no unit";
    unitOf(raw, fact, fact.unitRef);
    exactValue(fact);
    return null;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    faults.push(error);
    return error.message;
  }
}

function toFact(raw: AdoptedFact, context: Context, unit: string, filing: Filing): PreciseFact {
  const precision = precisionOf(raw);
  const fact: Fact = {
    taxonomy: raw.taxonomy,
    tag: raw.tag,
    unit,
    start: context.start,
    end: context.end,
    value: exactValue(raw),
    accession: filing.accession,
    form: filing.form,
    filed: filing.filed,
    fy: filing.fy,
    fp: filing.fp,
    decimals: precision === Infinity ? null : precision,
    dimensions: context.dimensions,
    ...(raw.isOwnElement && { isOwnElement: true as const }),
  };
  return { fact, precision };
}

/** A hundred digits are more than any filed amount has; the bound keeps exact arithmetic cheap. */
export function exactValue(raw: RawFact): string {
  const text = raw.text.trim();
  try {
    if (text.length <= 100) return parseDecimal(text);
  } catch (cause) {
    throw notANumber(raw, cause);
  }
  throw notANumber(raw, null);
}

function notANumber(raw: RawFact, cause: unknown): ParseError {
  const where = `${raw.taxonomy}:${raw.tag}`;
  const text = JSON.stringify(raw.text.trim().slice(0, 40));
  return new ParseError(`${where} has a value that is not a number: ${text}`, { where, cause });
}

export function precisionOf({ decimals }: RawFact): number | null {
  if (decimals === "INF") return Infinity;
  return decimals !== null && /^[+-]?\d{1,2}$/.test(decimals) ? Number(decimals) : null;
}

export function contextOf(raw: RawInstance, { taxonomy, tag, contextRef }: Reference): Context {
  const context = raw.contexts.get(contextRef);
  if (context) return context;
  throw new ParseError(
    `${taxonomy}:${tag} refers to a missing context ${contextRef.slice(0, 100)}`,
  );
}

export function unitOf(raw: RawInstance, { taxonomy, tag }: RawFact, unitRef: string): string {
  const unit = raw.units.get(unitRef);
  if (unit !== undefined) return unit;
  throw new ParseError(`${taxonomy}:${tag} refers to a missing unit ${unitRef.slice(0, 100)}`);
}

function countUnmapped(raw: RawInstance, others: readonly Reference[]): ParsedFacts["unmapped"] {
  const counts = new Map<string, { taxonomy: string; tag: string; count: number }>();
  for (const other of others) {
    // What no context tells the period of is counted, too: it is there, whatever it is about.
    if ((raw.contexts.get(other.contextRef)?.dimensions ?? null) !== null) continue;
    const { taxonomy, tag } = other;
    const label = `${taxonomy}:${tag}`;
    const counted = counts.get(label);
    if (counted) counted.count += 1;
    else counts.set(label, { taxonomy, tag, count: 1 });
  }
  return [...counts.values()];
}
