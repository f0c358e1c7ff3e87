/** Path segments that routes use in place of a slug. */
const reserved = new Set([
  "by-ticker",
  "public",
  "me",
  "search",
  "profile",
  "publication",
  "admin",
  "api",
  "new",
  "settings",
]);
const uuidShaped = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Where a reference company shares its name, and the short number is taken, its slug ends in its number of ten digits.
const numbered = /-\d{10}$/;
const lengthMax = 60;

/** Why a slug may be nobody's choice, as a sentence; null for one that may. Pure. */
export function whyReserved(slug: string): string | null {
  if (reserved.has(slug)) return `"${slug}" is a word of this service's addresses`;
  if (uuidShaped.test(slug)) return "A slug in the form of an id is taken for an id";
  if (numbered.test(slug)) {
    return "A number of ten digits at the end is kept for companies of the regulator";
  }
  return null;
}

/** The slug made from a name; null when that slug may not be used unchanged. */
export function slugOf(name: string): string | null {
  const slug = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, lengthMax)
    .replace(/^-|-$/g, "");
  return slug !== "" && whyReserved(slug) === null ? slug : null;
}

/** The slug to try when the plain one is taken or there is none; `letters` are random, a to z. */
export function slugWith(name: string, letters: string, kind: string): string {
  const base = slugOf(name) ?? slugOf(`${kind} ${name}`.replace(/\d/g, "")) ?? kind;
  return `${base}-${letters}`;
}
