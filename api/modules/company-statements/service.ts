import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { View } from "#ingest/company-input.ts";
import { factsIn } from "#ingest/faces/shown/printed-lines.ts";
import { storedLine } from "#ingest/statements/cells/stored-line.ts";
import { nearConcepts, successorOf } from "#registry/current/concept-names.ts";
import { cikOf } from "#schemas/company-key.ts";
import { didYouMean } from "#schemas/nearest.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiscalPeriod, StatementType } from "#schemas/shapes/companies/statement.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import type { CellSources } from "../../views/cell-sources.ts";
import { withPrinted } from "../../views/filed/printed.ts";
import { readReportsOf } from "../../views/filed/queries.ts";
import type { PerShare, Question } from "../../views/questions.ts";
import { trace } from "../../views/trace.ts";
import { checkVersion, viewMeta } from "../../views/view-query.ts";
import type { SharedBytes } from "../../views/views.ts";
import {
  findSubject,
  findTraced,
  listStatements,
  type StatementRow,
  type StatementSubject,
} from "./queries.ts";
import type { Statements, StatementsMeta, TracedValue } from "./schemas.ts";

export type { CellSource, CellSources } from "../../views/cell-sources.ts";
export type { FactNode, LineageNode, Statements, TracedValue } from "./schemas.ts";

const entriesMax = 1000;

const periodKinds: Record<"annual" | "quarterly", readonly FiscalPeriod[]> = {
  annual: ["FY"],
  // A year has quarters or halves, never both.
  quarterly: ["Q1", "Q2", "Q3", "Q4", "H1", "H2"],
};

/** A query for a company's statements. */
export interface StatementsOf {
  entityId: string;
  view: View;
  /** Version of the registry; undefined for what is stored. */
  registryVersion?: string | undefined;
  period?: "annual" | "quarterly" | undefined;
  limit?: number | undefined;
  statementType?: StatementType | undefined;
  perShare?: PerShare | undefined;
  viewer: Caller | null;
}

/**
 * The persisted statements, newest period first; those of another view are computed and arrive as bytes.
 * Throws 404 for an unknown or unpublished entity.
 */
export async function getStatements(
  { db, views }: Pick<Deps, "db" | "views">,
  { entityId, view, registryVersion, viewer, ...query }: StatementsOf,
): Promise<{ data: Statements; meta: StatementsMeta } | SharedBytes> {
  const { period = null, statementType = null, limit = entriesMax, perShare = "filed" } = query;
  checkVersion(views.registryVersions, registryVersion);
  const subject = await getSubject(db, entityId, viewer);
  const fiscalPeriods = period === null ? null : periodKinds[period];
  const { cik } = subject;
  const stored =
    cik === null || view.kind !== "latest"
      ? []
      : await listStatements(db, { cik, fiscalPeriods, statementType, limit });
  const isStored = stored.every((row) => isOfVersion(row, registryVersion));
  if (view.kind !== "latest" || !isStored || perShare === "adjusted") {
    const question: Question = { kind: "statements", period, statementType, limit, perShare };
    const outcome = await views.answer(entityId, question, view, { registryVersion, viewer });
    if (typeof outcome !== "string") return outcome;
  }
  // A company without a build has no statements in any view.
  const rows = isStored ? stored : [];
  const currency = rows.find((row) => row.currency !== null)?.currency ?? null;
  const periods = rows.map(presentEntry);
  const how =
    view.kind === "latest"
      ? { dataPath: "persisted" as const }
      : { dataPath: "computed" as const, ...viewMeta(view) };
  return {
    data: { ...subject, cik: cik === null ? null : cikOf(cik), currency, periods },
    meta: { ...how, count: periods.length },
  };
}

const presentEntry = (row: StatementRow): Statements["periods"][number] => ({
  ...row,
  // The column holds what the pipeline wrote, which knows no other kinds.
  statementType: row.statementType as StatementType,
});

/** True where the requested registry version is the one that the row was made under. */
function isOfVersion(row: { registryVersion: string }, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === row.registryVersion;
}

async function getSubject(
  db: Deps["db"],
  entityId: string,
  viewer: Caller | null,
): Promise<StatementSubject> {
  const subject = await findSubject(db, entityId, viewer);
  if (subject === null) throw notFound("Company");
  return subject;
}

