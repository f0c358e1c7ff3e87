import type { MeasuredPeriod } from "#ingest/faces/measured/shown-values.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  Calculation,
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledStatementKind,
} from "#schemas/shapes/companies/filed-report.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";

/** The first quarter of 2010, of which the made-up filing is. */
export const quarter = { start: "2010-01-01", end: "2010-03-31" };
export const accession = "0000000001-10-000001";

export function printedLine(
  element: string,
  value: string | null,
  more: Partial<FiledLine> & { unit?: string; start?: string | null; isRounded?: boolean } = {},
): FiledLine {
  const { unit = "USD", start = quarter.start, isRounded = false, ...rest } = more;
  const dates = { start, end: quarter.end, isRounded };
  return {
    ...{ order: 1, depth: 1, element, label: element, isAbstract: false, isTotal: null },
    ...{ isNegated: false, balanceAt: null, dimensions: [] },
    values: value === null ? [] : [{ ...dates, value, unit, decimals: null, fact: null }],
    ...rest,
  };
}

export function statementOf(
  kind: FiledStatementKind,
  lines: FiledLine[],
  more: Partial<FiledStatement> = {},
): FiledStatement {
  return {
    ...{ kind, role: "r", title: null, order: 2, isParenthetical: false, axes: [], lines },
    ...more,
  };
}

export function reportOf(
  statements: FiledStatement[],
  calculations: Calculation[] = [],
  more: Partial<FiledReport> = {},
): FiledReport {
  const names = statements.flatMap(({ lines }) => lines.map(({ element }) => element));
  const elements = Object.fromEntries(names.map((qname) => [qname, elementOf(qname)]));
  return {
    ...{ accession, cik: "0000000001", form: "10-Q", period: quarter.end, currency: "USD" },
    ...{ source: "instance", statements, calculations, domains: [], elements, problems: [] },
    ...more,
  };
}

const elementOf = (qname: string) => ({
  ...{ qname, isOwn: !qname.startsWith("us-gaap:"), type: "monetary", periodType: null },
  ...{ balance: null, label: null, documentation: null },
});

export function factOf(tag: string, value: string, more: Partial<Fact> = {}): Fact {
  return {
    ...{ taxonomy: "us-gaap", tag, unit: "USD", ...quarter, value, accession, form: "10-Q" },
    ...{ filed: "2010-05-01", fy: 2010, fp: "Q1", decimals: null, dimensions: null },
    ...more,
  };
}

export function shownLine(value: string | null, lineage: Lineage, more: Partial<Line> = {}): Line {
  return {
    ...{ value, unit: value && "USD", reason: value === null ? "not_reported" : null, lineage },
    ...{ source: "regulator", rank: null, flags: [] },
    ...more,
  };
}

export const periodOf = (lines: Record<string, Line>): MeasuredPeriod => ({
  key: "2010Q1",
  ...quarter,
  lines,
});
