import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  AlertTrigger,
  CheckSize,
  Digest,
  MandateStatus,
  PrincipalType,
  SuggestionReason,
} from "../../shapes/platform/investor.ts";
import type { Instrument } from "../../shapes/platform/startup.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { organization } from "../accounts/organization.ts";
import { createdAt, id, instant, updatedAt, version } from "../columns.ts";
import { startupListingId } from "./startup.ts";

const firmId = () => uuid("firm_id").references(() => organization.id, { onDelete: "cascade" });

/** An account that an operator has verified as an investor, perhaps of a firm. */
export const investor = pgTable(
  "investor",
  {
    userId: userId().primaryKey(),
    firmId: uuid("firm_id").references(() => organization.id, { onDelete: "set null" }),
    verifiedAt: instant("verified_at").notNull().default(sql`now()`),
  },
  (t) => [index("investor_firm").on(t.firmId)],
);

/** A list of startups that an account keeps for itself. */
export const investorWatchlist = pgTable(
  "investor_watchlist",
  {
    id: id(),
    userId: userId(),
    name: text("name").notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("investor_watchlist_user").on(t.userId, t.createdAt, t.id)],
);

export const investorWatchlistItem = pgTable(
  "investor_watchlist_item",
  {
    watchlistId: uuid("watchlist_id")
      .notNull()
      .references(() => investorWatchlist.id, { onDelete: "cascade" }),
    startupListingId: startupListingId(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.watchlistId, t.startupListingId] }),
    index("investor_watchlist_item_listing").on(t.startupListingId),
  ],
);

/** A startup that an account has saved. Only the account sees it. */
export const investorSave = pgTable(
  "investor_save",
  { id: id(), userId: userId(), startupListingId: startupListingId(), createdAt: createdAt() },
  (t) => [
    unique("investor_save_once").on(t.userId, t.startupListingId),
    index("investor_save_order").on(t.userId, t.createdAt, t.id),
    index("investor_save_listing").on(t.startupListingId),
  ],
);

/** What an investor notes about a startup: of a firm for all its members, else for its author alone. */
export const investorNote = pgTable(
  "investor_note",
  {
    id: id(),
    startupListingId: startupListingId(),
    /** Null once the account is deleted. */
    authorId: uuid("author_id").references(() => userAccount.id, { onDelete: "set null" }),
    firmId: firmId(),
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("investor_note_listing").on(t.startupListingId, t.createdAt, t.id),
    index("investor_note_author").on(t.authorId),
    index("investor_note_firm").on(t.firmId),
  ],
);

/** Which events of startups an account is notified of, and how often. */
export const investorAlert = pgTable(
  "investor_alert",
  {
    userId: userId().primaryKey(),
    triggers: text("triggers").array().notNull().default([]).$type<AlertTrigger[]>(),
    digest: text("digest").notNull().default("off").$type<Digest>(),
    /** The time up to which notifications were sent. */
    toldUntil: instant("told_until").notNull().default(sql`now()`),
    updatedAt: updatedAt(),
  },
  (t) => [index("investor_alert_due").on(t.toldUntil).where(sql`${t.digest} <> 'off'`)],
);

/** A person or a firm that gives capital, as suggestions name it. Made with its first mandate. */
export const capitalProvider = pgTable(
  "capital_provider",
  {
    id: id(),
    userId: uuid("user_id")
      .unique("capital_provider_user")
      .references(() => userAccount.id, { onDelete: "cascade" }),
    firmId: firmId().unique("capital_provider_firm"),
    /** Of the suggestions as the job made them last; null where it made none. */
    suggestionsDigest: text("suggestions_digest"),
    createdAt: createdAt(),
  },
  (t) => [check("capital_provider_principal", sql`num_nonnulls(${t.userId}, ${t.firmId}) = 1`)],
);

const capitalProviderListingId = () =>
  uuid("capital_provider_listing_id")
    .notNull()
    .references(() => capitalProvider.id, { onDelete: "cascade" });

/** What a person or a firm invests in. Private, unless it may be suggested to founders. */
export const investmentMandate = pgTable(
  "investment_mandate",
  {
    id: id(),
    capitalProviderListingId: capitalProviderListingId(),
    principalType: text("principal_type").notNull().$type<PrincipalType>(),
    name: text("name").notNull(),
    sectors: text("sectors").array().notNull().default([]),
    stages: text("stages").array().notNull().default([]),
    geographies: text("geographies").array().notNull().default([]),
    instruments: text("instruments").array().notNull().default([]).$type<Instrument[]>(),
    checkSize: jsonb("check_size").$type<CheckSize>(),
    status: text("status").notNull().default("active").$type<MandateStatus>(),
    /** Whether founders may be shown that the provider fits their startup. */
    isDiscoverable: boolean("is_discoverable").notNull().default(false),
    createdBy: uuid("created_by").references(() => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("investment_mandate_provider").on(t.capitalProviderListingId, t.createdAt, t.id),
    index("investment_mandate_updated").on(t.updatedAt),
  ],
);

/** A startup and a capital provider that fit each other. A dismissed one stays, so that it never comes back. */
export const startupSuggestion = pgTable(
  "startup_suggestion",
  {
    id: id(),
    startupListingId: startupListingId(),
    capitalProviderListingId: capitalProviderListingId(),
    reasons: jsonb("reasons").notNull().$type<SuggestionReason[]>(),
    /** What the founder is shown: of discoverable mandates only. Null where none of them fits. */
    founderReasons: jsonb("founder_reasons").$type<SuggestionReason[]>(),
    createdAt: createdAt(),
    /** Dismissed by the founder, who does not see it again. */
    dismissedAt: instant("dismissed_at"),
    dismissedByProviderAt: instant("dismissed_by_provider_at"),
  },
  (t) => [
    unique("startup_suggestion_pair").on(t.startupListingId, t.capitalProviderListingId),
    index("startup_suggestion_startup").on(t.startupListingId, t.createdAt, t.id),
    index("startup_suggestion_provider").on(t.capitalProviderListingId, t.createdAt, t.id),
  ],
);
