import { describe, expect, test } from "vitest";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { apple, jpmorgan, tsmc } from "../../helpers/companies/terminal-companies.ts";
import {
  build,
  column,
  filingRecord,
  input,
  metric,
  nullLine,
  period,
  profile,
  valueLine,
  writeLines,
} from "../../helpers/companies/terminal-parts.ts";

const profileOnly = () =>
  input({ profile: profile({ name: "SIEMENS AG", sic: "8880", entityType: "other" }) });

describe("summary", () => {
  test("shows Apple's trailing figures with display, change and filing [TRM-08] [TRM-09] [TRM-10]", () => {
    expect(metric(buildTerminal(apple()), "revenue")).toEqual({
      key: "revenue",
      label: "Revenue (TTM)",
      state: "available",
      value: 383285000000,
      displayValue: "$383.29B",
      unit: "USD",
      periodEnd: "2023-09-30",
      deltaDisplay: "-2.8% YoY",
      source: {
        kind: "regulator_filing",
        provider: "SEC EDGAR",
        label: "10-K filed 2023-11-03",
        accessionNumber: "0000320193-23-000106",
        note: null,
      },
    });
  });

  test.each([
    ["gross_margin", 0.441311295772, "44.1%", "+0.8 pp YoY"],
    ["operating_margin", 0.29821412265, "29.8%", "-0.5 pp YoY"],
    ["net_margin", 0.253062342643, "25.3%", "0.0 pp YoY"],
    ["free_cash_flow", 99584000000, "$99.58B", "-10.6% YoY"],
    ["cash_and_equivalents", 29965000000, "$29.97B", "+26.7% YoY"],
    ["total_debt", 111088000000, "$111.09B", "-7.5% YoY"],
    ["eps_diluted", 6.13, "$6.13", "+0.3% YoY"],
    ["shares_outstanding", 15552752000, "15.55B", "-2.2% YoY"],
    ["current_ratio", 0.988011671759, "0.99x", null],
    ["revenue_growth_yoy", -0.0280046053032, "-2.8%", null],
  ])("Apple's %s is %d, shown as %s [TRM-09]", (key, value, displayValue, deltaDisplay) => {
    expect(metric(buildTerminal(apple()), key)).toMatchObject({
      value,
      displayValue,
      deltaDisplay,
    });
  });

  test("every accession number names a filing whose facts went in [TRM-10] [PIP-17]", () => {
    for (const make of [apple, jpmorgan, tsmc]) {
      const given = make();
      const filed = new Set(given.build.facts.map(({ accession }) => accession));
      const built = buildTerminal(given);
      const named = built.summary.metrics.filter(({ value }) => value !== null);
      expect(named.length).toBeGreaterThan(8);
      for (const { source } of named) expect(filed).toContain(source.accessionNumber);
      expect(filed).toContain(built.summary.source.accessionNumber);
    }
  });

  test("falls back to the fiscal year and says so where four quarters are not at hand [TRM-09]", () => {
    const built = buildTerminal(tsmc());
    expect(metric(built, "revenue")).toMatchObject({
      label: "Revenue (FY2024)",
      value: 2894307700000,
      displayValue: "NT$2.89T",
      unit: "TWD",
      deltaDisplay: "+33.9% YoY",
    });
    expect(metric(built, "eps_diluted").displayValue).toBe("NT$44.67");
  });

  test.each([
    ["net_income", "FY2023", "Net income (FY2023)"],
    ["eps_diluted", "TTM", "Diluted EPS"],
  ])("all flows are of one span where the twelve months lack %s", (key, span, label) => {
    const given = apple();
    const [ttm] = given.build.tables.ttm;
    if (!ttm) throw new Error("no TTM");
    const lines = { ...ttm.lines, [key]: nullLine("insufficient_quarters") };
    given.build.tables.ttm[0] = { ...ttm, lines };
    const built = buildTerminal(given);
    expect(metric(built, key).label).toBe(label);
    expect(metric(built, "revenue").label).toBe(`Revenue (${span})`);
    const spans = built.summary.metrics.flatMap(
      (one) => /\((TTM|FY\d+)\)$/.exec(one.label)?.[1] ?? [],
    );
    expect(new Set(spans)).toEqual(new Set([span]));
  });

  test("earnings per share are those of the twelve months where these are known, as in the tables", () => {
    const given = apple();
    const [ttm] = given.build.tables.ttm;
    if (!ttm) throw new Error("no TTM");
    const eps = valueLine("6.42", "USD/shares", 0);
    given.build.tables.ttm[0] = { ...ttm, lines: { ...ttm.lines, eps_diluted: eps } };
    expect(metric(buildTerminal(given), "eps_diluted")).toMatchObject({
      label: "Diluted EPS (TTM)",
      value: 6.42,
    });
  });

  test("an absent metric is unavailable with a reason and never zero [TRM-32]", () => {
    const freeCashFlow = metric(buildTerminal(tsmc()), "free_cash_flow");
    expect(freeCashFlow).toMatchObject({ state: "unavailable", value: null, displayValue: null });
    expect(freeCashFlow.source.note).toBe(
      "free cash flow: not reported in the filings (not_reported)",
    );
    const zeros = buildTerminal(profileOnly()).summary.metrics.filter(
      ({ value }) => value !== null,
    );
    expect(zeros).toEqual([]);
  });

  test("a bank is read by its own lines, not by margins it does not have", () => {
    const built = buildTerminal(jpmorgan());
    expect(metric(built, "net_interest_income").displayValue).toBe("$89.27B");
    expect(metric(built, "deposits").displayValue).toBe("$2.40T");
    expect(metric(built, "return_on_assets").displayValue).toBe("1.3%");
    expect(built.summary.metrics.map(({ key }) => key)).not.toContain("gross_margin");
  });

  test("an inapplicable line of an industrial company is not applicable, not unavailable", () => {
    const given = apple();
    const [ttm] = given.build.tables.ttm;
    if (!ttm) throw new Error("no TTM");
    for (const one of [ttm, ...given.build.periods]) {
      one.lines.free_cash_flow = nullLine("not_applicable_template");
    }
    expect(metric(buildTerminal(given), "free_cash_flow").state).toBe("not_applicable");
  });

  test("a per-share change is shown only within one filing, a share jump never: they may be splits", () => {
    const facts: Parameters<typeof writeLines>[0] = [];
    const before = { accession: "0001045810-24-000029", form: "10-K", filed: "2024-02-21" };
    const after = { accession: "0001045810-25-000023", form: "10-K", filed: "2025-02-26" };
    const years = [
      period(
        2025,
        "FY",
        ["2024-01-29", "2025-01-26"],
        writeLines(
          facts,
          {
            eps_diluted: "us-gaap:EarningsPerShareDiluted 2.94 USD/shares",
            cover_shares_outstanding: "dei:EntityCommonStockSharesOutstanding 24400000000 shares",
            total_assets: "us-gaap:Assets 111601000000 USD",
          },
          ["2024-01-29", "2025-01-26"],
          after,
        ),
        after,
      ),
      period(
        2024,
        "FY",
        ["2023-01-30", "2024-01-28"],
        writeLines(
          facts,
          {
            eps_diluted: "us-gaap:EarningsPerShareDiluted 11.93 USD/shares",
            cover_shares_outstanding: "dei:EntityCommonStockSharesOutstanding 2500000000 shares",
            total_assets: "us-gaap:Assets 65728000000 USD",
          },
          ["2023-01-30", "2024-01-28"],
          before,
        ),
        before,
      ),
    ];
    const built = buildTerminal(input({ build: build("0001045810", facts, years) }));
    expect(metric(built, "eps_diluted")).toMatchObject({ value: 2.94, deltaDisplay: null });
    expect(metric(built, "shares_outstanding")).toMatchObject({
      value: 24400000000,
      deltaDisplay: null,
    });
    expect(metric(built, "total_assets").deltaDisplay).toBe("+69.8% YoY");
  });

  test("a per-share change is shown when the newer filing repeats the older value unchanged", () => {
    const given = apple();
    const [, earlier] = given.build.periods;
    const line = earlier?.lines.eps_diluted;
    if (!line || typeof line.lineage !== "number") throw new Error("no EPS of 2022");
    const repeated = given.build.facts[line.lineage];
    if (!repeated) throw new Error("no fact");
    const first = { accession: "0000320193-22-000108", filed: "2022-10-28" };
    line.lineage = given.build.facts.push({ ...repeated, ...first }) - 1;
    expect(metric(buildTerminal(given), "eps_diluted").deltaDisplay).toBe("+0.3% YoY");
  });

  test("figures more than a year and a quarter older than the newest period are not shown as current", () => {
    const facts: Parameters<typeof writeLines>[0] = [];
    const old = { accession: "0000000001-21-000001", form: "10-K", filed: "2021-02-01" };
    const recent = { accession: "0000000001-24-000001", form: "10-Q", filed: "2024-05-01" };
    const assets = { total_assets: "us-gaap:Assets 5000000 USD" };
    const span: [string, string] = ["2024-01-01", "2024-03-31"];
    const oldSpan: [string, string] = ["2020-01-01", "2020-12-31"];
    const oldLines = writeLines(facts, { revenue: "us-gaap:Revenues 900 USD" }, oldSpan, old);
    const built = buildTerminal(
      input({
        build: build("0000000001", facts, [
          period(2024, "Q1", span, writeLines(facts, assets, span, recent), recent),
          period(2020, "FY", oldSpan, oldLines, old),
        ]),
      }),
    );
    expect(metric(built, "revenue").value).toBeNull();
    expect(metric(built, "total_assets").value).toBe(5000000);
    expect(built.summary).toMatchObject({
      state: "partial",
      unavailableReason: "Missing: revenue, net income, shareholders' equity.",
    });
  });

  test("highlights quote the figures; asOf is the newest filing date [TRM-08] [PIP-15]", () => {
    const { highlights, asOf } = buildTerminal(apple()).summary;
    expect(highlights[0]).toBe(
      "Revenue of $383.29B in the twelve months to 2023-09-30, -2.8% YoY.",
    );
    expect(highlights).toHaveLength(5);
    expect(asOf).toBe("2023-11-03");
  });

  test("a value given by the company itself is not attributed to the regulator [TRM-10]", () => {
    const given = tsmc();
    const [year] = given.build.periods;
    if (!year) throw new Error("no year");
    year.lines.revenue = { ...valueLine("2894307700001", "TWD", ["submitted"]), source: "audited" };
    expect(metric(buildTerminal(given), "revenue").source).toEqual({
      kind: "company_submission",
      provider: "Company submission",
      label: "Submitted figures (audited)",
      accessionNumber: null,
      note: "Submitted by the company",
    });
  });

  test("an instance given by hand without an accession number has none [TRM-10]", () => {
    const given = tsmc();
    for (const fact of given.build.facts) fact.accession = "";
    const { source } = metric(buildTerminal(given), "revenue");
    expect(source).toMatchObject({ kind: "regulator_filing", accessionNumber: null });
    expect(source.note).toBe("The accession number of the filing is not known");
  });
});

