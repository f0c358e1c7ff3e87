import type { TableSources } from "#ingest/periods/ttm-check.ts";
import type { EvaluatedPeriod } from "#ingest/statements/build-periods.ts";
import type { Cell } from "#ingest/statements/cells/cell.ts";
import { lineOf } from "#ingest/statements/cells/line.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { registry } from "../standardization/company.ts";
import { linesOf } from "../statements/cells.ts";

/** Lines by key, each a cell or the value of one in dollars. */
export type Values = Record<string, string | Cell>;

/** The lines that are shown of these values. */
export const shownOf = (values: Values): Record<string, Line> =>
  Object.fromEntries(
    linesOf(values)
      .entries()
      .map(([key, cell]) => [key, lineOf(cell)]),
  );

/** A period of a made-up filer that shows these values and nothing else. */
export function periodOf(
  fiscalPeriod: StatementPeriod["fiscalPeriod"],
  [start, end]: readonly [string, string],
  values: Values,
): EvaluatedPeriod {
  const fiscalYear = Number(end.slice(0, 4));
  return {
    cells: linesOf(values),
    period: {
      ...{ key: `${fiscalYear}${fiscalPeriod}`, fiscalYear, fiscalPeriod, start, end, weeks: 13 },
      ...{ currency: "USD", template: "industrial", baseForm: null, filedDate: null, filings: [] },
      lines: shownOf(values),
    },
  };
}

/** The four quarters of 2023, each with the values of its place. */
export const quartersOf = (valuesAt: (place: number) => Values): EvaluatedPeriod[] =>
  (
    [
      ["Q1", "01-01", "03-31"],
      ["Q2", "04-01", "06-30"],
      ["Q3", "07-01", "09-30"],
      ["Q4", "10-01", "12-31"],
    ] as const
  ).map(([name, start, end], place) =>
    periodOf(name, [`2023-${start}`, `2023-${end}`], valuesAt(place)),
  );

/** What columns of shown periods are made of: no calendar and no filed years, unless told; one tag alone is a series. */
export const sourcesOf = (over: Partial<TableSources> = {}): TableSources => ({
  registry,
  calendar: { years: [], mismatches: [] },
  filed: [],
  series: {
    isRecast: () => false,
    haveOneTag: (cells) => new Set(cells.map(({ tag }) => tag)).size < 2,
    mayCombine: () => true,
    asKnownOn: () => null,
    filedOn: () => null,
  },
  ...over,
});
