import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ArtifactKind, CollaboratorRole } from "../../shapes/platform/portfolio.ts";
import { userAccount } from "../accounts/account.ts";
import { createdAt, id, updatedAt } from "../columns.ts";

const ownerId = () =>
  uuid("owner_id")
    .notNull()
    .references(() => userAccount.id, { onDelete: "cascade" });

/** Work that an account shows to the people with whom it shares the portfolio. */
export const portfolio = pgTable(
  "portfolio",
  {
    id: id(),
    ownerId: ownerId(),
    name: text("name").notNull(),
    description: text("description"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("portfolio_owner").on(t.ownerId, t.createdAt, t.id)],
);

const portfolioId = () =>
  uuid("portfolio_id")
    .notNull()
    .references(() => portfolio.id, { onDelete: "cascade" });

export const portfolioArtifact = pgTable(
  "portfolio_artifact",
  {
    id: id(),
    portfolioId: portfolioId(),
    kind: text("kind").notNull().$type<ArtifactKind>(),
    title: text("title").notNull(),
    url: text("url").notNull(),
    addedBy: uuid("added_by").references(() => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [index("portfolio_artifact_portfolio").on(t.portfolioId, t.createdAt, t.id)],
);

/** A person with whom a portfolio is shared: an account, or an address that an account has verified. */
export const portfolioCollaborator = pgTable(
  "portfolio_collaborator",
  {
    id: id(),
    portfolioId: portfolioId(),
    userId: uuid("user_id").references(() => userAccount.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text("email"),
    role: text("role").notNull().$type<CollaboratorRole>(),
    createdAt: createdAt(),
  },
  (t) => [
    check("portfolio_collaborator_person", sql`num_nonnulls(${t.userId}, ${t.email}) = 1`),
    uniqueIndex("portfolio_collaborator_once").on(
      t.portfolioId,
      sql`coalesce(${t.userId}::text, ${t.email})`,
    ),
    index("portfolio_collaborator_user").on(t.userId),
    index("portfolio_collaborator_email").on(t.email),
  ],
);

/** The workspace of a program, such as an accelerator's. */
export const program = pgTable(
  "program",
  {
    id: id(),
    ownerId: ownerId(),
    name: text("name").notNull(),
    slug: text("slug").notNull().unique("program_slug"),
    description: text("description"),
    /** YYYY-MM-DD. */
    startDate: date("start_date"),
    endDate: date("end_date"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("program_owner").on(t.ownerId, t.createdAt, t.id)],
);
