import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { entitiesApart } from "#api/data/blocked.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, hasRow, pick } from "#api/data/rows.ts";
import { has } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import { visibleTo } from "#api/data/visible-to.ts";
import type { Db } from "#schemas/database/db.ts";
import type { AccessState } from "#schemas/shapes/companies/access-package.ts";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import {
  accessPackage,
  accessPackageFiling,
  accessPackageReport,
  packageAccess,
} from "#schemas/tables/companies/directory.ts";
import { entityFiling } from "#schemas/tables/companies/entity-filing.ts";
import { report } from "#schemas/tables/companies/report.ts";

/** An active access ends at its date, also before the job has closed it. */
export const statusNow = sql<AccessState>`case when ${packageAccess.status} = 'active' and ${packageAccess.expiresAt} <= clock_timestamp()
  then 'expired' else ${packageAccess.status} end`;

const isActive = (): SQL | undefined =>
  and(
    eq(packageAccess.status, "active"),
    sql`coalesce(${packageAccess.expiresAt} > clock_timestamp(), true)`,
  );

/** What a package can open: the table of what it has in it, and the item itself. */
const openable = {
  report: { links: accessPackageReport, itemId: accessPackageReport.reportId, item: report },
  filing: { links: accessPackageFiling, itemId: accessPackageFiling.filingId, item: entityFiling },
} as const;

/**
 * SQL condition on `report` or `entity_filing`: the account has access to a package that is offered and has the row in
 * it. A team cannot open what is another entity's. An access grants nothing while a block is between the two.
 */
export function isOpenedTo(kind: keyof typeof openable, userId: string): SQL<boolean> {
  const { links, itemId, item } = openable[kind];
  return subquery`exists (select 1 from ${links}
    join ${accessPackage} on ${accessPackage.id} = ${links.packageId}
    join ${packageAccess} on ${packageAccess.packageId} = ${accessPackage.id}
    where ${itemId} = ${item.id} and ${accessPackage.entityId} = ${item.entityId}
      and ${accessPackage.status} = 'offered' and ${packageAccess.userId} = ${userId} and ${isActive()}
      and ${accessPackage.entityId} not in ${entitiesApart(userId)})`;
}

/** True where the account has access to a package that opens the report. */
export const hasAccessTo = (db: Db, reportId: string, userId: string): Promise<boolean> =>
  hasRow(
    db
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.id, reportId), isOpenedTo("report", userId))),
  );

const ownAccess = (db: Db) =>
  db
    .select({
      ...pick(packageAccess, "id", "packageId", "entityId"),
      title: accessPackage.title,
      status: statusNow,
      expiresAt: packageAccess.expiresAt,
      createdAt: packageAccess.createdAt,
    })
    .from(packageAccess)
    .innerJoin(accessPackage, eq(accessPackage.id, packageAccess.packageId));

/** What an account has asked for, newest first. */
export const listOwnAccess = (db: Db, userId: string, query: PageQuery) =>
  page(
    db,
    ownAccess(db).where(eq(packageAccess.userId, userId)),
    newestFirst(packageAccess),
    query,
  );

/** Null for an access of another account. */
export const findOwnAccess = (db: Db, id: string, userId: string) =>
  first(ownAccess(db).where(and(eq(packageAccess.id, id), eq(packageAccess.userId, userId))));

/** What a package opens to an account: those of the collection's entities that the account may know of. */
export async function readContent(
  db: Db,
  { packageId, entityId }: { packageId: string; entityId: string },
  userId: string,
) {
  const [row] = await db
    .select({
      description: accessPackage.description,
      collection: pick(collection, "id", "name", "description"),
    })
    .from(accessPackage)
    .leftJoin(collection, eq(collection.id, accessPackage.collectionId))
    .where(eq(accessPackage.id, packageId));
  const openCollection = row?.collection ?? null;
  const entities =
    openCollection === null
      ? []
      : await db
          .select({ id: entity.id, name: entity.name, slug: entity.slug })
          .from(entity)
          .where(and(eq(entity.collectionId, openCollection.id), visibleTo({ userId })))
          .orderBy(asc(entity.name), asc(entity.id))
          .limit(100);
  const reports = await db
    .select({ id: report.id, title: report.title })
    .from(accessPackageReport)
    .innerJoin(report, eq(report.id, accessPackageReport.reportId))
    .where(and(eq(accessPackageReport.packageId, packageId), eq(report.entityId, entityId)))
    .orderBy(asc(report.createdAt), asc(report.id));
  return {
    description: row?.description ?? null,
    collection: openCollection === null ? null : { ...openCollection, entities },
    reports,
    filings: await listOpenedFilings(db, { packageId, entityId }),
  };
}

/** Filings in force that the package opens, in the order in which they were submitted. */
const listOpenedFilings = (db: Db, of: { packageId: string; entityId: string }) =>
  db
    .select(pick(entityFiling, "id", "schemaType", "reportingPeriodId"))
    .from(accessPackageFiling)
    .innerJoin(entityFiling, eq(entityFiling.id, accessPackageFiling.filingId))
    .where(
      and(
        eq(accessPackageFiling.packageId, of.packageId),
        has(entityFiling, { entityId: of.entityId, status: ["submitted", "verified"] }),
      ),
    )
    .orderBy(asc(entityFiling.submittedAt), asc(entityFiling.id));
