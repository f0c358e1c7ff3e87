import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** What made the derived rows of a company; a rebuild with the same inputs and output changes nothing. */
export const companyBuild = pgTable("company_build", {
  companyKey: text("company_key").primaryKey(),
  registryVersion: text("registry_version").notNull(),
  registrySha256: text("registry_sha256").notNull(),
  engineVersion: text("engine_version").notNull(),
  /** Digest of the archived documents that went in, in canonical order. */
  inputDigest: text("input_digest").notNull(),
  /** Digest of everything that came out. */
  outputDigest: text("output_digest").notNull(),
  /** Newest time of the documents that went in; the clock of the build itself is not recorded. */
  sourcesAt: instant("sources_at").notNull(),
});

/**
 * The company that a build stores rows of: its CIK in ten digits, another regulator's key, the id of an entity without
 * one, or that id with "~team" for what only its team may read (`schemas/company-key.ts`). The rows go with the build.
 */
export const buildKey = () =>
  text("company_key")
    .notNull()
    .references(() => companyBuild.companyKey, { onDelete: "cascade" });
