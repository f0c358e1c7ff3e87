import { ownPerShare, perShareTagOf } from "../own-per-share.ts";
import type { RawFact, RawInstance } from "./raw-instance.ts";
import { isFilersOwn } from "./xbrl-taxonomy.ts";

/** A fact of an instance, of the filer's own element where that is read as a standard one. */
export interface AdoptedFact extends RawFact {
  isOwnElement?: true;
}

/** Whether the name ("taxonomy:tag") is one of a filer's own that tells earnings per share or average shares. */
export function isOwnPerShare(label: string): boolean {
  const [taxonomy = "", tag = ""] = label.split(":");
  return isFilersOwn(taxonomy) && perShareTagOf(tag) !== null;
}

/** The instance with the filer's own elements of earnings per share and average shares as the standard ones; what is read as none counts as unwanted. */
export function adoptPerShare(
  raw: RawInstance,
  wanted: ReadonlySet<string>,
): RawInstance & { facts: AdoptedFact[] } {
  const labelOf = ({ taxonomy, tag }: RawFact) => `${taxonomy}:${tag}`;
  const own = raw.facts.filter(
    (fact) => isOwnPerShare(labelOf(fact)) && !wanted.has(labelOf(fact)),
  );
  if (own.length === 0) return raw;
  const others = raw.facts.filter((fact) => !own.includes(fact));
  const isPlain = ({ contextRef }: RawFact) => raw.contexts.get(contextRef)?.dimensions === null;
  const isFigure = ({ tag, unitRef }: RawFact) =>
    perShareTagOf(tag, raw.units.get(unitRef ?? "") ?? "") !== null;
  const tags = ownPerShare(
    own.filter((fact) => isPlain(fact) && isFigure(fact)).map(({ tag }) => tag),
    new Set(others.filter(isPlain).map(labelOf)),
  );
  const adopted = own.flatMap((fact): AdoptedFact[] => {
    const tag = isFigure(fact) ? tags.get(fact.tag) : undefined;
    return tag ? [{ ...fact, taxonomy: "us-gaap", tag, isOwnElement: true }] : [];
  });
  const unread = own.filter(({ tag, unitRef }) => !tags.has(tag) && unitRef !== null);
  return { ...raw, facts: [...others, ...adopted], others: [...raw.others, ...unread] };
}
