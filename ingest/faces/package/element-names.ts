import { taxonomyName } from "../../facts/xbrl/xbrl-taxonomy.ts";
import type { Declaration, TaxonomyPart } from "./taxonomy-part.ts";

/** Names of elements for their addresses in linkbases. */
export interface ElementNames {
  /** "us-gaap:Assets" for "…/us-gaap-2024.xsd#us-gaap_Assets"; null for an element that nothing declares. */
  nameOf(href: string): string | null;
  /** What the filing's own schemas declare, by qualified name. */
  declarations: Map<string, Declaration>;
  isOwn(name: string): boolean;
}

/** By the name of their file. */
export type Parts = ReadonlyMap<string, TaxonomyPart>;

export function elementNames(parts: Parts): ElementNames {
  const own = new Map<string, Map<string, string>>();
  const declarations = new Map<string, Declaration>();
  for (const [file, { namespace, declarations: found }] of parts) {
    if (namespace === null) continue;
    const byId = new Map<string, string>();
    for (const declaration of found) {
      const name = `${taxonomyName(namespace, prefixOf(declaration))}:${declaration.name}`;
      if (declaration.id !== null) byId.set(declaration.id, name);
      declarations.set(name, declaration);
    }
    own.set(file.toLowerCase(), byId);
  }
  const known = new Map<string, string | null>();
  const foreign = new Set<string>();
  return {
    declarations,
    isOwn: (name) => declarations.has(name) || foreign.has(name),
    nameOf(href) {
      const earlier = known.get(href);
      if (earlier !== undefined) return earlier;
      const [file = "", id = ""] = href.split("#");
      const schema = own.get(fileNameOf(file));
      const name = schema ? (schema.get(id) ?? null) : nameOfId(id);
      known.set(href, name);
      // A relative address is that of a schema of the filing, here one that is not at hand.
      if (name !== null && !schema && !/^[a-z]+:/i.test(file)) foreign.add(name);
      return name;
    },
  };
}

function prefixOf({ id, name }: Declaration): string {
  const isUsual = id?.endsWith(`_${name}`) ?? false;
  return isUsual ? (id ?? "").slice(0, -name.length - 1) : "";
}

function fileNameOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1).toLowerCase();
}

/** Taxonomies name their elements "us-gaap_Assets". */
function nameOfId(id: string): string | null {
  const end = id.indexOf("_");
  return end <= 0 ? null : `${id.slice(0, end)}:${id.slice(end + 1)}`;
}
