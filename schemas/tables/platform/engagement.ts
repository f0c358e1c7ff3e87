import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EngagementKind, EngagementStatus } from "../../shapes/platform/engagement.ts";
import type { FollowTier } from "../../shapes/platform/startup.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { startupFollow, startupListingId } from "./startup.ts";

/** What an investor asks of a startup: a meeting, a report, or more to read. */
export const engagementRequest = pgTable(
  "engagement_request",
  {
    id: id(),
    startupListingId: startupListingId(),
    requesterId: userId(),
    kind: text("kind").notNull().$type<EngagementKind>(),
    subject: text("subject").notNull(),
    reason: text("reason").notNull(),
    /** Of a meeting; empty for the other kinds. */
    proposedTimes: jsonb("proposed_times").notNull().default([]).$type<string[]>(),
    reportId: uuid("report_id"),
    requestedTier: text("requested_tier").$type<FollowTier>(),
    /** Until when the accepted report is open to the requester; null for none. */
    accessEndsAt: instant("access_ends_at"),
    idempotencyKey: uuid("idempotency_key").notNull(),
    status: text("status").notNull().default("pending").$type<EngagementStatus>(),
    /** What the founder answered. */
    message: text("message"),
    respondedAt: instant("responded_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("engagement_request_once").on(t.requesterId, t.startupListingId, t.idempotencyKey),
    index("engagement_request_startup").on(t.startupListingId, t.createdAt, t.id),
    index("engagement_request_requester").on(t.requesterId, t.createdAt, t.id),
    index("engagement_request_report").on(t.reportId, t.requesterId),
    index("engagement_request_pending").on(t.createdAt).where(sql`${t.status} = 'pending'`),
  ],
);

/** A founder's invitation of a follower to engage. */
export const engagementInvitation = pgTable(
  "engagement_invitation",
  {
    id: id(),
    startupListingId: startupListingId(),
    followId: uuid("follow_id")
      .notNull()
      .references(() => startupFollow.id, { onDelete: "cascade" }),
    followerId: userId(),
    kind: text("kind").notNull().$type<EngagementKind>(),
    message: text("message"),
    invitedBy: uuid("invited_by").references(() => userAccount.id, { onDelete: "set null" }),
    idempotencyKey: uuid("idempotency_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("engagement_invitation_once").on(t.startupListingId, t.idempotencyKey),
    index("engagement_invitation_follower").on(t.followerId, t.createdAt, t.id),
    index("engagement_invitation_follow").on(t.followId),
  ],
);

/** A startup's fundraising objective. At most one of a startup is active. */
export const capitalObjective = pgTable(
  "capital_objective",
  {
    id: id(),
    startupListingId: startupListingId(),
    status: text("status").notNull().default("active").$type<"active" | "closed">(),
    instrument: text("instrument").notNull().$type<"equity">(),
    /** Exact decimal text, as the minimum is. */
    targetAmount: text("target_amount").notNull(),
    minimumAmount: text("minimum_amount"),
    currency: text("currency").notNull(),
    closesAt: instant("closes_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("capital_objective_active")
      .on(t.startupListingId)
      .where(sql`${t.status} = 'active'`),
    index("capital_objective_startup").on(t.startupListingId, t.createdAt, t.id),
  ],
);

/** An accepted engagement that went on to Capital Outcomes, once. */
export const capitalHandoff = pgTable("capital_handoff", {
  id: id(),
  engagementRequestId: uuid("engagement_request_id")
    .notNull()
    .unique("capital_handoff_request")
    .references(() => engagementRequest.id, { onDelete: "cascade" }),
  /** The objective that was active; null without one. */
  objectiveId: uuid("objective_id").references(() => capitalObjective.id, {
    onDelete: "set null",
  }),
  createdAt: createdAt(),
});
