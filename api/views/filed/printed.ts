import { withPrintedLines } from "#ingest/faces/shown/printed-lines.ts";
import { reportsAtHand } from "#ingest/faces/shown/stored-reports.ts";
import type { LineageNode } from "#ingest/statements/cells/expand-lineage.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StoredReport } from "../questions.ts";

/** The lineage with the printed line of each fact, by reports that come oldest first. */
export const withPrinted = (
  lineage: LineageNode | null,
  reports: readonly StoredReport[],
  facts: readonly Fact[],
): LineageNode | null =>
  lineage === null ? null : withPrintedLines(lineage, reportsAtHand(reports, facts));
