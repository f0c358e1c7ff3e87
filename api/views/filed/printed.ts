import { evidenceOf } from "#ingest/faces/shown/evidence-of.ts";
import { withPrintedLines } from "#ingest/faces/shown/printed-lines.ts";
import { reportsAtHand } from "#ingest/faces/shown/stored-reports.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StoredReport } from "../questions.ts";
import type { Trace } from "../trace.ts";

/** A traced value with the printed line of each fact and the evidence that decided, by reports that come oldest first. */
export function withPrinted(
  traced: Trace,
  reports: readonly StoredReport[],
  facts: readonly Fact[],
): Trace {
  if (traced.lineage === null) return traced;
  const lineage = withPrintedLines(traced.lineage, reportsAtHand(reports, facts));
  return { ...traced, lineage, evidence: evidenceOf(lineage, traced) };
}
