import { desc, eq, max } from "drizzle-orm";
import { nextLink } from "#api/data/hash-chain.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { BaselineVersionContent } from "#schemas/shapes/platform/startup.ts";
import {
  startupBaseline,
  startupBaselineField,
  startupBaselineVersion,
  startupSummary,
} from "#schemas/tables/platform/startup.ts";
import type { ProfileBaseline, ProfileField } from "../listings/project.ts";

export const baselines = rowsOf(startupBaseline);
const fieldRows = rowsOf(startupBaselineField);
export const summaries = rowsOf(startupSummary);

export type BaselineRow = typeof startupBaseline.$inferSelect;
export type FieldRow = typeof startupBaselineField.$inferSelect;
export type SummaryRow = typeof startupSummary.$inferSelect;

export const findBaseline = (db: Db, startupListingId: string) =>
  baselines.find(db, { startupListingId });

/** The baseline, locked until the transaction ends. */
export const lockBaseline = (db: Db, startupListingId: string) =>
  baselines.lock(db, { startupListingId });

/** Fields as they were entered, in their order. */
export const listFields = (db: Db, baselineId: string): Promise<FieldRow[]> =>
  fieldRows.list(db, { baselineId }, startupBaselineField.position, startupBaselineField.id);

/** Null where another field has the key. */
export async function insertField(
  db: Db,
  values: Omit<typeof startupBaselineField.$inferInsert, "position">,
): Promise<FieldRow | null> {
  const [last] = await db
    .select({ position: max(startupBaselineField.position) })
    .from(startupBaselineField)
    .where(eq(startupBaselineField.baselineId, values.baselineId));
  return fieldRows.insertNew(db, { ...values, position: (last?.position ?? 0) + 1 });
}

/** False where another field of the baseline has the key. */
export async function updateField(
  db: Db,
  { id, baselineId }: Pick<FieldRow, "id" | "baselineId">,
  set: Partial<typeof startupBaselineField.$inferInsert>,
): Promise<boolean> {
  const fields = await listFields(db, baselineId);
  if (fields.some((one) => one.key === set.key && one.id !== id)) return false;
  await fieldRows.change(db, { id }, set);
  return true;
}

export type BaselineVersionRow = typeof startupBaselineVersion.$inferSelect;

/** The locked baseline and its corrections, in order. */
export const listBaselineVersions = (db: Db, baselineId: string): Promise<BaselineVersionRow[]> =>
  rowsOf(startupBaselineVersion).list(db, { baselineId }, startupBaselineVersion.version);

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
export const findSummary = async (
  db: Db,
  baselineId: string,
  status: ("pending" | "confirmed")[] = ["pending", "confirmed"],
): Promise<SummaryRow | null> =>
  (await summaries.list(db, { baselineId, status }, desc(startupSummary.status)))[0] ?? null;

/** Summaries of what has changed since, or of which there is a newer one. */
export async function supersedeSummaries(
  db: Db,
  baselineId: string,
  status: ("pending" | "confirmed")[],
): Promise<void> {
  const isMeant = has(startupSummary, { baselineId, status });
  await db.update(startupSummary).set({ status: "superseded" }).where(isMeant);
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
    id,
    key,
    label,
    value,
    unit,
    asOf,
    evidence,
    ...last.get(id),
    audience,
    isCustom,
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
