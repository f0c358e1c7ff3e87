import type { CompanyBuild } from "#ingest/company-input.ts";
import { feedsOf } from "#ingest/faces/shown/feeds.ts";
import { statementHistory } from "#ingest/faces/shown/history.ts";
import {
  ownElements,
  periodNames,
  type Showing,
  showStatements,
} from "#ingest/faces/shown/show-statements.ts";
import { openReport } from "#ingest/faces/shown/stored-reports.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type {
  StatementHistory,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import type { Question, StoredReport, ViewTask } from "../questions.ts";

type FiledQuestion = Extract<Question, { kind: "filedStatements" | "statementHistory" }>;

/** The answer to a question about statements as printed, envelope included; null without such statements. */
export function answerFiled(
  task: ViewTask,
  question: FiledQuestion,
  build: CompanyBuild,
  meta: object,
): object | null {
  const showing = { feeds: feedsOf(build), nameOf: periodNames(build) };
  const data =
    question.kind === "filedStatements"
      ? statementsOf(task, question, build, showing)
      : historyOf(task, question, build, showing);
  return data === null ? null : { data, meta };
}

function statementsOf(
  { subject, reports: [stored] }: ViewTask,
  { statement: kind }: Extract<FiledQuestion, { kind: "filedStatements" }>,
  build: CompanyBuild,
  showing: Showing,
): StatementsAsFiled | null {
  const packed = stored && packedFor(stored, kind);
  if (!stored || !packed) return null;
  const report = openReport(packed, build.facts);
  const shown = {
    ...report,
    statements: report.statements.filter((one) => kind === null || one.kind === kind),
  };
  if (shown.statements.length === 0) return null;
  const { accession: accessionNumber, form, period, currency, source, problems } = report;
  return {
    entityId: subject.entityId,
    entityName: subject.entityName,
    accessionNumber,
    form,
    filedDate: stored.filed,
    periodEnd: period,
    currency,
    source,
    filingIndexUrl: filingIndexUrl({ cik: subject.cik, accession: accessionNumber }),
    statements: showStatements(shown, showing),
    ownElements: ownElements(report),
    problems,
  };
}

/** Notes and schedules are stored apart from the statements. */
const packedFor = ({ face, notes }: StoredReport, kind: string | null) =>
  kind === "other" ? notes : face;

function historyOf(
  { subject, reports }: ViewTask,
  { statement, period, limit }: Extract<FiledQuestion, { kind: "statementHistory" }>,
  build: CompanyBuild,
  showing: Showing,
): StatementHistory | null {
  const dated = reports.map(({ face, filed }) => ({
    report: openReport(face, build.facts),
    filed,
  }));
  const history = statementHistory(dated, { kind: statement, period, limit }, showing);
  if (history.columns.length === 0) return null;
  const { entityId, entityName } = subject;
  return { entityId, entityName, kind: statement, ...history };
}
