import { and, asc, desc, eq, inArray, max, sql } from "drizzle-orm";
import { nextLink } from "#api/data/hash-chain.ts";
import { findOne, first, inserted } from "#api/data/rows.ts";
import { updateGiven } from "#api/data/update-given.ts";
import type { Db } from "#schemas/database/db.ts";
import type { BaselineVersionContent } from "#schemas/shapes/platform/startup.ts";
import {
  startupBaseline,
  startupBaselineField,
  startupBaselineVersion,
  startupSummary,
} from "#schemas/tables/platform/startup.ts";
import type { ProfileBaseline, ProfileField } from "../listings/project.ts";

export type BaselineRow = typeof startupBaseline.$inferSelect;
export type FieldRow = typeof startupBaselineField.$inferSelect;
export type SummaryRow = typeof startupSummary.$inferSelect;

export async function findBaseline(db: Db, listingId: string): Promise<BaselineRow | null> {
  const isThis = eq(startupBaseline.startupListingId, listingId);
  return findOne(db, startupBaseline, isThis);
}

/** The baseline, locked until the transaction ends. */
export async function lockBaseline(db: Db, listingId: string): Promise<BaselineRow | null> {
  const isThis = eq(startupBaseline.startupListingId, listingId);
  return first(db.select().from(startupBaseline).where(isThis).for("update"));
}

/** Null where the listing has a baseline. */
export const insertBaseline = (db: Db, values: typeof startupBaseline.$inferInsert) =>
  first(db.insert(startupBaseline).values(values).onConflictDoNothing().returning());

export async function updateBaseline(
  db: Db,
  id: string,
  set: Partial<typeof startupBaseline.$inferInsert>,
): Promise<void> {
  await updateGiven(db, startupBaseline, id, set);
}

/** Fields as they were entered, in their order. */
export const listFields = (db: Db, baselineId: string): Promise<FieldRow[]> =>
  db
    .select()
    .from(startupBaselineField)
    .where(eq(startupBaselineField.baselineId, baselineId))
    .orderBy(asc(startupBaselineField.position), asc(startupBaselineField.id));

/** Null where another field has the key. */
export async function insertField(
  db: Db,
  values: Omit<typeof startupBaselineField.$inferInsert, "position">,
): Promise<FieldRow | null> {
  const [last] = await db
    .select({ position: max(startupBaselineField.position) })
    .from(startupBaselineField)
    .where(eq(startupBaselineField.baselineId, values.baselineId));
  return first(
    db
      .insert(startupBaselineField)
      .values({ ...values, position: (last?.position ?? 0) + 1 })
      .onConflictDoNothing()
      .returning(),
  );
}

/** False where another field of the baseline has the key. */
export async function updateField(
  db: Db,
  { id, baselineId }: Pick<FieldRow, "id" | "baselineId">,
  set: Partial<typeof startupBaselineField.$inferInsert>,
): Promise<boolean> {
  const fields = await listFields(db, baselineId);
  if (fields.some((one) => one.key === set.key && one.id !== id)) return false;
  await updateGiven(db, startupBaselineField, id, set);
  return true;
}

export type BaselineVersionRow = typeof startupBaselineVersion.$inferSelect;

/** The locked baseline and its corrections, in order. */
export const listBaselineVersions = (db: Db, baselineId: string): Promise<BaselineVersionRow[]> =>
  db
    .select()
    .from(startupBaselineVersion)
    .where(eq(startupBaselineVersion.baselineId, baselineId))
    .orderBy(asc(startupBaselineVersion.version));

/** Adds an element to the chain of a baseline that is locked against others. */
export async function appendBaselineVersion(
  db: Db,
  baselineId: string,
  content: BaselineVersionContent,
): Promise<void> {
  const last = (await listBaselineVersions(db, baselineId)).at(-1) ?? null;
  await db.insert(startupBaselineVersion).values({ baselineId, ...nextLink(content, last) });
}

/** The pending draft, or else the confirmed summary. */
export const findSummary = (
  db: Db,
  baselineId: string,
  statuses: ("pending" | "confirmed")[] = ["pending", "confirmed"],
): Promise<SummaryRow | null> =>
  first(
    db
      .select()
      .from(startupSummary)
      .where(
        and(eq(startupSummary.baselineId, baselineId), inArray(startupSummary.status, statuses)),
      )
      .orderBy(desc(startupSummary.status))
      .limit(1),
  );

/** Summaries of what has changed since, or of which there is a newer one. */
export async function supersedeSummaries(
  db: Db,
  baselineId: string,
  statuses: ("pending" | "confirmed")[],
): Promise<void> {
  await db
    .update(startupSummary)
    .set({ status: "superseded" })
    .where(
      and(eq(startupSummary.baselineId, baselineId), inArray(startupSummary.status, statuses)),
    );
}

export const insertSummary = async (db: Db, values: typeof startupSummary.$inferInsert) =>
  inserted(await db.insert(startupSummary).values(values).returning());

export async function confirmPending(db: Db, id: string, at: string): Promise<void> {
  await db
    .update(startupSummary)
    .set({ status: "confirmed", confirmedAt: sql`${at}::timestamptz` })
    .where(eq(startupSummary.id, id));
}

/** Fields with what corrections made of them. The rows themselves never change after the lock. */
export function corrected(
  fields: readonly FieldRow[],
  versions: readonly BaselineVersionRow[],
): ProfileField[] {
  const last = new Map(
    versions.flatMap(({ content }) =>
      content.kind === "correction" ? [[content.fieldId, content.to] as const] : [],
    ),
  );
  return fields.map(({ id, key, label, value, unit, asOf, evidence, audience, isCustom }) => ({
    ...{ id, key, label, value, unit, asOf, evidence },
    ...last.get(id),
    ...{ audience, isCustom },
  }));
}

/** What a profile shows of a baseline: null until it is locked. */
export async function readProfileBaseline(
  db: Db,
  listingId: string,
): Promise<ProfileBaseline | null> {
  const row = await findBaseline(db, listingId);
  if (row === null || row.lockedAt === null) return null;
  const versions = await listBaselineVersions(db, row.id);
  const summary = await findSummary(db, row.id, ["confirmed"]);
  return {
    fields: corrected(await listFields(db, row.id), versions),
    strategicContext: row.strategicContext,
    contextAudience: row.contextAudience,
    lockedAt: row.lockedAt,
    summary:
      summary === null
        ? null
        : {
            text: summary.text,
            method: summary.method,
            confirmedAt: summary.confirmedAt ?? summary.generatedAt,
          },
  };
}
