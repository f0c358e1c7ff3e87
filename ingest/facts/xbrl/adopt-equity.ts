import { entry } from "../entry.ts";
import { equityOfMember, isToldBySheet } from "../equity-members.ts";
import type { RawFact, RawInstance } from "./raw-instance.ts";

/** The instance with members of total equity as the lines that state the same (`equityOfMember`), for days without a balance sheet. */
export function adoptEquity<Raw extends RawInstance>(raw: Raw): Raw {
  const stated = new Map<string, Set<string>>();
  for (const { taxonomy, tag, contextRef } of raw.facts) {
    const context = raw.contexts.get(contextRef);
    if (context?.dimensions === null)
      entry(stated, context.end, () => new Set()).add(`${taxonomy}:${tag}`);
  }
  const contexts = new Map(raw.contexts);
  const adopted = raw.facts.flatMap((fact): RawFact[] => {
    const context = raw.contexts.get(fact.contextRef);
    const label = context?.dimensions ? equityOfMember(fact.tag, context.dimensions) : null;
    if (!context || label === null) return [];
    if (isToldBySheet(stated.get(context.end) ?? new Set(), label)) return [];
    const contextRef = `${fact.contextRef} as a whole`;
    contexts.set(contextRef, { ...context, dimensions: null });
    const [taxonomy = "", tag = ""] = label.split(":");
    return [{ ...fact, taxonomy, tag, contextRef }];
  });
  return adopted.length === 0 ? raw : { ...raw, contexts, facts: [...raw.facts, ...adopted] };
}
