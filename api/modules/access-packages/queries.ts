import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { AccessState } from "#schemas/shapes/companies/access-package.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  accessPackage,
  accessPackageFiling,
  accessPackageReport,
  packageAccess,
} from "#schemas/tables/companies/directory.ts";
import { entityFiling } from "#schemas/tables/companies/entity-filing.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { personName } from "../../data/members.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";
import { statusNow } from "./opened/queries.ts";

export const packages = rowsOf(accessPackage);
const accesses = rowsOf(packageAccess);

export type PackageRow = typeof accessPackage.$inferSelect;
export type AccessRow = typeof packageAccess.$inferSelect;

/** Packages that an entity offers, in the order in which they were made. */
export async function listOffered(db: Db, entityId: string) {
  return db
    .select({ packageId: accessPackage.id, title: accessPackage.title })
    .from(accessPackage)
    .where(has(accessPackage, { entityId, status: "offered" }))
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
    .where(has(accessPackage, { entityId, status: "offered" }));
  return rows.map(({ id }) => id);
}

/** Newest first. */
export const listPackages = (db: Db, entityId: string, query: PageQuery) =>
  packages.page(db, { entityId }, query);

/** What a package can have in it: the table that says so, with the column of the item, and the items. */
const contents = {
  reports: { links: accessPackageReport, itemId: accessPackageReport.reportId, items: report },
  filings: {
    links: accessPackageFiling,
    itemId: accessPackageFiling.filingId,
    items: entityFiling,
  },
} as const;
export type PackageContent = keyof typeof contents;

/** The ids of what is in the packages, by package. */
export async function itemIdsOf(
  db: Db,
  kind: PackageContent,
  packageIds: string[],
): Promise<Map<string, string[]>> {
  if (packageIds.length === 0) return new Map();
  const { links, itemId } = contents[kind];
  const rows = await db
    .select({ packageId: links.packageId, itemId })
    .from(links)
    .where(inArray(links.packageId, packageIds))
    .orderBy(asc(itemId));
  const byPackage = Map.groupBy(rows, ({ packageId }) => packageId);
  return new Map([...byPackage].map(([id, found]) => [id, found.map((one) => one.itemId)]));
}

interface PackageOf {
  entityId: string;
  packageId: string;
}

/** Null for an unknown package, or one of another entity. */
export const findPackage = (db: Db, { entityId, packageId: id }: PackageOf) =>
  packages.find(db, { entityId, id });

/** Locks the package until the transaction ends. */
export const lockPackage = (tx: Db, { entityId, packageId: id }: PackageOf) =>
  packages.lock(tx, { entityId, id });

/** The package opens exactly these reports or filings; false where one of them is not the entity's. */
export async function replaceItems(
  tx: Db,
  kind: PackageContent,
  { entityId, packageId }: PackageOf,
  itemIds: readonly string[],
): Promise<boolean> {
  const { links, items } = contents[kind];
  const ids = [...new Set(itemIds)];
  await tx.delete(links).where(eq(links.packageId, packageId));
  if (ids.length === 0) return true;
  const own = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, ids), eq(items.entityId, entityId)));
  if (own.length < ids.length) return false;
  if (kind === "reports") {
    await tx.insert(accessPackageReport).values(own.map(({ id }) => ({ packageId, reportId: id })));
  } else {
    await tx.insert(accessPackageFiling).values(own.map(({ id }) => ({ packageId, filingId: id })));
  }
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
export const lockAccess = (tx: Db, of: { packageId: string; userId: string }) =>
  accesses.lock(tx, of);

/** Asks for a package for the first time; null where there is a row already. */
export const insertAccess = (tx: Db, of: Pick<AccessRow, "packageId" | "entityId" | "userId">) =>
  accesses.insertNew(tx, of);

/** Takes a request back; false where it is not open. */
export const deletePendingAccess = (tx: Db, id: string): Promise<boolean> =>
  accesses.remove(tx, { id, status: "pending" });

/** Accesses of a package in one of the states. */
export const listAccessIds = (tx: Db, packageId: string, states: readonly AccessState[]) =>
  accesses.list(tx, { packageId, status: states }, asc(packageAccess.id));

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
