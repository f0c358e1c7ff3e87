import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { entitiesApart } from "#api/data/blocked.ts";
import { rowExists } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { engagementRequest } from "#schemas/tables/platform/engagement.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";

/** SQL subquery: the entity of the request's startup. */
const entityOfStartup = subquery`(select ${startupListing.entityId} from ${startupListing}
  where ${startupListing.id} = ${engagementRequest.startupListingId})`;

/** A report is the startup's while it is about its entity. */
const isOfStartup = (reportId: string): SQL =>
  subquery`exists (select 1 from ${report} where ${report.id} = ${reportId}::uuid and ${report.entityId} = ${entityOfStartup})`;

/** True where the report is about the entity of the startup that a request is made to. */
export const isReportOf = (db: Db, of: { requestId: string; reportId: string }): Promise<boolean> =>
  rowExists(
    db,
    engagementRequest,
    and(eq(engagementRequest.id, of.requestId), isOfStartup(of.reportId)),
  );

/**
 * True where an accepted request opens the report to the account today. It opens nothing while a block is between the
 * account and the startup's founder.
 */
export const isOpenedByEngagement = (
  db: Db,
  { reportId, userId }: { reportId: string; userId: string },
): Promise<boolean> =>
  rowExists(
    db,
    engagementRequest,
    and(
      eq(engagementRequest.reportId, reportId),
      eq(engagementRequest.requesterId, userId),
      inArray(engagementRequest.status, ["accepted", "handed_off"]),
      sql`${engagementRequest.accessEndsAt} > clock_timestamp()`,
      isOfStartup(reportId),
      sql`${entityOfStartup} not in ${entitiesApart(userId)}`,
    ),
  );
