import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { updateGiven } from "#api/data/update-given.ts";
import type { Db } from "#schemas/database/db.ts";
import type { AccessState } from "#schemas/shapes/companies/access-package.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  accessPackage,
  accessPackageReport,
  packageAccess,
} from "#schemas/tables/companies/directory.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { personName } from "../../data/members.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, first, hasRow, inserted, pick } from "../../data/rows.ts";
import { statusNow } from "./opened/queries.ts";

export type PackageRow = typeof accessPackage.$inferSelect;
export type AccessRow = typeof packageAccess.$inferSelect;

/** Packages that an entity offers, in the order in which they were made. */
export async function listOffered(db: Db, entityId: string) {
  return db
    .select({ packageId: accessPackage.id, title: accessPackage.title })
    .from(accessPackage)
    .where(and(eq(accessPackage.entityId, entityId), eq(accessPackage.status, "offered")))
    .orderBy(asc(accessPackage.createdAt), asc(accessPackage.id));
}

/** The account's access to these packages. */
export async function listAccessOf(db: Db, packageIds: string[], userId: string) {
  if (packageIds.length === 0) return [];
  return db
    .select({
      packageId: packageAccess.packageId,
      status: statusNow,
      collectionId: accessPackage.collectionId,
      expiresAt: packageAccess.expiresAt,
    })
    .from(packageAccess)
    .innerJoin(accessPackage, eq(accessPackage.id, packageAccess.packageId))
    .where(and(eq(packageAccess.userId, userId), inArray(packageAccess.packageId, packageIds)));
}

/** Reports that are in a package that the entity offers. */
export async function offeredReportIds(db: Db, entityId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: accessPackageReport.reportId })
    .from(accessPackageReport)
    .innerJoin(accessPackage, eq(accessPackage.id, accessPackageReport.packageId))
    .where(and(eq(accessPackage.entityId, entityId), eq(accessPackage.status, "offered")));
  return rows.map(({ id }) => id);
}

/** Newest first. */
export const listPackages = (db: Db, entityId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(accessPackage).where(eq(accessPackage.entityId, entityId)),
    newestFirst(accessPackage),
    query,
  );

/** The ids of the packages' reports, by package. */
export async function reportIdsOf(db: Db, packageIds: string[]): Promise<Map<string, string[]>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(accessPackageReport)
    .where(inArray(accessPackageReport.packageId, packageIds))
    .orderBy(asc(accessPackageReport.reportId));
  const byPackage = Map.groupBy(rows, ({ packageId }) => packageId);
  return new Map([...byPackage].map(([id, found]) => [id, found.map((one) => one.reportId)]));
}

interface PackageOf {
  entityId: string;
  packageId: string;
}

const isPackage = ({ entityId, packageId }: PackageOf) =>
  and(eq(accessPackage.id, packageId), eq(accessPackage.entityId, entityId));

/** Null for an unknown package, or one of another entity. */
export const findPackage = (db: Db, of: PackageOf): Promise<PackageRow | null> =>
  findOne(db, accessPackage, isPackage(of));

/** Locks the package until the transaction ends. */
export const lockPackage = (tx: Db, of: PackageOf): Promise<PackageRow | null> =>
  first(tx.select().from(accessPackage).where(isPackage(of)).for("update"));

export async function insertPackage(
  tx: Db,
  values: Pick<PackageRow, "entityId" | "title" | "description" | "collectionId">,
): Promise<PackageRow> {
  return inserted(await tx.insert(accessPackage).values(values).returning());
}

export async function updatePackage(
  tx: Db,
  id: string,
  change: Partial<Pick<PackageRow, "title" | "description" | "collectionId">>,
): Promise<void> {
  await updateGiven(tx, accessPackage, id, change);
}

/** The package opens exactly these reports; false where one of them is not the entity's. */
export async function replaceReports(
  tx: Db,
  { entityId, packageId }: PackageOf,
  reportIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(reportIds)];
  await tx.delete(accessPackageReport).where(eq(accessPackageReport.packageId, packageId));
  if (ids.length === 0) return true;
  const own = await tx
    .select({ reportId: report.id })
    .from(report)
    .where(and(inArray(report.id, ids), eq(report.entityId, entityId)));
  if (own.length < ids.length) return false;
  await tx.insert(accessPackageReport).values(own.map(({ reportId }) => ({ packageId, reportId })));
  return true;
}

/** Who has asked for a package or has access, newest first. */
export const listAccesses = (db: Db, packageId: string, query: PageQuery) =>
  page(
    db,
    db
      .select({
        ...pick(packageAccess, "id", "packageId", "userId"),
        name: personName,
        slug: userAccount.slug,
        status: statusNow,
        expiresAt: packageAccess.expiresAt,
        createdAt: packageAccess.createdAt,
      })
      .from(packageAccess)
      .innerJoin(userAccount, eq(userAccount.id, packageAccess.userId))
      .where(eq(packageAccess.packageId, packageId)),
    newestFirst(packageAccess),
    query,
  );

/** An account's access to a package, locked until the transaction ends; null without one. */
export const lockAccess = (
  tx: Db,
  { packageId, userId }: { packageId: string; userId: string },
): Promise<AccessRow | null> =>
  first(
    tx
      .select()
      .from(packageAccess)
      .where(and(eq(packageAccess.packageId, packageId), eq(packageAccess.userId, userId)))
      .for("update"),
  );

/** Asks for a package for the first time; null where there is a row already. */
export const insertAccess = (
  tx: Db,
  values: Pick<AccessRow, "packageId" | "entityId" | "userId">,
): Promise<AccessRow | null> =>
  first(tx.insert(packageAccess).values(values).onConflictDoNothing().returning());

/** Takes a request back; false where it is not open. */
export const deletePendingAccess = (tx: Db, id: string): Promise<boolean> =>
  hasRow(
    tx
      .delete(packageAccess)
      .where(and(eq(packageAccess.id, id), eq(packageAccess.status, "pending")))
      .returning({ id: packageAccess.id }),
  );

/** Accesses of a package in one of the states. */
export async function listAccessIds(
  tx: Db,
  packageId: string,
  states: readonly AccessState[],
): Promise<{ id: string; status: AccessState }[]> {
  return tx
    .select({ id: packageAccess.id, status: packageAccess.status })
    .from(packageAccess)
    .where(and(eq(packageAccess.packageId, packageId), inArray(packageAccess.status, [...states])))
    .orderBy(asc(packageAccess.id));
}

/** Active accesses whose end has come, at most a thousand; with an id only that one. */
export async function listOverdue(db: Db, id?: string): Promise<{ id: string }[]> {
  return db
    .select({ id: packageAccess.id })
    .from(packageAccess)
    .where(
      and(
        eq(packageAccess.status, "active"),
        sql`${packageAccess.expiresAt} <= clock_timestamp()`,
        id === undefined ? undefined : eq(packageAccess.id, id),
      ),
    )
    .limit(1000);
}
