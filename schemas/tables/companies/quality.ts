import { sql } from "drizzle-orm";
import {
  bigserial,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type {
  CheckOperand,
  CountsByCheck,
  Drop,
  GateState,
  Outcome,
  QualityLabel,
  Severity,
} from "../../shapes/companies/quality.ts";
import { instant } from "../columns.ts";
import { buildKey } from "./build.ts";

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** What the checks found on a company, written with its statements in one transaction. */
export const companyQuality = pgTable("company_quality", {
  companyKey: buildKey().primaryKey(),
  label: text("label").notNull().$type<QualityLabel>(),
  /** Outcomes over all periods, for totals over companies. */
  counts: json("counts").$type<CountsByCheck>().notNull(),
  /** gzip of the packed `CompanyQuality`: every outcome by period. */
  body: bytes("body").notNull(),
  /** sha256 of label, body and failures: a rebuild that finds the same writes nothing. */
  digest: text("digest").notNull(),
});

/** A check that did not pass, with its operands; those that passed are in `company_quality`. */
export const checkFailure = pgTable(
  "check_failure",
  {
    companyKey: text("company_key")
      .notNull()
      .references(() => companyQuality.companyKey, { onDelete: "cascade" }),
    /** Order within the company. */
    position: integer("position").notNull(),
    checkId: text("check_id").notNull(),
    severity: text("severity").notNull().$type<Severity>(),
    outcome: text("outcome").notNull().$type<Extract<Outcome, "small" | "fail">>(),
    /** Key of a period or of twelve months, an accession, or "company". */
    subject: text("subject").notNull(),
    /** snakeKey where the check is about one line. */
    concept: text("concept"),
    reason: text("reason").notNull(),
    difference: text("difference"),
    operands: json("operands").$type<CheckOperand[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyKey, t.position] }),
    index("check_failure_check").on(t.checkId, t.severity),
  ],
);

/**
 * Whether companies that another registry or engine built may be built again by this one: one row per version that
 * found such companies. Without a row nothing is held.
 */
export const rebuildGate = pgTable(
  "rebuild_gate",
  {
    registrySha256: text("registry_sha256").notNull(),
    engineVersion: text("engine_version").notNull(),
    state: text("state").notNull().$type<GateState>(),
    /** Why it is closed; empty otherwise. */
    drops: json("drops").$type<Drop[]>().notNull(),
    /** When it was opened or closed. */
    decidedAt: instant("decided_at"),
  },
  (t) => [primaryKey({ columns: [t.registrySha256, t.engineVersion] })],
);

/** Totals over all companies each time a quality report or a whole rebuild found others than before. */
export const qualityRun = pgTable("quality_run", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: instant("at").notNull().default(sql`now()`),
  registryVersion: text("registry_version").notNull(),
  engineVersion: text("engine_version").notNull(),
  summary: json("summary").$type<unknown>().notNull(),
});
