import { and, asc, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { formsOf } from "#ingest/facts/forms.ts";
import type { Db } from "#schemas/database/db.ts";
import { teamPermissions } from "#schemas/shapes/accounts/team.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { claim, connection, follow } from "#schemas/tables/accounts/relationship.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import {
  correction,
  formerSlug,
  listing,
  listingVersion,
  type SubjectType,
} from "#schemas/tables/companies/directory.ts";
import { entityFiling } from "#schemas/tables/companies/entity-filing.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { isBlockedBetween, type Party } from "../../data/blocked.ts";
import { personName } from "../../data/members.ts";
import { first, pick, rowExists } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import { listOffered, standingToPackages } from "../access-packages/service.ts";
import { publishedReports } from "../reports/service.ts";
import { joinReporting, reportsShown } from "./join-reporting.ts";
import type { ListingRecord, ListingViewer } from "./record.ts";

type Status = ListingRecord["status"];

/**
 * The listing that a slug leads to: its subject's current slug before a former one. Null where there is none in one
 * of these states. Whether it is hidden or missing takes the same statement.
 */
export async function findListingId(
  db: Db,
  { subjectType, slug }: { subjectType: SubjectType; slug: string },
  statuses: readonly Status[],
): Promise<string | null> {
  const isIn = sql`${listing.status} in (${sql.join(
    statuses.map((one) => sql`${one}`),
    sql`, `,
  )})`;
  const current =
    subjectType === "entity"
      ? sql`select ${listing.id} as id, 0 as place from ${entity} join ${listing} on ${listing.entityId} = ${entity.id}
          where ${entity.slug} = ${slug} and ${isIn}`
      : sql`select ${listing.id} as id, 0 as place from ${userAccount} join ${listing} on ${listing.userId} = ${userAccount.id}
          where ${userAccount.slug} = ${slug} and ${userAccount.status} = 'active' and ${isIn}`;
  const { rows } = await db.execute<{ id: string }>(sql`${current} union all
    select ${listing.id}, 1 from ${formerSlug} join ${listing} on ${listing.id} = ${formerSlug.listingId}
      left join ${userAccount} on ${userAccount.id} = ${listing.userId}
      where ${formerSlug.subjectType} = ${subjectType} and ${formerSlug.slug} = ${slug} and ${isIn}
        and coalesce(${userAccount.status}, 'active') = 'active'
    order by place limit 1`);
  return rows[0]?.id ?? null;
}

/** Listing, version and subject; null where it went away meanwhile. */
const findRow = (db: Db, listingId: string) =>
  first(
    db
      .select({
        listingId: listing.id,
        ...pick(listing, "subjectType", "entityId", "userId"),
        slug: sql<string>`coalesce(${entity.slug}, ${userAccount.slug})`,
        ...pick(listing, "status", "isManaged", "disclosure", "asksFollowers"),
        versionId: listingVersion.id,
        version: listingVersion.version,
        content: listingVersion.content,
        publishedAt: listingVersion.createdAt,
        claimStatus: sql<
          ListingRecord["claimStatus"]
        >`coalesce(${entity.claimStatus}, 'not_claimable')`,
        verified: sql<boolean>`coalesce(${entity.verified}, false)`,
        verifiedAt: entity.verifiedAt,
        cik: company.companyKey,
        checkedAt: company.profileFetchedAt,
        followers: subquery<number>`select count(*)::int from ${follow}
        where ${follow.entityId} = ${listing.entityId} and ${follow.status} = 'active'`,
        confirmedConnections: subquery<number>`select count(*)::int from ${connection}
        where ${connection.entityId} = ${listing.entityId} and ${connection.status} = 'active'`,
        disputedFields: subquery<
          string[]
        >`select coalesce(array_agg(distinct ${correction.field}), '{}') from ${correction}
        where ${correction.listingId} = ${listing.id} and ${correction.status} = 'under_review'`,
      })
      .from(listing)
      .innerJoin(listingVersion, eq(listingVersion.id, listing.versionId))
      .leftJoin(entity, eq(entity.id, listing.entityId))
      .leftJoin(userAccount, eq(userAccount.id, listing.userId))
      .leftJoin(company, eq(company.entityId, listing.entityId))
      .where(eq(listing.id, listingId)),
  );

/** Null for a listing that is gone, or has no version. */
export async function loadRecord(db: Db, listingId: string): Promise<ListingRecord | null> {
  const row = await findRow(db, listingId);
  if (row === null) return null;
  const { cik, status, ...rest } = row;
  const subject = row.entityId === null ? { userId: row.userId ?? "" } : { entityId: row.entityId };
  // One after the other, because acts ask in a transaction, whose connection takes one query at a time.
  const counts = await countFilings(db, cik, row.entityId);
  const regulatorReporting = await readReporting(db, cik);
  const own = await publishedReports(db, subject);
  const packages = row.entityId === null ? [] : await listOffered(db, row.entityId);
  const personnel = await listPersonnel(db, row.entityId);
  const reporting = joinReporting(regulatorReporting, own);
  return { ...rest, status: status as Status, filings: counts, reporting, packages, personnel };
}

