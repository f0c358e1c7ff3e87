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
// Reference companies with the same name have a number in their slug. No other slug may have that form.
const numbered = /-\d+$/;
const lengthMax = 60;

/** True for a slug that routes use, or that looks like an id or like the slug of a numbered reference company. */
export const isReservedSlug = (slug: string): boolean =>
  reserved.has(slug) || uuidShaped.test(slug) || numbered.test(slug);

/** The slug made from a name; null when that slug may not be used unchanged. */
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
