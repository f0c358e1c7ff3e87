/** Segments that routes use where a slug stands. */
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
// Reference companies of one name carry their number; nobody else's slug may look like that.
const numbered = /-\d+$/;
const lengthMax = 60;

/** True for a slug that routes use, or that looks like an id or like the slug of a numbered reference company. */
export const isReservedSlug = (slug: string): boolean =>
  reserved.has(slug) || uuidShaped.test(slug) || numbered.test(slug);

/** The slug that a name suggests, or null when it suggests none that may be used as it is. */
export function slugOf(name: string): string | null {
  const slug = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, lengthMax)
    .replace(/^-|-$/g, "");
  return slug !== "" && !isReservedSlug(slug) ? slug : null;
}

/** The slug to try when the plain one is taken or there is none; `letters` are random, a to z. */
export function slugWith(name: string, letters: string, kind: string): string {
  const base = slugOf(name) ?? slugOf(`${kind} ${name}`.replace(/\d/g, "")) ?? kind;
  return `${base}-${letters}`;
}