/** What is filed at the regulator, and public filings in force of the entity, of which each has its time in a chain. */
async function countFilings(
  db: Db,
  cik: string | null,
  entityId: string | null,
): Promise<ListingRecord["filings"]> {
  const isOpen = and(
    eq(entityFiling.entityId, entityId ?? ""),
    eq(entityFiling.isPublic, true),
    inArray(entityFiling.status, ["submitted", "verified"]),
  );
  const [row] = await db
    .select({ total: count(), timestamped: count(filing.acceptedAt) })
    .from(filing)
    .where(and(eq(filing.companyKey, cik ?? ""), eq(filing.status, "listed")));
  const [own] =
    entityId === null ? [] : await db.select({ total: count() }).from(entityFiling).where(isOpen);
  const { total = 0, timestamped = 0 } = row ?? {};
  const chained = own?.total ?? 0;
  return { total: total + chained, timestamped: timestamped + chained };
}

async function readReporting(db: Db, cik: string | null): Promise<ListingRecord["reporting"]> {
  const isReport = and(
    eq(filing.companyKey, cik ?? ""),
    eq(filing.status, "listed"),
    inArray(filing.form, formsOf("annual", "interim")),
  );
  const at = sql<string>`coalesce(${filing.acceptedAt}, ${filing.filed})`;
  const [totals] = await db
    .select({ reports: count(), first: sql<string>`min(${at})`, last: sql<string>`max(${at})` })
    .from(filing)
    .where(isReport);
  const rows = await db
    .select({ id: filing.accession, form: filing.form, end: filing.reportDate, at: at.as("at") })
    .from(filing)
    .where(isReport)
    .orderBy(sql`at desc`, asc(filing.accession))
    .limit(reportsShown);
  const { reports = 0, first = null, last = null } = totals ?? {};
  return {
    reportsPublished: reports,
    publicReports: reports,
    reportingSince: toInstant(first),
    latestReportAt: toInstant(last),
    index: rows.map(({ id, form, end, at: filed }) => ({
      id,
      title: end === null ? form : `${form} for the period that ended on ${end}`,
      publishedAt: toInstant(filed) ?? "",
      access: "public" as const,
    })),
  };
}

const toInstant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

/** Members of the team whom the team and they themselves list, in the order in which they joined. */
export async function listPersonnel(
  db: Db,
  entityId: string | null,
): Promise<ListingRecord["personnel"]> {
  if (entityId === null) return [];
  return db
    .select({
      label: personName,
      detail: entityMember.title,
      // The listing of the person, where there is one.
      url: sql<
        string | null
      >`case when ${listing.status} = 'published' then '/directory/person/' || ${userAccount.slug} end`,
    })
    .from(entityMember)
    .innerJoin(userAccount, eq(userAccount.id, entityMember.userId))
    .leftJoin(listing, eq(listing.userId, userAccount.id))
    .where(
      and(
        eq(entityMember.entityId, entityId),
        eq(entityMember.isListedByTeam, true),
        eq(entityMember.isListedByMember, true),
        eq(userAccount.status, "active"),
      ),
    )
    .orderBy(asc(entityMember.joinedAt), asc(entityMember.userId));
}

type Subject = Pick<ListingRecord, "listingId" | "entityId" | "userId" | "packages">;

const partyOf = ({ entityId, userId }: Subject): Party =>
  entityId === null ? { userId: userId ?? "" } : { entityId };

/** How an account stands to a listing, at this moment. */
export async function findViewer(db: Db, subject: Subject, userId: string): Promise<ListingViewer> {
  const { entityId } = subject;
  const isTie = (table: typeof follow | typeof connection) =>
    sql`${table.entityId} = ${entityId} and ${table.userId} = ${userId}`;
  const { rows } = await db.execute<Record<string, never>>(sql`select
    ${entityId === null ? sql`${subject.userId}::uuid = ${userId}::uuid` : managesEntity(entityId, userId)} as manages,
    (select json_build_object('id', ${follow.id}, 'status', ${follow.status}) from ${follow} where ${isTie(follow)}) as follow,
    (select json_build_object('id', ${connection.id}, 'status', ${connection.status}) from ${connection} where ${isTie(connection)}) as connection,
    exists (select from ${claim} where ${claim.entityId} = ${entityId} and ${claim.userId} = ${userId} and ${claim.status} = 'pending') as "hasClaim"`);
  const row = rows[0] as unknown as {
    manages: boolean;
    follow: ListingViewer["follow"];
    connection: ListingViewer["connection"];
    hasClaim: boolean;
  };
  return {
    userId,
    selfOrManager: row.manages,
    follow: row.follow,
    connection: row.connection,
    hasOpenClaim: row.hasClaim,
    isBlocked: await isBlockedBetween(db, partyOf(subject), userId),
    packages: await standingToPackages(
      db,
      subject.packages.map(({ packageId }) => packageId),
      userId,
    ),
  };
}

const managesEntity = (entityId: string, userId: string): SQL => subquery`
  exists (select from ${entity} where ${entity.id} = ${entityId} and ${entity.ownerId} = ${userId})
  or exists (select from ${entityMember} where ${entityMember.entityId} = ${entityId} and ${entityMember.userId} = ${userId}
    and (${entityMember.role} <> 'member' or ${managePermission} = any(${entityMember.permissions})))`;

const managePermission = teamPermissions[2];

/** True where the account may manage the listing; also for one that is not public. */
export const managesListing = (db: Db, listingId: string, userId: string): Promise<boolean> =>
  rowExists(
    db,
    listing,
    and(
      eq(listing.id, listingId),
      or(eq(listing.userId, userId), managesEntity(sql`${listing.entityId}` as never, userId)),
    ),
  );
