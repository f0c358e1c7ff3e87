import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  BaselineVersionContent,
  Evidence,
  FollowStatus,
  FollowTier,
  PublicFacts,
  SelectedContent,
  Sharing,
  StartupMembers,
  StartupVersionContent,
  Step,
  StrategicContext,
} from "../../shapes/platform/startup.ts";
import { userAccount, userId } from "../accounts/account.ts";
import {
  chainColumns,
  createdAt,
  id,
  instant,
  searchVector,
  updatedAt,
  version,
} from "../columns.ts";
import { entity } from "../companies/company.ts";

/** The listing that a row is of; the row is deleted with it. */
export const startupListingId = () =>
  uuid("startup_listing_id")
    .notNull()
    .references(() => startupListing.id, { onDelete: "cascade" });

/** An entity in the startup marketplace. */
export const startupListing = pgTable(
  "startup_listing",
  {
    id: id(),
    entityId: uuid("entity_id")
      .notNull()
      .unique("startup_listing_entity")
      .references(() => entity.id, { onDelete: "cascade" }),
    slug: text("slug").notNull().unique("startup_listing_slug"),
    name: text("name").notNull(),
    status: text("status").notNull().default("unpublished").$type<"unpublished" | "published">(),
    members: jsonb("members").notNull().$type<StartupMembers>(),
    sharing: jsonb("sharing").notNull().$type<Sharing>(),
    publicContent: jsonb("public_content").notNull().default([]).$type<SelectedContent[]>(),
    /** The members that everybody may read, as `project` made them at the last change. */
    publicFacts: jsonb("public_facts").notNull().$type<PublicFacts>(),
    publishedAt: instant("published_at"),
    /** Of the last row of `startup_version`. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: searchVector("search").generatedAlwaysAs(
      (): SQL =>
        sql`setweight(to_tsvector('english', coalesce(public_facts ->> 'name', '')), 'A') || setweight(to_tsvector('english', coalesce(public_facts ->> 'tagline', '') || ' ' || coalesce(public_facts ->> 'sector', '')), 'B') || setweight(to_tsvector('english', coalesce(public_facts ->> 'description', '')), 'C')`,
    ),
  },
  (t) => {
    const isListed = sql`${t.status} = 'published'`;
    return [
      index("startup_listing_listed").on(t.publishedAt, t.id).where(isListed),
      index("startup_listing_sector")
        .on(sql`lower(${t.publicFacts} ->> 'sector')`, t.publishedAt)
        .where(isListed),
      index("startup_listing_capital")
        .on(sql`(${t.publicFacts} ->> 'capitalStatus')`, t.publishedAt)
        .where(isListed),
      index("startup_listing_search").using("gin", t.search),
    ];
  },
);

/** Every state of a profile, as a chain of hashes. */
export const startupVersion = pgTable(
  "startup_version",
  { id: id(), startupListingId: startupListingId(), ...chainColumns<StartupVersionContent>() },
  (t) => [unique("startup_version_chain").on(t.startupListingId, t.version)],
);

/** What a startup states of itself with evidence. Locked once; from then on there are corrections only. */
export const startupBaseline = pgTable("startup_baseline", {
  id: id(),
  startupListingId: startupListingId().unique("startup_baseline_listing"),
  status: text("status").notNull().default("draft").$type<"draft" | "locked">(),
  strategicContext: jsonb("strategic_context")
    .notNull()
    .default({ constraints: [], assumptions: [] })
    .$type<StrategicContext>(),
  /** The least audience that reads the strategic context and the confirmed summary. */
  contextAudience: text("context_audience").notNull().default("diligence").$type<Step>(),
  lockedAt: instant("locked_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const baselineId = () =>
  uuid("baseline_id")
    .notNull()
    .references(() => startupBaseline.id, { onDelete: "cascade" });

/** A field of a baseline, as it was when the baseline was locked. */
export const startupBaselineField = pgTable(
  "startup_baseline_field",
  {
    id: id(),
    baselineId: baselineId(),
    key: text("key").notNull(),
    label: text("label").notNull(),
    value: text("value").notNull(),
    unit: text("unit"),
    /** YYYY-MM-DD. */
    asOf: text("as_of"),
    evidence: jsonb("evidence").notNull().$type<Evidence[]>(),
    audience: text("audience").notNull().default("diligence").$type<Step>(),
    isCustom: boolean("is_custom").notNull().default(false),
    position: integer("position").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique("startup_baseline_field_key").on(t.baselineId, t.key)],
);

/** The locked baseline (version 1) and its corrections, as a chain of hashes. */
export const startupBaselineVersion = pgTable(
  "startup_baseline_version",
  { id: id(), baselineId: baselineId(), ...chainColumns<BaselineVersionContent>() },
  (t) => [unique("startup_baseline_version_chain").on(t.baselineId, t.version)],
);

/** A text about a baseline. Only a confirmed one is shown to others. */
export const startupSummary = pgTable(
  "startup_summary",
  {
    id: id(),
    baselineId: baselineId(),
    status: text("status")
      .notNull()
      .default("pending")
      .$type<"pending" | "confirmed" | "superseded">(),
    text: text("text").notNull(),
    /** How it was made: "template", or the model. */
    method: text("method").notNull(),
    generatedAt: instant("generated_at").notNull().default(sql`now()`),
    confirmedAt: instant("confirmed_at"),
  },
  (t) => [
    uniqueIndex("startup_summary_pending").on(t.baselineId).where(sql`${t.status} = 'pending'`),
    uniqueIndex("startup_summary_confirmed").on(t.baselineId).where(sql`${t.status} = 'confirmed'`),
  ],
);

/** A request to follow and, once approved, the follow: what was asked for, what was granted, and until when. */
export const startupFollow = pgTable(
  "startup_follow",
  {
    id: id(),
    startupListingId: startupListingId(),
    followerId: userId(),
    status: text("status").notNull().default("pending").$type<FollowStatus>(),
    reason: text("reason").notNull(),
    requestedTier: text("requested_tier").notNull().$type<FollowTier>(),
    desiredObservation: text("desired_observation").notNull(),
    requestedDurationDays: integer("requested_duration_days").notNull(),
    /** What the founder granted; null before the decision. */
    tier: text("tier").$type<FollowTier>(),
    expiresAt: instant("expires_at"),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => userAccount.id, { onDelete: "set null" }),
    endedAt: instant("ended_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("startup_follow_pending")
      .on(t.startupListingId, t.followerId)
      .where(sql`${t.status} = 'pending'`),
    uniqueIndex("startup_follow_approved")
      .on(t.startupListingId, t.followerId)
      .where(sql`${t.status} = 'approved'`),
    index("startup_follow_listing").on(t.startupListingId, t.createdAt, t.id),
    index("startup_follow_in_force")
      .on(t.startupListingId, t.createdAt, t.id, t.expiresAt)
      .where(sql`${t.status} = 'approved'`),
    index("startup_follow_follower").on(t.followerId, t.createdAt, t.id),
    index("startup_follow_expiry").on(t.expiresAt).where(sql`${t.status} = 'approved'`),
  ],
);
