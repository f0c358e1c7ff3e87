import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { chargePlaces } from "#ingest/faces/charge-places.ts";
import {
  elementsByMember,
  type FactsDocument,
  rowLabels,
  rowTotals,
} from "#ingest/facts/facts-document.ts";
import { storedLine } from "#ingest/statements/cells/stored-line.ts";
import { learnSplits } from "#ingest/statements/per-share/splits.ts";
import type { ModelSource, SourcePeriod } from "#registry/models/inputs/source.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { StoredModelRows } from "./queries.ts";

const unpack = promisify(gunzip);

async function readPacked<T>(packed: Buffer): Promise<T> {
  return JSON.parse((await unpack(packed)).toString()) as T;
}

interface ServedFinancials {
  data: FinancialsPayload;
  meta: { timestamp: string };
}

/** Persisted statements, trailing columns and facts as models read them, with the time of the newest document. */
export async function persistedSource(
  rows: StoredModelRows,
  { sic, registry }: { sic: string | null; registry: Registry },
): Promise<{ source: ModelSource; timestamp: string | null }> {
  const served =
    rows.financials === null ? null : await readPacked<ServedFinancials>(rows.financials);
  const document = rows.facts === null ? null : await readPacked<FactsDocument>(rows.facts);
  const timestamp = served?.meta.timestamp ?? null;
  const facts = document?.facts ?? [];
  return {
    source: {
      sic,
      statementTemplate: rows.statements[0]?.template ?? null,
      cik: document?.cik ?? null,
      periods: groupPeriods(rows.statements, registry),
      ttm: (served?.data.ttm ?? []).map(({ periodEnd, income, balanceSheet, cashFlow }) => ({
        end: periodEnd,
        values: { ...income, ...balanceSheet, ...cashFlow },
      })),
      facts: [...facts, ...(document?.retired?.facts ?? [])],
      ...(document !== null && {
        byMember: elementsByMember(document),
        rowLabels: rowLabels(document),
        rowTotals: rowTotals(document),
        chargePlaces: chargePlaces(document),
      }),
      splits: learnSplits(facts),
      knownOn: timestamp?.slice(0, 10) ?? null,
      isLatest: true,
    },
    timestamp,
  };
}

/** One period per key with the lines of all its statements; rows of one period stand together. */
function groupPeriods(rows: StoredModelRows["statements"], registry: Registry): SourcePeriod[] {
  const periods = new Map<string, SourcePeriod>();
  for (const row of rows) {
    const { fiscalYear, fiscalPeriod, start, end, filings } = row;
    const periodSoFar = periods.get(row.periodKey);
    const period = periodSoFar ?? {
      fiscalYear,
      fiscalPeriod,
      start,
      end,
      currency: row.currency,
      filings,
      lines: {},
    };
    period.currency ??= row.currency;
    for (const key of Object.keys(row.fields)) {
      const dataType = registry.bySnakeKey.get(key)?.dataType ?? "monetary";
      period.lines[key] = storedLine(row, { snakeKey: key, dataType });
    }
    periods.set(row.periodKey, period);
  }
  return [...periods.values()];
}
