import { buildView } from "#ingest/build-company.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import { underTags } from "#ingest/facts/history/retired-facts.ts";
import { emptyLine } from "#ingest/statements/cells/line.ts";
import { type SfrsStatement, statementsOf } from "#ingest/statements/cells/statement-rows.ts";
import { buildFinancials } from "#ingest/terminal/build-financials.ts";
import { successorOf } from "#registry/current/concept-names.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { sourceOfBuild } from "#registry/models/inputs/source.ts";
import { cikOf } from "#schemas/company-key.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { cellSources } from "./cell-sources.ts";
import { answerFiled } from "./filed/answers.ts";
import { withPrinted } from "./filed/printed.ts";
import { answerQuality } from "./filed/quality.ts";
import { answerSegments } from "./filed/segments.ts";
import { type AdjustPeriod, adjusterOf, withAdjusted } from "./per-share.ts";
import type { Question, ViewTask } from "./questions.ts";
import { terminalInView } from "./terminal-view.ts";
import { type TracedPeriod, trace } from "./trace.ts";
import { adjustedMeta, viewMeta } from "./view-query.ts";

/** Builds the task's company in the task's view. */
export function buildTask(
  task: ViewTask,
  document: FactsDocument,
  registry: Registry,
): CompanyBuild {
  const { view, filings } = task;
  const asMapped = task.registryVersion === null ? document : underTags(document, registry.tags);
  return buildView(asMapped, registry, view, { filings, on: dayOf(task) });
}

/** The date of the view. */
const dayOf = ({ view, sourcesAt }: ViewTask) =>
  view.kind === "asOf" ? view.date : sourcesAt.slice(0, 10);

/**
 * The whole answer, envelope included. Model facts have no envelope because no client receives them directly. Null for
 * the lineage of a period that does not exist.
 */
export function answerTask(task: ViewTask, build: CompanyBuild, registry: Registry): object | null {
  const { question, view, sourcesAt } = task;
  const meta = { ...viewMeta(view, task.registryVersion), timestamp: sourcesAt };
  switch (question.kind) {
    case "financials": {
      const data = buildFinancials(build.tables, registry);
      if (question.perShare !== "adjusted") return { data, meta };
      const adjust = adjusterOf(build, registry, view);
      return { data: withAdjusted(data, build, adjust), meta: { ...meta, ...adjustedMeta } };
    }
    case "terminal": {
      if (task.company === null) throw new Error("a terminal needs the company's context");
      return { data: terminalInView(task.company, { build, registry, on: dayOf(task) }), meta };
    }
    case "statements": {
      const isAdjusted = question.perShare === "adjusted";
      const adjust = isAdjusted ? adjusterOf(build, registry, view) : null;
      const periods = listStatements(build, registry, question, adjust);
      const currency = periods.find((one) => one.currency !== null)?.currency ?? null;
      const data = { ...task.subject, cik: cikOf(task.subject.cik), currency, periods };
      const how = isAdjusted ? adjustedMeta : {};
      return { data, meta: { dataPath: "computed", count: periods.length, ...meta, ...how } };
    }
    case "lineage": {
      const data = traceIn(task, build, registry, question);
      return data === null ? null : { data, meta };
    }
    case "filedStatements":
    case "statementHistory":
      return answerFiled(task, question, build, meta);
    case "segments":
    case "breakdowns":
      return answerSegments(task, question, { build, registry, meta });
    case "statementQuality":
      return answerQuality(task, { build, registry, meta });
    case "cellSources":
      return { data: cellSources(build, question.periods, task.reports), meta };
    case "modelFacts":
      return extractFacts(sourceOfBuild(build, { sic: null, knownOn: dayOf(task) }));
  }
}

type StatementsQuestion = Extract<Question, { kind: "statements" }>;

/**
 * In the order of stored statements: newest period first, longer periods before shorter ones, then the order of
 * statements.
 */
function listStatements(
  build: CompanyBuild,
  registry: Registry,
  { period, statementType, limit }: StatementsQuestion,
  adjust: AdjustPeriod | null,
) {
  return build.periods
    .filter(({ fiscalPeriod }) => isOfKind(fiscalPeriod, period))
    .toSorted(newestFirst)
    .flatMap((one) =>
      statementsOf(build.cik, one, registry).map((statement) => ({ one, statement })),
    )
    .filter(({ statement }) => statementType === null || statement.statementType === statementType)
    .slice(0, limit)
    .map(({ one, statement }) => ({
      ...presentStatement(statement),
      ...(adjust && { perShareAdjusted: adjust(one, Object.keys(statement.fields)) }),
    }));
}

function isOfKind(
  fiscalPeriod: StatementPeriod["fiscalPeriod"],
  period: StatementsQuestion["period"],
): boolean {
  if (period === null) return true;
  return period === "annual" ? fiscalPeriod === "FY" : /^[QH]/.test(fiscalPeriod);
}

function newestFirst(a: StatementPeriod, b: StatementPeriod): number {
  return compare(b.end, a.end) || compare(a.start, b.start) || compare(a.key, b.key);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The fields that clients receive; the others are for lineage. */
const presentStatement = ({
  cik: _cik,
  registrySha256: _sha256,
  lineage: _lineage,
  notes: _notes,
  ...shown
}: SfrsStatement) => shown;

function traceIn(
  { subject, view, reports }: ViewTask,
  build: CompanyBuild,
  registry: Registry,
  { concept: key, period: wanted }: Extract<Question, { kind: "lineage" }>,
) {
  const concept = registry.bySnakeKey.get(key);
  const period = findPeriod(build, wanted);
  if (concept === undefined || period === null) return null;
  const successor = successorOf(concept, registry);
  const line = period.lines[key] ?? emptyLine("not_reported");
  const { facts } = build;
  const traced = trace({ subject, concept, period, line, facts, view, registry, successor });
  return withPrinted(traced, reports.toReversed(), facts);
}

/**
 * Finds a period by its key. "TTM" is the newest column of trailing twelve months; any other key names one period or
 * column.
 */
function findPeriod({ tables, periods }: CompanyBuild, key: string) {
  if (key === "TTM") return tables.ttm[0] ?? null;
  const period: (TracedPeriod & Pick<StatementPeriod, "lines">) | undefined = [
    ...tables.ttm,
    ...periods,
  ].find((one) => one.key === key);
  return period ?? null;
}
