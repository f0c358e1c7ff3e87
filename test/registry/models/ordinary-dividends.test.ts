import { expect, test } from "vitest";
import { holdsPreferred } from "#registry/models/inputs/dividends.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource, SourcePeriod } from "#registry/models/inputs/source.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";

// General Electric 2009: 8,986 paid to shareowners, of it 300 to the preferred ones.
test.for([
  ["PaymentsOfOrdinaryDividends", true],
  ["PaymentsOfDividends", true],
  ["PaymentsOfDividendsCommonStock", false],
] as const)("%s holds preferred dividends: %s", ([tag, isHeld]) => {
  const facts = [{ taxonomy: "us-gaap", tag, value: "8986000000" }];
  const period = { lines: { dividends_paid: { value: "8986000000", lineage: 0 } } };
  const source = { facts } as unknown as ModelSource;
  expect(holdsPreferred(source, period as unknown as SourcePeriod)).toBe(isHeld);
});

// Atlantic American 2013: 423 thousand of common dividends and 483 of preferred ones, which the report of six months leaves out.
test("the row of common dividends stands where a report prints it alone: Atlantic American", () => {
  const thousand = 1_000;
  const row = "PaymentsOfDividendsCommonStock";
  const paid = (value: number, start: string, end: string) => ({
    ...{ tag: row, value: value * thousand, start, end },
  });
  const source = makeSource({
    years: { 2023: { ...soundYear(1e8), dividends_paid: 906_000, preferred_dividends: 482_000 } },
    quarters: {
      "2024Q1": { revenue: 2e7, total_assets: 1e8, stockholders_equity: 5e7 },
    },
    ttm: { "2024-03-31": { dividends_paid: 905_000, preferred_dividends: 472_000 } },
    knownOn: "2024-06-01",
  });
  const filed = withFiled(source, [
    paid(423, "2023-01-01", "2023-12-31"),
    { ...paid(483, "2023-01-01", "2023-12-31"), tag: "PaymentsOfDividendsPreferredStock" },
    paid(423, "2023-01-01", "2023-03-31"),
    paid(422, "2024-01-01", "2024-03-31"),
  ]);
  const at = source.facts.length;
  const lineage = ["sum_of_tags", [1, row, "423000", at], [1, "", "483000", at + 1]] as const;
  const periods = filed.periods.map((period) =>
    period.fiscalPeriod === "FY"
      ? {
          ...period,
          lines: { ...period.lines, dividends_paid: { value: "906000", lineage } },
        }
      : period,
  );
  const facts = extractFacts({ ...filed, periods } as unknown as ModelSource);
  expect(facts.commonDividends?.value).toBe(422_000);
  expect(facts.years[0]?.preferredPaid).toBe(483_000);
});
