import { eq, inArray, sql } from "drizzle-orm";
import { pick } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import {
  candidate,
  hiringApplication,
  hiringBookmark,
  hiringFeedback,
  personSkill,
  portfolioItem,
} from "#schemas/tables/platform/hiring.ts";

/** Everything that hiring holds about a person, without the recruiters' notes, which belong to the company. */
export async function readPerson(db: Db, userId: string) {
  const [profile] = await db
    .select({
      discoverable: candidate.isDiscoverable,
      headline: candidate.headline,
      titles: candidate.titles,
    })
    .from(candidate)
    .where(eq(candidate.userId, userId));
  const skills = await db
    .select({ name: personSkill.name, level: personSkill.level })
    .from(personSkill)
    .where(eq(personSkill.userId, userId));
  const bookmarks = await db
    .select({ roleId: hiringBookmark.roleId, createdAt: hiringBookmark.createdAt })
    .from(hiringBookmark)
    .where(eq(hiringBookmark.userId, userId));
  const applications = await db
    .select({
      ...pick(hiringApplication, "id", "roleId", "status", "coverLetter", "portfolioItemIds"),
      ...pick(hiringApplication, "answers", "submittedAt"),
    })
    .from(hiringApplication)
    .where(eq(hiringApplication.applicantId, userId));
  const portfolioItems = await db
    .select(pick(portfolioItem, "id", "kind", "title", "url", "text", "createdAt"))
    .from(portfolioItem)
    .where(eq(portfolioItem.userId, userId));
  return { profile: profile ?? null, skills, bookmarks, applications, portfolioItems };
}

/**
 * Removes the person's own data. The company keeps applications without the person, letter and answers; open ones are
 * withdrawn. Feedback stays without its author.
 */
export async function erasePerson(tx: Db, userId: string): Promise<void> {
  for (const table of [candidate, personSkill, hiringBookmark, portfolioItem]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  const isOpen = inArray(hiringApplication.status, ["submitted", "reviewing", "evaluated"]);
  const isOwn = eq(hiringApplication.applicantId, userId);
  await tx
    .update(hiringApplication)
    .set({
      status: sql`case when ${isOpen} then 'withdrawn' else ${hiringApplication.status} end`,
      withdrawnAt: sql`case when ${isOpen} then now() else ${hiringApplication.withdrawnAt} end`,
      statusChangedAt: sql`case when ${isOpen} then now() else ${hiringApplication.statusChangedAt} end`,
      applicantId: null,
      coverLetter: null,
      portfolioItemIds: [],
      answers: [],
    })
    .where(isOwn);
  await tx
    .update(hiringFeedback)
    .set({ authorId: null })
    .where(eq(hiringFeedback.authorId, userId));
}
