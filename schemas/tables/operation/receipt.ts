import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { userAccount } from "../accounts/account.ts";
import { createdAt } from "../columns.ts";

/** An operation that was done once: its first answer is repeated to every retry (see `once`). */
export const receipt = pgTable(
  "receipt",
  {
    /** What is counted, and for which viewer: "profile_view:<listing>:<viewer>". */
    subject: text("subject").notNull(),
    /** The client's name of the operation. */
    operationId: uuid("operation_id").notNull(),
    /** The first answer; null only inside the transaction that does the operation. */
    answer: jsonb("answer"),
    /** The viewer's account; null for an anonymous one. */
    userId: uuid("user_id").references(() => userAccount.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.subject, t.operationId] }),
    index("receipt_age").on(t.createdAt),
    index("receipt_user").on(t.userId),
  ],
);
