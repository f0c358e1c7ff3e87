import { describe, expect, test } from "vitest";
import type { View } from "#ingest/company-input.ts";
import type { SubmittedStatement } from "#ingest/facts/submitted-statement.ts";
import { indexSubmitted } from "#ingest/statements/evidence/submitted.ts";
import { submittedPeriod } from "#ingest/statements/submitted-period.ts";
import { asOf, registry } from "../standardization/company.ts";

type Period = SubmittedStatement["periods"][number];

const latest = { kind: "latest" } as View;
const period = (fields: Period["fields"], over: Partial<Period> = {}): Period => ({
  ...{ fiscalYear: 2023, fiscalPeriod: "FY", start: "2023-01-01", end: "2023-12-31", fields },
  ...over,
});
const statement = (
  periods: Period[],
  over: Partial<SubmittedStatement> = {},
): SubmittedStatement => ({
  ...{ source: "manual", cik: "0000000001", currency: "USD", submittedAt: "2024-02-01", periods },
  ...over,
});
const index = (statements: SubmittedStatement[], view: View = latest) =>
  indexSubmitted(statements, registry, view);
const year = { fiscalPeriod: "FY" as const, end: "2023-12-31", currency: "USD" };
const shownOf = (
  statements: SubmittedStatement[],
  key = "revenue",
  target = {},
  view: View = latest,
) =>
  index(statements, view)
    .valuesFor({ ...year, ...target })
    .get(key)?.value;

describe("which of the values that users handed in a period takes (2.22)", () => {
  const first = statement([period({ revenue: "100" })]);

  test.each<[string, SubmittedStatement[], string]>([
    [
      "the higher source",
      [first, statement([period({ revenue: "200" })], { source: "audited" })],
      "200",
    ],
    [
      "the higher source, though older",
      [
        statement([period({ revenue: "200" })], { source: "connector", submittedAt: "2023-12-31" }),
        first,
      ],
      "200",
    ],
    [
      "the newer",
      [first, statement([period({ revenue: "200" })], { submittedAt: "2024-02-02" })],
      "200",
    ],
    ["of equals by content", [first, statement([period({ revenue: "200" })])], "100"],
    [
      "the next, where the first knows none",
      [first, statement([period({ revenue: null })], { source: "audited" })],
      "100",
    ],
  ])("%s", (_, statements, value) => {
    expect(shownOf(statements)).toBe(value);
    expect(shownOf(statements.toReversed())).toBe(value);
  });

  test.each<[string, object, string | undefined]>([
    ["the same kind of period", { fiscalPeriod: "Q4" }, undefined],
    ["an end three days off", { end: "2024-01-03" }, "100"],
    ["not four", { end: "2024-01-04" }, undefined],
    ["the same currency", { currency: "EUR" }, undefined],
    ["any where the period has none", { currency: null }, "100"],
  ])("of %s", (_, target, value) => {
    expect(shownOf([first], "revenue", target)).toBe(value);
  });

  test("none that was submitted after the day of the view", () => {
    expect(shownOf([first], "revenue", {}, asOf("2024-01-31"))).toBeUndefined();
    expect(shownOf([first], "revenue", {}, asOf("2024-02-01"))).toBe("100");
  });

  test("a value keeps its unit, source and day, and the filing that states it", () => {
    const fields = { revenue: "100", eps_basic: "1.25", weighted_average_shares_basic: "80" };
    const filing = { id: "0b8f8a4e-0000-4000-8000-000000000000", sha256: "ab".repeat(32) };
    const values = index([statement([period(fields)])]).valuesFor(year);
    expect([...values].map(([key, { unit, quantum }]) => [key, unit, quantum])).toEqual([
      ["revenue", "USD", 0],
      ["eps_basic", "USD/shares", -2],
      ["weighted_average_shares_basic", "shares", 0],
    ]);
    expect(values.get("revenue")).toMatchObject({
      ...{ source: "manual", flags: ["submitted_at:2024-02-01"], lineage: ["submitted"] },
    });
    const chained = index([statement([period(fields)], { filing })]).valuesFor(year);
    expect(chained.get("revenue")?.lineage).toEqual([
      "submitted",
      [1, `manual, filing ${filing.id}, hash sha256:${filing.sha256}`, "100", ["submitted"]],
    ]);
  });

  test("a key that no concept has is no line", () => {
    expect(shownOf([statement([period({ sales: "7" })])], "sales")).toBeUndefined();
  });
});

describe("periods that no filing knows", () => {
  test("are those that no period took, each once, with the best of their values", () => {
    const statements = [
      statement([
        period({ revenue: "100" }),
        period({ revenue: "5" }, { fiscalPeriod: "Q1", end: "2023-03-31" }),
      ]),
      statement(
        [period({ revenue: "6", net_income: "1" }, { fiscalPeriod: "Q1", end: "2023-04-02" })],
        {
          source: "audited",
        },
      ),
      statement([period({ revenue: "7" }, { fiscalPeriod: "Q1", end: "2023-03-31" })], {
        currency: "EUR",
      }),
    ];
    const all = index(statements);
    all.valuesFor(year);
    const left = all
      .unmatched()
      .map(({ period: { end }, currency, values }) => [
        end,
        currency,
        values.get("revenue")?.value,
      ]);
    expect(left).toEqual([
      ["2023-04-02", "USD", "6"],
      ["2023-03-31", "EUR", "7"],
    ]);
  });

  test("stand with their values, and the other lines not reported", () => {
    const [claim] = index([statement([period({ revenue: "100" })])]).unmatched();
    if (!claim) throw new Error("a period that nothing took");
    const made = submittedPeriod({ registry, isUnpublished: () => false }, claim);
    const { lines, ...rest } = made.period;
    expect(rest).toEqual({
      ...{ key: "2023FY", fiscalYear: 2023, fiscalPeriod: "FY", currency: "USD" },
      ...{ start: "2023-01-01", end: "2023-12-31", weeks: 52, template: "industrial" },
      ...{ baseForm: null, filedDate: null, filings: [] },
    });
    expect([lines.revenue?.value, lines.revenue?.source]).toEqual(["100", "manual"]);
    expect(lines.net_income?.reason).toBe("not_reported");
    const unpublished = submittedPeriod({ registry, isUnpublished: () => true }, claim).period;
    expect(unpublished.lines.net_income?.reason).toBe("source_not_published");
  });

  test("a transition period is named by its end", () => {
    const of = period({ revenue: "100" }, { fiscalPeriod: "T", start: "2023-11-01" });
    const [claim] = index([statement([of])]).unmatched();
    const made = claim && submittedPeriod({ registry, isUnpublished: () => false }, claim);
    expect([made?.period.key, made?.period.weeks]).toEqual(["T2023-12-31", 9]);
  });
});
