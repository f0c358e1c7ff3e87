import type {
  FiledElement,
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { type DataSetFiling, readSubmission } from "../../facts/data-sets/data-set.ts";
import { findPeriods, type PeriodFinder } from "../../facts/data-sets/data-set-dates.ts";
import { readDataSetDocument } from "../../facts/data-sets/data-set-document.ts";
import { dayOf } from "../../periods/days.ts";
import type { Row } from "../columns/column.ts";
import { printedCells } from "../columns/printed-cells.ts";
import { axesOf, currencyOf, linesOfRow } from "../model/lines.ts";
import { type DataSetCell, dataSetCells } from "./data-set-cells.ts";
import { dataSetElements, unknownElement } from "./data-set-elements.ts";
import { balancesOf, type ShownStatement, shownStatements } from "./shown-rows.ts";

/** A column of members is printed where it fills most of a statement: the data sets do not say which members a face has. */
const membersShare = 0.4;

/**
 * The statements that a filing's archived slice of the Financial Statement Data Sets shows; null for a slice without
 * a presentation. Dates are those of `periodOf`, by default what the slice alone tells. A value of members stands on
 * a line that has no value of the company, and in columns that fill most of a statement.
 * Throws ParseError for a document that is not such a slice.
 */
export function readDataSetReport(body: Buffer, periodOf?: PeriodFinder): FiledReport | null {
  const { sub, num, pre, tag } = readDataSetDocument(body);
  if (pre.length === 0) return null;
  const filing = readSubmission(sub);
  const problems: string[] = [];
  const elements = dataSetElements(tag);
  const perShare = new Set(
    [...elements].flatMap(([key, { type }]) => (type === "perShare" ? [key] : [])),
  );
  const finder = periodOf ?? findPeriods([], [], [filing]);
  const cells = dataSetCells(num, { filing, perShare, periodOf: finder, problems });
  const shown = shownStatements(pre, problems);
  const statements = shown.map((one) => toStatement(one, shown, cells));
  return {
    accession: filing.accession,
    cik: filing.cik,
    form: filing.form,
    period: periodEndOf(filing, finder),
    currency: currencyOf(statements),
    source: "data_set",
    statements,
    calculations: [],
    domains: [],
    elements: usedElements(shown, elements),
    problems,
  };
}

function periodEndOf(filing: DataSetFiling, periodOf: PeriodFinder): string | null {
  const { roundedPeriodEnd: roundedEnd } = filing;
  return roundedEnd === null ? null : periodOf(filing, { roundedEnd, quarters: 0 }).end;
}

function toStatement(
  statement: ShownStatement,
  all: readonly ShownStatement[],
  cells: ReadonlyMap<string, DataSetCell[]>,
): FiledStatement {
  const { report, kind, isParenthetical, rows } = statement;
  const balances = balancesOf(rows);
  const elsewhere = elementsElsewhere(statement, all);
  const printed = printedCells(
    rows.map(({ element }, place): Row<DataSetCell> => {
      const found = cells.get(element) ?? [];
      const isBalance = found.some(({ start }) => start === null);
      const balanceAt = isBalance && kind !== "balance" ? (balances[place] ?? null) : null;
      return { element, balanceAt, cells: found };
    }),
    { kind, isElsewhere: (element) => elsewhere.has(element), membersShare, opens: isNextMonth },
  );
  const lines = rows.flatMap((row, place): FiledLine[] => {
    const isBalance = printed[place]?.some(({ start }) => start === null) && kind !== "balance";
    const line = {
      order: row.line,
      depth: null,
      element: unknownElement(row.tag, row.version).qname,
      label: row.label,
      isAbstract: false,
      isTotal: null,
      isNegated: row.isNegated,
      balanceAt: isBalance ? (balances[place] ?? null) : null,
    };
    return linesOfRow(line, printed[place] ?? []);
  });
  return {
    kind,
    role: null,
    title: null,
    order: report,
    isParenthetical,
    axes: axesOf(lines),
    lines,
  };
}

function elementsElsewhere(own: ShownStatement, all: readonly ShownStatement[]): Set<string> {
  const others = all.filter((one) => one !== own);
  return new Set(others.flatMap(({ rows }) => rows.map(({ element }) => element)));
}

/** Estimated dates of a start and of the end before it may be some days apart. */
function isNextMonth(start: string, instant: string): boolean {
  return Math.abs(dayOf(start) - 1 - dayOf(instant)) <= 15;
}

function usedElements(
  shown: readonly ShownStatement[],
  known: ReadonlyMap<string, FiledElement>,
): Record<string, FiledElement> {
  const used: Record<string, FiledElement> = Object.create(null);
  for (const { rows } of shown) {
    for (const { element, tag, version } of rows) {
      const found = known.get(element) ?? unknownElement(tag, version);
      used[found.qname] ??= found;
    }
  }
  return used;
}
