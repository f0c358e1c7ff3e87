import { entry } from "../../facts/entry.ts";
import type { ElementNames, Parts } from "./element-names.ts";
import type { Arc, ExtendedLink, LinkKind } from "./taxonomy-part.ts";

/** A relation between two elements. */
export interface Relation {
  from: string;
  to: string;
  order: number;
  weight: number;
  preferredLabel: string | null;
  relation: string;
}

/** The relations of each role, in the order of its children: prohibited ones are gone, and equal ones stand once. */
export function networksOf(
  parts: Parts,
  kind: LinkKind,
  names: ElementNames,
  problems: string[],
): Map<string, Relation[]> {
  const arcs = new Map<string, Map<string, (Arc & Ends)[]>>();
  const undeclared = new Set<string>();
  for (const { links } of parts.values()) {
    for (const link of links) {
      if (link.kind !== kind) continue;
      const ofRole = entry(arcs, link.role, () => new Map());
      for (const arc of endsOf(link, names, undeclared)) {
        entry(ofRole, relationKey(arc), (): (Arc & Ends)[] => []).push(arc);
      }
    }
  }
  if (undeclared.size > 0) {
    const [first = ""] = undeclared;
    problems.push(
      `the ${kind} linkbase names ${undeclared.size} elements that nothing declares: ${first.slice(0, 200)}`,
    );
  }
  return new Map([...arcs].map(([role, ofRole]) => [role, relationsOf(ofRole)]));
}

interface Ends {
  fromName: string;
  toName: string;
}

function* endsOf(link: ExtendedLink, { nameOf }: ElementNames, undeclared: Set<string>) {
  const namesOf = (label: string) =>
    (link.locators.get(label) ?? []).flatMap((href) => {
      const name = nameOf(href);
      if (name === null) undeclared.add(href);
      return name ?? [];
    });
  for (const arc of link.arcs) {
    const [fromNames, toNames] = [namesOf(arc.from), namesOf(arc.to)];
    for (const fromName of fromNames)
      for (const toName of toNames) yield { ...arc, fromName, toName };
  }
}

/** Arcs that are equal in these say the same, and the one of highest priority counts (XBRL 2.1, 3.5.3.9.7.5). */
function relationKey(arc: Arc & Ends): string {
  const { fromName, toName, order, weight, preferredLabel, relation } = arc;
  return `${fromName} ${toName} ${order} ${weight} ${preferredLabel ?? ""} ${relation}`;
}

function relationsOf(ofRole: ReadonlyMap<string, (Arc & Ends)[]>): Relation[] {
  const relations: Relation[] = [];
  for (const same of ofRole.values()) {
    const highest = Math.max(...same.map(({ priority }) => priority));
    const counted = same.filter(({ priority }) => priority === highest);
    const [first] = counted;
    if (!first || counted.some(({ isProhibited }) => isProhibited)) continue;
    const { fromName: from, toName: to, order, weight, preferredLabel, relation } = first;
    relations.push({ from, to, order, weight, preferredLabel, relation });
  }
  return relations.sort((a, b) => a.order - b.order);
}
