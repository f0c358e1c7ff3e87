import { describe, expect, test } from "vitest";
import { segmentSeries } from "#ingest/faces/segments/segment-series.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { type BreakdownKind, breakdownKinds } from "#schemas/shapes/companies/segments.ts";
import {
  type PrintedCompany,
  type PrintedTable,
  readPrintedCompanies,
} from "../../helpers/companies/segments/printed-tables.ts";

const context = { calendar: null, registry: loadRegistry() };

function shown({ report, filed, periods }: PrintedCompany, table: PrintedTable) {
  const by = breakdownKinds.find((kind) => kind === table.by) as BreakdownKind;
  const question = { by, metric: table.metric, asOf: null, view: "latest" as const };
  const series = segmentSeries([{ report, filed }], question, context);
  const { start = "", end = "" } = periods.get(table.period) ?? {};
  const period = series?.periods.find(({ key }) => key === `${start}/${end}` || key === end);
  const counted = series?.members.flatMap(({ id, values }) => {
    const value = values[period?.key ?? ""];
    const isCounted = value !== undefined && value.weight !== 0;
    return isCounted ? [`${value.weight} ${id.replace("own:", "")} ${value.value}`] : [];
  });
  return {
    reconciliation: period?.reconciliation,
    total: period?.total?.value,
    counted: counted?.sort(),
  };
}

describe.each(readPrintedCompanies())("$name", (company) => {
  test.each(company.expected)(
    "prints $metric by $by in $period, and it adds up as it is said to [FCE-11]",
    (table) => {
      const { reconciliation, total, counted } = table;

      expect(shown(company, table)).toEqual({ reconciliation, total, counted: counted.sort() });
    },
  );
});
