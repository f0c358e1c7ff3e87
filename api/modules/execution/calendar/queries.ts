import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, unionAll } from "drizzle-orm/pg-core";
import { type PageQuery, page } from "#api/data/page.ts";
import type { Db } from "#schemas/database/db.ts";
import type { EventKind } from "#schemas/shapes/platform/execution.ts";
import {
  executionCommitment,
  executionCycle,
  executionSeason,
} from "#schemas/tables/platform/execution.ts";

/** Days of an entity, both included. */
export interface Span {
  entityId: string;
  from: string;
  to: string;
}

interface Source {
  table: PgTable & { id: PgColumn; entityId: PgColumn };
  kind: EventKind;
  date: PgColumn;
  title: PgColumn;
  status: SQL | PgColumn;
}

const [cycle, season, commitment] = [executionCycle, executionSeason, executionCommitment];
const ofCycle = { table: cycle, title: cycle.label, status: cycle.status };
const ofSeason = { table: season, title: season.label, status: sql`null::text` };
const ofCommitment = { table: commitment, title: commitment.title, status: commitment.status };

const sources: readonly Source[] = [
  { ...ofCycle, kind: "cycle_start", date: cycle.startDate },
  { ...ofCycle, kind: "cycle_end", date: cycle.endDate },
  { ...ofSeason, kind: "season_start", date: season.startDate },
  { ...ofSeason, kind: "season_end", date: season.endDate },
  { ...ofCommitment, kind: "commitment_due", date: commitment.endDate },
];

/** Dates of cycles, seasons and commitments in the order of the calendar. */
export function listPlanned(db: Db, { entityId, from, to }: Span, query: PageQuery) {
  const [first, second, ...others] = sources.map(({ table, kind, date, title, status }) =>
    db
      .select({
        date: sql<string>`${date}`.as("date"),
        kind: sql<EventKind>`${kind}::text`.as("kind"),
        id: sql<string>`${table.id}`.as("id"),
        title: sql<string>`${title}`.as("title"),
        status: sql<string | null>`${status}`.as("status"),
      })
      .from(table as PgTable)
      .where(and(eq(table.entityId, entityId), gte(date, from), lte(date, to))),
  );
  if (first === undefined || second === undefined) throw new Error("the calendar has no sources");
  const all = unionAll(first, second, ...others).as("planned");
  return page(
    db,
    db.select().from(all),
    [sql`${all.date}`, sql`${all.kind}`, sql`${all.id}`],
    query,
  );
}
