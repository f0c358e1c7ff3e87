import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { OptionalMail } from "../../shapes/accounts/mail.ts";
import { createdAt } from "../columns.ts";

/** What an address gets no mail of: its reader does not want it, or its server refuses it. */
export const mailStop = pgTable(
  "mail_stop",
  {
    /** See `addressDigest`: the address itself is not kept. */
    addressDigest: text("address_digest").notNull(),
    /** "all" for an address that its server has refused for good. */
    kind: text("kind").notNull().$type<OptionalMail | "all">(),
    /** What the mail server said, without the address; null where the reader asked. */
    answer: text("answer"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.addressDigest, t.kind] })],
);
