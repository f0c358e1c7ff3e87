import { isOwnTaxonomy } from "../../facts/printed-facts.ts";

/**
 * The tag under which the facts of an element are stored: an element of the filer's own whose name the taxonomy took up later stands
 * under the name of the taxonomy.
 */
export function takenUp(tag: string, mapped: ReadonlySet<string>): string {
  const at = tag.indexOf(":");
  if (!isOwnTaxonomy(tag.slice(0, at))) return tag;
  const later = `us-gaap${tag.slice(at)}`;
  return mapped.has(later) ? later : tag;
}