describe("data quality", () => {
  test.each([
    ["high: every universal line has a value", () => apple(), "high"],
    ["low: two thirds of them", () => jpmorgan(), "low"],
    ["unavailable: no figures", () => profileOnly(), "unavailable"],
  ])("%s", (_, make, label) => {
    expect(buildTerminal(make()).summary.dataQualityLabel).toBe(label);
  });

  test("medium: the filings contradict each other in a line, or a line is questioned", () => {
    const disputed = apple();
    const questioned = apple();
    const [first, second] = [disputed.build.periods[0], questioned.build.periods[0]];
    if (!first?.lines.revenue || !second?.lines.revenue) throw new Error("no revenue");
    first.lines.gross_profit = nullLine("conflict");
    second.lines.revenue = { ...second.lines.revenue, flags: ["monotonicity"] };
    expect(buildTerminal(disputed).summary.dataQualityLabel).toBe("medium");
    expect(buildTerminal(questioned).summary.dataQualityLabel).toBe("medium");
  });

  test("low: the newest periodic report covers a later period than the figures [TS-09]", () => {
    const given = apple();
    const later = { accession: "0000320193-24-000069", form: "10-Q", filed: "2024-05-03" };
    given.filings.push(filingRecord({ ...later, reportDate: "2024-03-30" }));
    expect(buildTerminal(given).summary.dataQualityLabel).toBe("low");
  });
});

