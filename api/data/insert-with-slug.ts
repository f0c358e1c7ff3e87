import { randomInt } from "node:crypto";
import { slugOf, slugWith } from "#schemas/shapes/slug.ts";

/**
 * Inserts a row with the slug of its name. If that slug is taken or reserved, ten random letters are appended. `insert`
 * returns nothing when the slug is taken (`onConflictDoNothing`). `kind` is the slug's first word when the name gives
 * none.
 *
 * @example
 * await insertWithSlug({ name: "Studio 54", kind: "program" }, (slug) =>
 *   programs.insertNew(db, { name, slug, ownerId })); // studio-54, or studio-54-xkqjzbvwpl where that is taken
 */
export async function insertWithSlug<T>(
  { name, kind }: { name: string; kind: string },
  insert: (slug: string) => Promise<T | null | undefined>,
): Promise<T> {
  const plain = slugOf(name);
  const first = plain === null ? null : await insert(plain);
  if (first !== null && first !== undefined) return first;
  const second = await insert(slugWith(name, randomLetters(10), kind));
  if (second === null || second === undefined) throw new Error("a random slug was taken");
  return second;
}

/** Random letters a to z that tell things with the same name apart. Not suitable as a secret. */
export const randomLetters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join("");
