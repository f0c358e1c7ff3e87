import { findStatementFault } from "#ingest/facts/submitted-statement.ts";
import { type ContentIssue, contentIssues } from "#schemas/sfrs/filing-content.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FilingContent, FilingType } from "#schemas/shapes/companies/filing.ts";
import type { FilingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import { resolvePeriod } from "./period.ts";

/** The content of a draft. */
export interface Draft {
  entityId: string;
  schemaType: FilingType;
  reportingPeriodId: string;
  content: FilingContent;
}

/** The period of a draft, or its issues. */
export type ContentVerdict =
  | { period: FilingPeriod | null; issues: [] }
  | { period: null; issues: ContentIssue[] };

/**
 * What keeps a draft from being submitted on a day: what the schema of its type refuses, a period that nobody knows,
 * and what the pipeline would not read. A supplement has no period but those of its figures.
 */
export function judge(
  draft: Draft,
  { named, registry, today }: { named: FilingPeriod | null; registry: Registry; today: string },
): ContentVerdict {
  const issues: ContentIssue[] = [...contentIssues(draft.schemaType, draft.content)];
  if (draft.schemaType === "financial_supplement") {
    return issues.length === 0 ? { period: null, issues: [] } : { period: null, issues };
  }
  const period = resolvePeriod(draft.reportingPeriodId, draft.content, named);
  if (Array.isArray(period)) issues.push(...period);
  if (Array.isArray(period) || issues.length > 0) return { period: null, issues };
  const issue = refusedByPipeline(draft, period, { registry, today });
  return issue === null ? { period, issues: [] } : { period: null, issues: [issue] };
}

function refusedByPipeline(
  { entityId, content }: Draft,
  period: FilingPeriod,
  { registry, today }: { registry: Registry; today: string },
): ContentIssue | null {
  const { currency, fields } = content;
  const periods = [{ ...period, fields }];
  const document = { source: "manual", entityId, currency, submittedAt: today, periods };
  const message = findStatementFault(document, new Set(registry.bySnakeKey.keys()));
  return message === null ? null : { path: [], code: "statement", message };
}