describe("quarters of an open fiscal year", () => {
  test("a trailing column newer than the last fiscal year is read first", () => {
    const given = apple();
    const [ttm] = given.build.tables.ttm;
    const [year] = given.build.periods;
    if (!ttm || !year) throw new Error("no TTM");
    const span = { start: "2023-10-01", end: "2023-12-30" };
    const interim = { accession: "0000320193-24-000006", form: "10-Q", filed: "2024-02-02" };
    const revenue = { revenue: "us-gaap:Revenues 119575000000 USD" };
    const lines = writeLines(given.build.facts, revenue, [span.start, span.end], interim);
    given.build.periods.unshift(period(2024, "Q1", [span.start, span.end], lines, interim));
    const sum = valueLine("385706000000", "USD", [
      "sum_of_quarters",
      [1, "revenue@2023-10-01/2023-12-30", "119575000000", lines.revenue?.lineage ?? 0],
      [1, "revenue@2022-09-25/2023-09-30", "266131000000", 0],
    ]);
    const next = { ...year, ...span, lines: { ...ttm.lines, revenue: sum } };
    given.build.tables.ttm.unshift(column(next, "TTM", "sum_of_quarters"));
    const revenueTtm = metric(buildTerminal(given), "revenue");
    expect(revenueTtm).toMatchObject({ value: 385706000000, periodEnd: "2023-12-30" });
    expect(revenueTtm.source).toMatchObject({
      label: "10-Q filed 2024-02-02",
      accessionNumber: "0000320193-24-000006",
      note: "Sum of four consecutive quarters; the newest filing among the operands is named",
    });
  });
});
