import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { countLetters } from "#ingest/checks/company-quality.ts";
import { unpackQuality } from "#ingest/checks/packed-quality.ts";
import { checks as catalog, unansweredChecks } from "#ingest/checks/run-checks.ts";
import { cikOf } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import { type CompanyQuality, severities } from "#schemas/shapes/companies/quality.ts";
import type { Caller } from "../../auth/caller.ts";
import { notFound } from "../../http/errors.ts";
import {
  type FailureFilter,
  type FailureRow,
  findQuality,
  listFailures,
  type QualityRow,
} from "./queries.ts";
import type { DataQuality } from "./schemas.ts";

export type { DataQuality };

const unpack = promisify(gunzip);

/** The title of each check; a check of several identities has the titles of all. */
const titles = new Map(
  [...Map.groupBy(catalog, ({ id }) => id)].map(([id, own]) => [
    id,
    own.map(({ title }) => title).join("; "),
  ]),
);

/** What the checks found on the company when it was last built. Throws 404 for an unknown or unpublished entity. */
export async function getDataQuality(
  db: Db,
  entityId: string,
  filter: FailureFilter,
  viewer: Caller | null,
): Promise<DataQuality> {
  const row = await findQuality(db, entityId, viewer);
  if (row === null) throw notFound("Company");
  const { entityName, cik, found, build } = row;
  const quality =
    found === null ? nothing : unpackQuality((await unpack(found.body)).toString("utf8"));
  const failures = cik === null ? [] : await listFailures(db, cik, filter);
  return {
    entityId: row.entityId,
    entityName,
    cik: cik === null ? null : cikOf(cik),
    dataQualityLabel: found?.label ?? "unavailable",
    reason: reasonOf(row, quality),
    registryVersion: build?.registryVersion ?? null,
    engineVersion: build?.engineVersion ?? null,
    lines: linesOf(quality),
    severities: severities.map((severity) => {
      const own = quality.checks.filter((check) => check.severity === severity);
      return { severity, ...tallyOf(own.map(lettersOf).join("")) };
    }),
    checks: quality.checks.map(presentCheck),
    periods: presentPeriods(quality),
    failures: failures.map((failure) => presentFailure(cik ?? "", failure)),
    unanswered: [...unansweredChecks],
  };
}

const nothing: CompanyQuality = { periods: [], columns: {}, checks: [] };

function reasonOf({ cik, found }: QualityRow, { periods }: CompanyQuality): string | null {
  if (cik === null) return "The entity files with no regulator.";
  if (found === null) return "Nothing has been built of the company yet.";
  return periods.length === 0 ? "No filing at hand has figures of the company." : null;
}

function linesOf({ periods }: CompanyQuality): DataQuality["lines"] {
  if (periods.length === 0) return null;
  const counts = { values: 0, nulls: 0, nullsWithoutReason: 0, valuesWithoutLineage: 0 };
  const nullsByReason: Record<string, number> = {};
  for (const { values, reasons, unexplained, unsourced } of periods) {
    counts.values += values;
    counts.nullsWithoutReason += unexplained;
    counts.valuesWithoutLineage += unsourced;
    counts.nulls += unexplained;
    for (const [reason, count] of Object.entries(reasons)) {
      nullsByReason[reason] = (nullsByReason[reason] ?? 0) + count;
      counts.nulls += count;
    }
  }
  return { ...counts, nullsByReason };
}

const lettersOf = ({ results }: CompanyQuality["checks"][number]) =>
  Object.values(results).join("");

function tallyOf(letters: string) {
  const [passedExact, passedRounding, small, failed, notRun] = countLetters(letters);
  const run = passedExact + passedRounding + small + failed;
  const counts = { passedExact, passedRounding, small, failed, run, notRun };
  if (run > 0) {
    const passRate = Math.floor((10_000 * (passedExact + passedRounding)) / run) / 100;
    return { ...counts, passRate, reason: null };
  }
  const reason = notRun > 0 ? "no check could be run on the filed figures" : "nothing to check";
  return { ...counts, passRate: null, reason };
}

function presentCheck(check: CompanyQuality["checks"][number]): DataQuality["checks"][number] {
  const { id, severity, notRun } = check;
  const notRunReasons = Object.entries(notRun)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
  const tally = tallyOf(lettersOf(check));
  const reason = tally.run > 0 ? null : (notRunReasons[0]?.reason ?? tally.reason);
  return { id, severity, title: titles.get(id) ?? id, ...tally, reason, notRunReasons };
}

function presentPeriods({ periods, checks }: CompanyQuality): DataQuality["periods"] {
  return periods.map(({ key, fiscalYear, fiscalPeriod, end, applicable, valued }) => ({
    periodKey: key,
    fiscalYear,
    fiscalPeriod,
    periodEnd: end,
    coveragePercent: applicable === 0 ? null : Math.round((1000 * valued) / applicable) / 10,
    ...tallyOf(checks.map(({ results }) => results[key] ?? "").join("")),
  }));
}

function presentFailure(cik: string, failure: FailureRow): DataQuality["failures"][number] {
  const operands = failure.operands.map(({ label, value, accession }) => ({
    label,
    value,
    accessionNumber: accession,
    filingIndexUrl: accession === null ? null : filingIndexUrl({ cik, accession }),
  }));
  return { ...failure, title: titles.get(failure.check) ?? failure.check, operands };
}
