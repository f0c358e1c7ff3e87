import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import { first, pick } from "../../data/rows.ts";
import { buildKeyFor, type Viewer, visibleTo } from "../../data/visible-to.ts";

export type QualityRow = NonNullable<Awaited<ReturnType<typeof findQuality>>>;

/**
 * An entity that the viewer may know of with what the checks found on its company; `found` is null where none ran: the
 * entity files with no regulator (`cik` is null), or nothing was built. Null when there is no such entity.
 */
export const findQuality = (db: Db, entityId: string, viewer: Viewer | null) =>
  first(
    db
      .select({
        entityId: entity.id,
        entityName: entity.name,
        cik: buildKeyFor(viewer),
        found: { label: companyQuality.label, body: companyQuality.body },
        build: {
          registryVersion: companyBuild.registryVersion,
          engineVersion: companyBuild.engineVersion,
        },
      })
      .from(entity)
      .leftJoin(company, eq(company.entityId, entity.id))
      .leftJoin(companyQuality, eq(companyQuality.companyKey, buildKeyFor(viewer)))
      .leftJoin(companyBuild, eq(companyBuild.companyKey, buildKeyFor(viewer)))
      .where(and(eq(entity.id, entityId), visibleTo(viewer))),
  );

export interface FailureFilter {
  check?: string | undefined;
  severity?: "A" | "B" | "C" | undefined;
  period?: string | undefined;
}

export type FailureRow = Awaited<ReturnType<typeof listFailures>>[number];

/** The results that did not pass, in the order of the checks within each period, newest period first. */
export async function listFailures(db: Db, cik: string, filter: FailureFilter) {
  const { check, severity, period } = filter;
  return db
    .select({
      check: checkFailure.checkId,
      ...pick(checkFailure, "severity", "outcome", "subject", "concept", "reason", "difference"),
      ...pick(checkFailure, "operands"),
    })
    .from(checkFailure)
    .where(
      and(
        eq(checkFailure.companyKey, cik),
        check === undefined ? undefined : eq(checkFailure.checkId, check),
        severity === undefined ? undefined : eq(checkFailure.severity, severity),
        period === undefined ? undefined : eq(checkFailure.subject, period),
      ),
    )
    .orderBy(asc(checkFailure.position));
}
