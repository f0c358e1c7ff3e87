import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AccessState } from "../../shapes/companies/access-package.ts";
import type {
  CorrectableField,
  Disclosure,
  ListingContent,
  ListingDraft,
} from "../../shapes/companies/listing.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { collection } from "../accounts/collection.ts";
import { chainColumns, createdAt, id, instant, updatedAt } from "../columns.ts";
import { entity, entityId } from "./company.ts";
import { entityFiling } from "./entity-filing.ts";
import { report } from "./report.ts";

export type SubjectType = "person" | "entity";

/**
 * The directory's entry of a person or an entity, at most one each. Its slug is the subject's own. `published` of
 * the entity is true exactly while the listing is.
 */
export const listing = pgTable(
  "listing",
  {
    id: id(),
    subjectType: text("subject_type").notNull().$type<SubjectType>(),
    entityId: uuid("entity_id")
      .unique()
      .references(() => entity.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .unique()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    status: text("status")
      .notNull()
      .default("draft")
      .$type<"draft" | "published" | "unpublished" | "blocked" | "archived">(),
    /** True once its team has published a version; ingest then leaves it alone. */
    isManaged: boolean("is_managed").notNull().default(false),
    /** The newest version, which is public while the status says so; null before the first one. */
    versionId: uuid("version_id").references((): AnyPgColumn => listingVersion.id, {
      onDelete: "set null",
    }),
    disclosure: jsonb("disclosure").notNull().$type<Disclosure>(),
    /** True where followers wait until the team agrees. */
    asksFollowers: boolean("asks_followers").notNull().default(false),
    /** What the team has written for the next version. */
    draft: jsonb("draft").notNull().$type<ListingDraft>().default({}),
    /** Corrections that administrators accepted; ingest keeps them when it makes a version. */
    corrections: jsonb("corrections")
      .notNull()
      .$type<Partial<Record<CorrectableField, string>>>()
      .default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      "listing_subject",
      sql`case ${t.subjectType} when 'entity' then ${t.entityId} is not null and ${t.userId} is null
        when 'person' then ${t.userId} is not null and ${t.entityId} is null else false end`,
    ),
    index("listing_moderated")
      .on(t.updatedAt, t.id)
      .where(sql`${t.status} in ('blocked', 'archived')`),
  ],
);

/** What a listing said from one publication to the next. Rows are only added. */
export const listingVersion = pgTable(
  "listing_version",
  {
    id: id(),
    listingId: uuid("listing_id")
      .notNull()
      .references((): AnyPgColumn => listing.id, { onDelete: "cascade" }),
    ...chainColumns<ListingContent>(),
  },
  (t) => [uniqueIndex("listing_version_chain").on(t.listingId, t.version)],
);

/** A slug that a listing had before; it leads to the listing until another subject has it. */
export const formerSlug = pgTable(
  "former_slug",
  {
    subjectType: text("subject_type").notNull().$type<SubjectType>(),
    slug: text("slug").notNull(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listing.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.subjectType, t.slug] }),
    index("former_slug_listing").on(t.listingId),
    index("former_slug_skeleton").on(slugSkeleton(t.slug)),
  ],
);

/** What is left of a slug when letters that look alike are one: "app1e-lnc" and "apple-inc" are the same. */
export function slugSkeleton(slug: SQLWrapper): SQL {
  return sql`translate(replace(replace(replace(${slug}, '-', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls')`;
}

/** A suggestion for a member of a listing; nothing public changes by it until an administrator takes it into review. */
export const correction = pgTable(
  "correction",
  {
    id: id(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listing.id, { onDelete: "cascade" }),
    userId: userId(),
    field: text("field").notNull().$type<CorrectableField>(),
    value: text("value").notNull(),
    evidence: text("evidence").notNull(),
    status: text("status")
      .notNull()
      .default("open")
      .$type<"open" | "under_review" | "accepted" | "rejected" | "withdrawn">(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("correction_listing").on(t.listingId, t.status),
    index("correction_user").on(t.userId, t.createdAt, t.id),
    uniqueIndex("correction_open")
      .on(t.listingId, t.userId, t.field)
      .where(sql`${t.status} in ('open', 'under_review')`),
  ],
);

/** An invitation of an address to claim an entity; its mail is sent once. */
export const claimInvitation = pgTable(
  "claim_invitation",
  {
    id: id(),
    entityId: entityId(),
    userId: userId(),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("claim_invitation_once").on(t.entityId, t.email),
    index("claim_invitation_user").on(t.userId, t.createdAt),
  ],
);

/** A named access to one of an owner's collections, which others may request. */
export const accessPackage = pgTable(
  "access_package",
  {
    id: id(),
    entityId: entityId(),
    title: text("title").notNull(),
    description: text("description"),
    collectionId: uuid("collection_id").references(() => collection.id, { onDelete: "set null" }),
    status: text("status").notNull().default("offered").$type<"offered" | "withdrawn">(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("access_package_entity").on(t.entityId, t.createdAt, t.id)],
);

/** A report of the entity that a package opens to those who have access. */
export const accessPackageReport = pgTable(
  "access_package_report",
  {
    packageId: uuid("package_id")
      .notNull()
      .references(() => accessPackage.id, { onDelete: "cascade" }),
    reportId: uuid("report_id")
      .notNull()
      .references(() => report.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.packageId, t.reportId] }),
    index("access_package_report_report").on(t.reportId),
  ],
);

/** A filing of the entity that a package opens to those who have access. */
export const accessPackageFiling = pgTable(
  "access_package_filing",
  {
    packageId: uuid("package_id")
      .notNull()
      .references(() => accessPackage.id, { onDelete: "cascade" }),
    filingId: uuid("filing_id")
      .notNull()
      .references(() => entityFiling.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.packageId, t.filingId] }),
    index("access_package_filing_filing").on(t.filingId),
  ],
);

/** A person's access to a package; without a row it was not requested. */
export const packageAccess = pgTable(
  "package_access",
  {
    id: id(),
    packageId: uuid("package_id")
      .notNull()
      .references(() => accessPackage.id, { onDelete: "cascade" }),
    /** Of the package. */
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().default("pending").$type<AccessState>(),
    /** Null for an access that does not end by itself. */
    expiresAt: instant("expires_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("package_access_once").on(t.packageId, t.userId),
    index("package_access_user").on(t.userId, t.createdAt, t.id),
    index("package_access_entity").on(t.entityId),
    index("package_access_end").on(t.expiresAt).where(sql`${t.status} = 'active'`),
  ],
);

/** A counted view of a listing; its id is the event's. */
export const profileView = pgTable(
  "profile_view",
  {
    id: id(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listing.id, { onDelete: "cascade" }),
    /** Null for a viewer without an account, and for one who browses privately. */
    viewerId: uuid("viewer_id").references(() => userAccount.id, { onDelete: "set null" }),
    source: text("source").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("profile_view_listing").on(t.listingId, t.createdAt),
    index("profile_view_viewer").on(t.viewerId),
  ],
);