/** Where the values of some periods come from, in short; nothing where no company was built. */
export async function getCellSources(
  { views }: Pick<Deps, "views">,
  { entityId, view }: { entityId: string; view: View },
  periods: readonly string[],
): Promise<CellSources> {
  const question: Question = { kind: "cellSources", periods };
  const outcome = await views.answer(entityId, question, view, { viewer: null });
  if (typeof outcome === "string") return {};
  return (JSON.parse(outcome.identity.toString()) as { data: CellSources }).data;
}

/** Which value of a company, in which view. */
export interface ValueOf {
  entityId: string;
  /** snakeKey. */
  concept: string;
  /** Key of a period, of a column of twelve months, or "TTM". */
  period: string;
  view: View;
  /** Version of the registry; undefined for what is stored. */
  registryVersion?: string | undefined;
  viewer: Caller | null;
}

/**
 * How one value came about, down to tags and filings: of a persisted statement as it is stored, of twelve months
 * and of other views as computed. Throws 404 for an unknown entity, concept or period.
 */
export async function traceValue(
  deps: Pick<Deps, "db" | "views" | "registry">,
  of: ValueOf,
): Promise<{ data: TracedValue; meta: object } | SharedBytes> {
  checkVersion(deps.views.registryVersions, of.registryVersion);
  const { entityId, cik } = await getSubject(deps.db, of.entityId, of.viewer);
  const concept = deps.registry.bySnakeKey.get(of.concept);
  // A proposed line is a draft that no statement has.
  if (concept === undefined || concept.status === "proposed")
    throw noConcept(deps.registry, of.concept);
  if (cik === null) throw noPeriod(of.period);
  if (of.view.kind === "latest" && !of.period.startsWith("TTM")) {
    const successor = successorOf(concept, deps.registry);
    const data = await tracePersisted(deps, { entityId, cik, concept, successor, of });
    if (data !== null) return { data, meta: {} };
  }
  const question: Question = { kind: "lineage", concept: of.concept, period: of.period };
  const outcome = await deps.views.answer(entityId, question, of.view, of);
  if (typeof outcome === "string") throw noPeriod(of.period);
  return outcome;
}

const noConcept = (registry: Registry, typed: string) =>
  notFound(
    `Concept "${typed}"`,
    didYouMean(nearConcepts(registry, typed)) || "; GET /v2/sfrs/concepts lists them",
  );

const noPeriod = (key: string) =>
  notFound(
    `Period "${key}"`,
    "; periods are written like 2023FY, 2023Q4, T2022-03-31 (a transition period) and TTM",
  );

interface StoredValueQuery {
  entityId: string;
  cik: string;
  concept: Concept;
  successor: string | null;
  of: ValueOf;
}

/** Null where the stored statement was made under another version of the registry than the one asked for. */
async function tracePersisted(
  { db, registry }: Pick<Deps, "db" | "registry">,
  { entityId, cik, concept, successor, of }: StoredValueQuery,
): Promise<TracedValue | null> {
  const { period, registryVersion } = of;
  const row = await findTraced(db, { cik, periodKey: period, statementType: concept.statement });
  if (row === null) {
    // Another version may make a period that the stored one does not.
    if (registryVersion !== undefined) return null;
    throw noPeriod(period);
  }
  if (!isOfVersion(row, registryVersion)) return null;
  const line = storedLine(row, concept);
  const isTraced = line.lineage !== null || line.refused !== undefined;
  const facts = isTraced && row.facts !== null ? await readFacts(row.facts) : [];
  const traced = trace({
    subject: { entityId, cik },
    concept,
    period: {
      key: row.periodKey,
      start: row.periodStart,
      end: row.periodEnd,
      template: row.template,
    },
    line,
    facts,
    view: { kind: "latest" },
    registry: { ...row, rules: registry.rules },
    successor,
  });
  const behind = traced.lineage && factsIn(traced.lineage);
  const reports = behind === null ? [] : await readReportsOf(db, cik, behind);
  return withPrinted(traced, reports, facts);
}

const unpack = promisify(gunzip);

async function readFacts(packed: Buffer): Promise<Fact[]> {
  const { facts } = JSON.parse((await unpack(packed)).toString()) as { facts: Fact[] };
  return facts;
}
