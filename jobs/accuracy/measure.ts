import type { Archive } from "#ingest/archive.ts";
import { buildView } from "#ingest/build-company.ts";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import { dayOf } from "#ingest/periods/days.ts";
import { loadFactsDocument, loadPeriods, loadTables } from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { fromNumber } from "#schemas/decimal.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FinancialsColumn } from "#schemas/shapes/companies/financials.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { agrees, type Column, findColumn, toleranceDays } from "./compare.ts";
import type { ExpectedRow } from "./expected.ts";
import { explainMiss, type Miss, provenance } from "./explain-miss.ts";
import { holdsOperands } from "./held-operands.ts";
import { listPeriodEnds } from "./period-ends.ts";

/** Which values count: the latest, those first reported, or either. */
export type MeasuredView = "either" | "latest" | "original";

export interface Verdict {
  row: ExpectedRow;
  /** snakeKey of the concept that the metric means; null for an unknown metric. */
  concept: string | null;
  outcome: "latest" | "first_reported" | "miss" | "no_data";
  ours: { period: string; end: string; value: string | null; from: string } | null;
  miss: Miss | null;
  /** False: a derived figure, and the facts at hand do not state what it is worked out from. */
  areOperandsHeld: boolean;
}

export interface Measuring {
  db: Queryable;
  archive: Archive;
  registry: Registry;
  /** Metric to snakeKey. */
  metrics: Readonly<Record<string, string>>;
  view: MeasuredView;
}

/**
 * Compares the rows of one company with what is stored of it: first with the latest values, then with those
 * first reported. A row is without data only if no document we hold has any fact of the company that ends
 * within 25 days of the row's period.
 */
export async function measureCompany(
  measuring: Measuring,
  cik: string,
  rows: readonly ExpectedRow[],
): Promise<Verdict[]> {
  const { db, archive } = measuring;
  const document = await loadFactsDocument(db, cik);
  const facts = document?.facts ?? [];
  const company: StoredColumns = {
    facts,
    latest: await loadLatest(measuring, cik),
    original: once(async () => originalOf(measuring, document)),
    mappedEnds: new Set(facts.map(({ end }) => end)),
    archivedEnds: once(() => listPeriodEnds(db, archive, cik)),
  };
  const verdicts: Verdict[] = [];
  for (const row of rows) verdicts.push(await judgeRow(measuring, company, row));
  return verdicts;
}

interface StoredColumns {
  facts: readonly Fact[];
  latest: readonly Column[];
  original: () => Promise<readonly Column[]>;
  mappedEnds: ReadonlySet<string>;
  /** Ends of every fact in the archived documents: asked for only where no mapped fact is near. */
  archivedEnds: () => Promise<ReadonlySet<string>>;
}

async function judgeRow(
  { registry, metrics, view }: Measuring,
  company: StoredColumns,
  row: ExpectedRow,
): Promise<Verdict> {
  const { facts, latest } = company;
  const key = Object.hasOwn(metrics, row.metric) ? metrics[row.metric] : undefined;
  const concept = registry.bySnakeKey.get(key ?? "") ?? null;
  const column = concept && findColumn(row, concept.snakeKey, latest);
  const verdict = {
    row,
    concept: concept?.snakeKey ?? null,
    ours: column && concept ? oursOf(column, concept.snakeKey, facts) : null,
    areOperandsHeld: true,
  };
  const agreeing = concept && (await agreeingView(row, concept.snakeKey, company, view));
  if (agreeing) return { ...verdict, outcome: agreeing, miss: null };
  const hasData =
    isNearAny(row, company.mappedEnds) || isNearAny(row, await company.archivedEnds());
  const miss = explainMiss({ row, concept, column, columns: latest, facts, registry });
  // Only a miss needs the check: a value that agrees has its operands.
  const areOperandsHeld = holdsOperands(row, concept, facts, registry);
  return { ...verdict, outcome: hasData ? "miss" : "no_data", miss, areOperandsHeld };
}

/** The first of the views that count in which ours equals the expected value; null when none does. */
async function agreeingView(
  row: ExpectedRow,
  key: string,
  { latest, original }: StoredColumns,
  view: MeasuredView,
): Promise<"latest" | "first_reported" | null> {
  const agreesIn = (columns: readonly Column[]) => agrees(row, key, findColumn(row, key, columns));
  if (view !== "original" && agreesIn(latest)) return "latest";
  if (view !== "latest" && agreesIn(await original())) return "first_reported";
  return null;
}

function isNearAny(row: ExpectedRow, ends: ReadonlySet<string>): boolean {
  for (const end of ends) if (Math.abs(dayOf(end) - dayOf(row.end)) <= toleranceDays) return true;
  return false;
}

function oursOf(column: Column, key: string, facts: readonly Fact[]): Verdict["ours"] {
  const line = column.lines[key];
  const from = provenance(line?.lineage ?? null, facts);
  return { period: column.key, end: column.end, value: line?.value ?? null, from };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The persisted statements, and the trailing columns of the served document. */
async function loadLatest({ db, registry }: Measuring, cik: string): Promise<Column[]> {
  const periods = await loadPeriods(db, cik, registry);
  const tables = await loadTables(db, cik);
  return [...periods, ...(tables?.ttm ?? []).map(servedColumn)];
}

function originalOf({ registry }: Measuring, document: FactsDocument | null): Column[] {
  if (!document) return [];
  const { periods, tables } = buildView(document, registry, { kind: "asFirstReported" });
  return [...periods, ...tables.ttm.map((c) => ({ ...c, fiscalPeriod: "TTM" as const }))];
}

/** A trailing column as it is served: numbers without units or lineage. */
function servedColumn(column: FinancialsColumn): Column {
  const values = { ...column.income, ...column.balanceSheet, ...column.cashFlow };
  const lines = Object.entries(values).map(([key, value]): [string, Line] => [
    key,
    {
      value: value === null ? null : fromNumber(value),
      unit: null,
      reason: value === null ? (column.reasons[key] ?? "not_reported") : null,
      lineage: null,
      source: null,
      rank: null,
      flags: column.flags[key] ?? [],
    },
  ]);
  const { periodEnd: end } = column;
  return { key: `TTM to ${end}`, fiscalPeriod: "TTM", end, lines: Object.fromEntries(lines) };
}
