import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  AttemptOutcome,
  DeliveryStatus,
  WebhookEvent,
  WebhookStatus,
  WebhookStop,
} from "../../shapes/accounts/webhook.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { watchlist } from "../companies/watchlist.ts";
import { apiKey, session, userId } from "./account.ts";

/** An address of an account that is told what is new. */
export const webhook = pgTable(
  "webhook",
  {
    id: id(),
    userId: userId(),
    /** The API key that it belongs to and ends with; null for the account's own. */
    keyId: uuid("key_id").references(() => apiKey.id, { onDelete: "cascade" }),
    /** The grant of the application that made it and that it ends with. */
    sessionId: uuid("session_id").references(() => session.id, { onDelete: "cascade" }),
    /** Only of companies on this list; null for all. */
    watchlistId: uuid("watchlist_id").references(() => watchlist.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    description: text("description"),
    /** Null for all kinds. */
    types: text("types").array().$type<WebhookEvent[]>(),
    status: text("status").notNull().default("active").$type<WebhookStatus>(),
    /** Why it is stopped; null while it is active. */
    stopped: text("stopped").$type<WebhookStop>(),
    /** Encrypted where SECRET_KEY is set. */
    secret: text("secret").notNull(),
    /** Signs as well until its end, so that receivers can change over. */
    previousSecret: text("previous_secret"),
    previousSecretEndsAt: instant("previous_secret_ends_at"),
    /** The last change that was looked at for it. */
    position: bigint("position", { mode: "number" }).notNull(),
    /** Attempts in a row that failed. */
    failures: integer("failures").notNull().default(0),
    /** The first of these; null after a success. */
    failingSince: instant("failing_since"),
    /** Nothing is sent before this; null when nothing holds it. */
    heldUntil: instant("held_until"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("webhook_owner").on(t.userId, t.createdAt),
    index("webhook_key").on(t.keyId),
    index("webhook_session").on(t.sessionId),
    index("webhook_watchlist").on(t.watchlistId),
    index("webhook_position").on(t.position).where(sql`${t.status} = 'active'`),
  ],
);

const webhookId = () =>
  uuid("webhook_id")
    .notNull()
    .references(() => webhook.id, { onDelete: "cascade" });

/** One event for one webhook. Its id is the same at every attempt. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: id(),
    webhookId: webhookId(),
    /** Of the change that it tells; null for a test event. */
    position: bigint("position", { mode: "number" }),
    type: text("type").notNull().$type<WebhookEvent>(),
    status: text("status").notNull().default("pending").$type<DeliveryStatus>(),
    /** Attempts since it was made or replayed. */
    attempts: integer("attempts").notNull().default(0),
    /** Null once it is delivered or given up. */
    dueAt: instant("due_at"),
    /** A process sends it until then; it may have died since. */
    claimedUntil: instant("claimed_until"),
    deliveredAt: instant("delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("webhook_delivery_once").on(t.webhookId, t.position),
    index("webhook_delivery_list").on(t.webhookId, t.createdAt, t.id),
    index("webhook_delivery_due").on(t.webhookId, t.dueAt).where(sql`${t.status} = 'pending'`),
    index("webhook_delivery_created").on(t.createdAt),
  ],
);

/** One request to a receiver. */
export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDelivery.id, { onDelete: "cascade" }),
    /** From 1, over replays, too. */
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    outcome: text("outcome").notNull().$type<AttemptOutcome>(),
    /** The receiver's; null where none answered. */
    statusCode: integer("status_code"),
    durationMs: integer("duration_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.number] })],
);
