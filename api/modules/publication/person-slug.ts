import type { Db } from "#schemas/database/db.ts";
import { slugOf, slugWith } from "#schemas/shapes/slug.ts";
import { randomLetters } from "../../data/insert-with-slug.ts";
import * as queries from "./queries.ts";

/** The slug of an account until it has a name. */
const unnamed = /^user-[0-9a-f]{12}$/;

/**
 * Gives a person who has a name, and still the slug of an account without one, the slug of that name; with ten random
 * letters where another person has, or had, that slug or one that looks like it. Changes nothing otherwise: a later
 * name leaves the slug as it is. Needs a transaction. An account that is gone is left alone.
 */
export async function nameSlug(tx: Db, userId: string): Promise<void> {
  const subject = { userId };
  const before = await queries.findPersonTexts(tx, userId);
  if (before === null || !unnamed.test(before.slug) || before.displayName === before.slug) return;
  const name = before.displayName;
  const plain = slugOf(name);
  // Locked before the person, as by a choice: two of one name do not both find the slug free.
  await queries.lockSlug(tx, plain ?? before.slug);
  const row = await queries.findListingLocked(tx, subject);
  const listingId = row?.id ?? null;
  // A choice may have been made while this waited.
  const { slug: from } = (await queries.findPersonTexts(tx, userId)) ?? before;
  if (from !== before.slug) return;
  const isFree =
    plain !== null && !(await queries.isSlugTaken(tx, subject, { slug: plain, listingId }));
  const to = isFree ? plain : slugWith(name, randomLetters(10), "user");
  await queries.renameSlug(tx, subject, { listingId, from, to });
}
