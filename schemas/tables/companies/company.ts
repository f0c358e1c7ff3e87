import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CompanyAddress } from "../../shapes/companies/company.ts";
import { collection } from "../accounts/collection.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { buildKey } from "./build.ts";

/**
 * A name reduced to what people type: lower case, punctuation as one space, legal forms dropped. Immutable,
 * so that a stored column and a search text go through the same expression.
 */
export const foldName = (name: SQL): SQL =>
  sql`regexp_replace(btrim(regexp_replace(regexp_replace(lower(${name}), '[''’.]', '', 'g'), '[[:punct:][:space:]]+', ' ', 'g')), '( (incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|sa|ag|nv|se|ab|asa|spa|adr|the|new|de))+$', '')`;

/** An entity of the platform. Ingest creates reference entities: unclaimed and published. */
export const entity = pgTable(
  "entity",
  {
    id: id(),
    name: text("name").notNull(),
    slug: text("slug").notNull().unique(),
    entityType: text("entity_type").notNull().default("company"),
    description: text("description"),
    logoUrl: text("logo_url"),
    bannerUrl: text("banner_url"),
    ownerId: uuid("owner_id"),
    claimStatus: text("claim_status").notNull().default("unclaimed"),
    verified: boolean("verified").notNull().default(false),
    /** When an administrator verified it; null while it is not. */
    verifiedAt: instant("verified_at"),
    published: boolean("published").notNull().default(true),
    status: text("status").notNull().default("active").$type<"active">(),
    parentId: uuid("parent_id").references((): AnyPgColumn => entity.id, { onDelete: "set null" }),
    collectionId: uuid("collection_id").references((): AnyPgColumn => collection.id, {
      onDelete: "set null",
    }),
    searchName: text("search_name").generatedAlwaysAs((): SQL => foldName(sql`name`)),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("entity_search_name_trgm").using("gin", sql`${t.searchName} gin_trgm_ops`),
    index("entity_owner").on(t.ownerId),
    index("entity_created").on(t.createdAt, t.id, t.published),
    index("entity_published").on(sql`lower(${t.name})`, t.id).where(sql`${t.published}`),
    index("entity_parent").on(t.parentId),
    index("entity_unverified")
      .on(t.createdAt, t.id)
      .where(sql`${t.ownerId} is not null and not ${t.verified}`),
  ],
);

/** The entity that a row is about; the row is deleted with it. */
export const entityId = () =>
  uuid("entity_id")
    .notNull()
    .references(() => entity.id, { onDelete: "cascade" });

/**
 * Reference data of a company that has statements. `cik` is its key everywhere in the pipeline: ten digits, or the id
 * of its entity where no regulator knows it (`schemas/company-key.ts`).
 */
export const company = pgTable(
  "company",
  {
    companyKey: text("company_key").primaryKey(),
    entityId: uuid("entity_id")
      .notNull()
      .unique()
      .references(() => entity.id, { onDelete: "cascade" }),
    secName: text("sec_name").notNull(),
    sic: text("sic"),
    sicDescription: text("sic_description"),
    fiscalYearEnd: text("fiscal_year_end"),
    secEntityType: text("sec_entity_type"),
    category: text("category"),
    stateOfIncorporation: text("state_of_incorporation"),
    description: text("description"),
    website: text("website"),
    phone: text("phone"),
    addresses: json("addresses").$type<CompanyAddress[]>().notNull().default([]),
    formerNames: json("former_names")
      .$type<{ name: string; from: string | null; to: string | null }[]>()
      .notNull()
      .default([]),
    /** Times of the archived documents this row was made from, not of the write. */
    profileFetchedAt: instant("profile_fetched_at"),
  },
  (t) => [
    index("company_former_names_trgm").using(
      "gin",
      sql`lower(${t.formerNames}::text) gin_trgm_ops`,
    ),
  ],
);

/** Every ticker that a company's newest reference data claims, in its order; `ticker` holds who answers to it. */
export const tickerClaim = pgTable(
  "ticker_claim",
  {
    companyKey: buildKey(),
    ticker: text("ticker").notNull(),
    exchange: text("exchange"),
    position: integer("position").notNull(),
    /** Time of the document that makes the claim: of two claims the newer one holds. */
    claimedAt: instant("claimed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyKey, t.ticker] }),
    index("ticker_claim_ticker").on(t.ticker),
  ],
);

/**
 * Who answers to a ticker. A service ticker is unique; an exchange ticker belongs to its current holder only.
 * Tickers are stored in upper case with EDGAR's hyphen (BRK-B); look-ups fold the dot form.
 */
export const ticker = pgTable(
  "ticker",
  {
    ticker: text("ticker").notNull(),
    kind: text("kind").notNull().$type<"service" | "exchange">(),
    entityId: uuid("entity_id")
      .notNull()
      .references(() => entity.id, { onDelete: "cascade" }),
    exchange: text("exchange"),
    isPrimary: boolean("is_primary").notNull().default(false),
  },
  (t) => [
    uniqueIndex("ticker_kind_unique").on(t.ticker, t.kind),
    index("ticker_entity").on(t.entityId),
  ],
);
