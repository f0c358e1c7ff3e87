import { currencyCode } from "../currency-code.ts";
import { earningsTagOf, ownEarnings } from "../own-earnings.ts";
import type { RawFact, RawInstance } from "./raw-instance.ts";
import { isFilersOwn } from "./xbrl-taxonomy.ts";

/** A fact of an instance, of the filer's own element where that is read as a standard one. */
export interface AdoptedFact extends RawFact {
  isOwnElement?: true;
}

/** Whether the name ("taxonomy:tag") is one of a filer's own that tells earnings per share. */
export function isOwnEarnings(label: string): boolean {
  const [taxonomy = "", tag = ""] = label.split(":");
  return isFilersOwn(taxonomy) && earningsTagOf(tag) !== null;
}

/** The instance with the filer's own elements of earnings per share as the standard ones; what is read as none counts as unwanted. */
export function adoptEarnings(
  raw: RawInstance,
  wanted: ReadonlySet<string>,
): RawInstance & { facts: AdoptedFact[] } {
  const labelOf = ({ taxonomy, tag }: RawFact) => `${taxonomy}:${tag}`;
  const own = raw.facts.filter(
    (fact) => isOwnEarnings(labelOf(fact)) && !wanted.has(labelOf(fact)),
  );
  if (own.length === 0) return raw;
  const others = raw.facts.filter((fact) => !own.includes(fact));
  const isPlain = ({ contextRef }: RawFact) => raw.contexts.get(contextRef)?.dimensions === null;
  const isAmount = ({ unitRef }: RawFact) =>
    currencyCode.test((raw.units.get(unitRef ?? "") ?? "").replace("/shares", ""));
  const tags = ownEarnings(
    own.filter((fact) => isPlain(fact) && isAmount(fact)).map(({ tag }) => tag),
    new Set(others.filter(isPlain).map(labelOf)),
  );
  const adopted = own.flatMap((fact): AdoptedFact[] => {
    const tag = isAmount(fact) ? tags.get(fact.tag) : undefined;
    return tag ? [{ ...fact, taxonomy: "us-gaap", tag, isOwnElement: true }] : [];
  });
  const unread = own.filter(({ tag, unitRef }) => !tags.has(tag) && unitRef !== null);
  return { ...raw, facts: [...others, ...adopted], others: [...raw.others, ...unread] };
}
