import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { LineageNode, PrintedLine } from "../../statements/cells/expand-lineage.ts";
import { dimensionsOf } from "../evidence/statement-rows.ts";
import { printedValue } from "../model/printed-value.ts";
import { factNodes } from "./evidence-of.ts";

interface Printed {
  /** "taxonomy:tag". */
  tag: string;
  periodStart: string | null;
  periodEnd: string;
  value: string;
  /** "axis=member;…"; null for the company as a whole. */
  dimensions: string | null;
}

/**
 * The line of a report on which a fact is printed: same element, members, dates and value. Null where no statement of the report prints
 * it. The main statements come before parenthetical ones.
 */
export function findPrintedLine(report: FiledReport, fact: Printed): PrintedLine | null {
  const ordered = report.statements.toSorted(
    (a, b) => Number(a.isParenthetical) - Number(b.isParenthetical) || a.order - b.order,
  );
  for (const statement of ordered) {
    for (const line of statement.lines) {
      if (line.element !== fact.tag || dimensionsOf(line) !== (fact.dimensions ?? "")) continue;
      const value = line.values.find(
        ({ start, end, value }) =>
          start === fact.periodStart && end === fact.periodEnd && value === fact.value,
      );
      if (value === undefined) continue;
      return {
        accessionNumber: report.accession,
        form: report.form,
        statement: statement.kind,
        title: statement.title,
        statementOrder: statement.order,
        order: line.order,
        label: line.label,
        printed: printedValue(line, value),
      };
    }
  }
  return null;
}

/** Gives the report of an accession number, or null; the numbers of those that may print a fact of other filings. */
export interface ReportsAtHand {
  of(accession: string): FiledReport | null;
  /** Oldest filing first. */
  accessions: readonly string[];
}

/**
 * The lineage with the printed line of each fact: in the fact's own filing, else in the first filing at hand that prints
 * it.
 */
export function withPrintedLines(node: LineageNode, reports: ReportsAtHand): LineageNode {
  if (node.kind === "rule") {
    const operands = node.operands.map((one) => ({
      ...one,
      of: withPrintedLines(one.of, reports),
    }));
    return { ...node, operands };
  }
  for (const accession of [node.accessionNumber, ...reports.accessions]) {
    const report = reports.of(accession);
    const printed = report && findPrintedLine(report, node);
    if (printed) return { ...node, printed };
  }
  return { ...node, printed: null };
}

/** The filings of the facts of a lineage, and the days between which their periods end; null without facts. */
export function factsIn(
  node: LineageNode,
): { accessions: string[]; from: string; to: string } | null {
  const facts = factNodes(node);
  const [first] = facts;
  if (first === undefined) return null;
  const ends = facts.map(({ periodEnd }) => periodEnd).sort();
  return {
    accessions: [...new Set(facts.map(({ accessionNumber }) => accessionNumber))],
    from: ends[0] ?? first.periodEnd,
    to: ends.at(-1) ?? first.periodEnd,
  };
}
