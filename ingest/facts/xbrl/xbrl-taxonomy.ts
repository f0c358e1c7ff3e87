const namespaces = [
  /^http:\/\/fasb\.org\/(us-gaap|srt)\/20\d\d(?:-\d\d-\d\d)?$/,
  /^http:\/\/xbrl\.us\/(us-gaap|dei)\/20\d\d-\d\d-\d\d$/,
  /^http:\/\/xbrl\.sec\.gov\/([a-z]{2,20})\/20\d\d(?:-\d\d-\d\d|q[1-4])?$/,
  /^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/20\d\d-\d\d-\d\d\/(ifrs-full)$/,
];

/**
 * The companyfacts spelling of a taxonomy ("us-gaap", "ifrs-full", "dei", "srt", …) for the namespace of
 * any of its years, or null for a namespace of somebody else: the filer's own, whatever its prefix says.
 */
function taxonomyOf(namespace: string): string | null {
  for (const shape of namespaces) {
    const name = shape.exec(namespace)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

const reserved = new Set(["us-gaap", "ifrs-full", "dei", "srt"]);

/**
 * The name under which the terms of a namespace are kept: a known taxonomy's, else the prefix the document
 * uses. A filer's own namespace never passes for a taxonomy by borrowing its prefix.
 */
export function taxonomyName(namespace: string, prefix: string): string {
  const known = taxonomyOf(namespace);
  if (known !== null) return known;
  return prefix === "" || reserved.has(prefix) ? "extension" : prefix;
}

/**
 * Whether the name is a filer's own prefix. Taxonomies of before 2009 are nobody's own; one that borrows a taxonomy's prefix may be such.
 */
export const isFilersOwn = (taxonomy: string): boolean =>
  !reserved.has(taxonomy) && taxonomy !== "extension" && !/^(usfr|us-gaap)-/.test(taxonomy);
