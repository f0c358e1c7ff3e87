import {
  customType,
  date,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { SourceName } from "../../shapes/companies/fact.ts";
import type { Lineage, LineNote, NullReason, Template } from "../../shapes/companies/statement.ts";
import { buildKey } from "./build.ts";
import { entity } from "./company.ts";

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** All versions of a company's mapped facts: gzip of canonical JSON, read on demand (lineage, asOf, models). */
export const companyFacts = pgTable("company_facts", {
  companyKey: buildKey().primaryKey(),
  body: bytes("body").notNull(),
});

/** One persisted SFRS statement of one period. `fields`, `reasons` and `lineage` are keyed by snakeKey. */
export const statement = pgTable(
  "statement",
  {
    companyKey: buildKey(),
    periodKey: text("period_key").notNull(),
    statementType: text("statement_type").notNull(),
    fiscalYear: integer("fiscal_year").notNull(),
    fiscalPeriod: text("fiscal_period").notNull(),
    periodStart: date("period_start").notNull(),
    periodEnd: date("period_end").notNull(),
    currency: text("currency"),
    template: text("template").notNull().$type<Template>(),
    status: text("status").notNull().$type<"converted" | "incomplete">(),
    sfrsSchemaId: text("sfrs_schema_id").notNull(),
    sfrsVersion: text("sfrs_version").notNull(),
    registryVersion: text("registry_version").notNull(),
    registrySha256: text("registry_sha256").notNull(),
    fields: json("fields").$type<Record<string, string | null>>().notNull(),
    missingFields: json("missing_fields").$type<string[]>().notNull(),
    reasons: json("reasons").$type<Record<string, NullReason>>().notNull(),
    lineage: json("lineage").$type<Record<string, Lineage>>().notNull(),
    /** Unit, source, mapping rank, flags and refused tags per line that has any beyond the defaults. */
    notes: json("notes").$type<Record<string, LineNote>>().notNull(),
    source: text("source").$type<SourceName>(),
    sources: json("sources").$type<SourceName[]>().notNull(),
    filings: json("filings")
      .$type<{ accessionNumber: string; form: string; filedDate: string | null }[]>()
      .notNull(),
    /** sha256 of the row: a rebuild touches only rows whose digest differs. */
    digest: text("digest").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.companyKey, t.periodKey, t.statementType] })],
);

/** What is served; `team_` marks what is built for the team of an entity, from all its filings. */
export type ServedKind = "terminal" | "financials" | "team_terminal" | "team_financials";

/** A read as it is served: gzip of its finished JSON text, and the strong ETag of that text. */
export const servedDocument = pgTable(
  "served_document",
  {
    entityId: uuid("entity_id")
      .notNull()
      .references(() => entity.id, { onDelete: "cascade" }),
    kind: text("kind").notNull().$type<ServedKind>(),
    body: bytes("body").notNull(),
    etag: text("etag").notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.kind] })],
);
