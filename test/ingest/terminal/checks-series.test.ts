import { describe, expect, test } from "vitest";
import { checks, runChecks, unansweredChecks } from "#ingest/checks/run-checks.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import { makeFact } from "../../helpers/make.ts";
import { build, registry } from "../standardization/company.ts";

/** Two calendar years of a filer that states discrete quarters and years to date. */
const quarterEnds = ["03-31", "06-30", "09-30", "12-31"] as const;
const quarterStarts = ["01-01", "04-01", "07-01", "10-01"] as const;

interface Amounts {
  tag?: string;
  unit?: string;
  /** Per quarter, first year then second. */
  quarters: number[];
}

/** Discrete quarters one to three (four when asked for), years to date and full years of one tag. */
function flows({ tag = "Revenues", unit = "USD", quarters }: Amounts, hasFourth = false): Fact[] {
  return [2022, 2023].flatMap((year, y) => {
    const own = quarters.slice(4 * y, 4 * y + 4);
    return own.flatMap((value, q) => {
      const filing = filingOf(year, q);
      const fact = (start: string, amount: number) =>
        makeFact({
          tag,
          unit,
          start: `${year}-${start}`,
          end: `${year}-${quarterEnds[q]}`,
          value: String(amount),
          ...filing,
        });
      const toDate = own.slice(0, q + 1).reduce((sum, amount) => sum + amount, 0);
      const discrete = q < 3 || hasFourth ? [fact(quarterStarts[q] ?? "", value)] : [];
      return q === 0 ? discrete : [...discrete, fact("01-01", toDate)];
    });
  });
}

const filedDays = ["04-30", "07-31", "10-31", "02-15"] as const;

function filingOf(year: number, q: number): Partial<Fact> {
  return {
    accession: `0000000001-${year - 2000}-00000${q}`,
    form: q === 3 ? "10-K" : "10-Q",
    filed: `${q === 3 ? year + 1 : year}-${filedDays[q]}`,
    fy: year,
    fp: q === 3 ? "FY" : `Q${q + 1}`,
  };
}

/** Not round, so that the filer is seen to state whole dollars. */
const steady = [1001, 1102, 1203, 1304, 1405, 1506, 1607, 1708];

function results(built: CompanyBuild, id: string): CheckResult[] {
  return runChecks(built, registry).filter((result) => result.id === id);
}

function ran(facts: Fact[], id: string): Record<string, string> {
  return Object.fromEntries(
    results(build(facts), id)
      .filter(({ outcome }) => outcome !== "not_run")
      .map(({ period, outcome }) => [period, outcome]),
  );
}

/** The same facts with one value changed. */
function changed(facts: Fact[], start: string, end: string, value: string): Fact[] {
  return facts.map((fact) =>
    fact.start === start && fact.end === end ? { ...fact, value } : fact,
  );
}

describe("series of one line", () => {
  test("quarters add up to the year where a fourth one is filed, and only there", () => {
    expect(ran(flows({ quarters: steady }, true), "TS-01")).toEqual({
      "2023FY revenue": "pass_exact",
      "2022FY revenue": "pass_exact",
    });
    const derived = results(build(flows({ quarters: steady })), "TS-01");
    expect(derived.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["not_run", "no line has a filed fourth quarter"],
      ["not_run", "no line has a filed fourth quarter"],
    ]);
    const wrong = changed(flows({ quarters: steady }, true), "2023-10-01", "2023-12-31", "1758");
    expect(ran(wrong, "TS-01")["2023FY revenue"]).toBe("fail");
  });

  test("the quarters shown add up to the year shown; another tag behind the year than behind them is found", () => {
    expect(ran(flows({ quarters: steady }), "TS-10")["2023FY revenue"]).toBe("pass_exact");
    const quarterly = flows({ tag: "SalesRevenueNet", quarters: steady }, true);
    const yearly = ["2022", "2023"].map((year) =>
      makeFact({
        tag: "Revenues",
        start: `${year}-01-01`,
        end: `${year}-12-31`,
        value: "9999",
        ...filingOf(Number(year), 3),
      }),
    );
    const isYear = ({ start, end }: Fact) => start?.slice(5) === "01-01" && /12-31$/.test(end);
    const mixed = [...quarterly.filter((fact) => !isYear(fact)), ...yearly];
    expect(ran(mixed, "TS-10")["2023FY revenue"]).toBe("fail");
    const [failure] = results(build(mixed), "TS-10").filter(({ outcome }) => outcome === "fail");
    expect(failure?.operands.map(({ value }) => value)).toEqual([
      "9999",
      ...steady.slice(4).map(String),
    ]);
  });

  test("a filed quarter is what the years to date leave", () => {
    expect(ran(flows({ quarters: steady }), "TS-02")).toEqual({
      "2023Q2 revenue": "pass_exact",
      "2023Q3 revenue": "pass_exact",
      "2022Q2 revenue": "pass_exact",
      "2022Q3 revenue": "pass_exact",
    });
    const wrong = changed(flows({ quarters: steady }), "2023-04-01", "2023-06-30", "1587");
    expect(ran(wrong, "TS-02")["2023Q2 revenue"]).toBe("fail");
  });

  test("a restated year to date is another vintage and not compared", () => {
    const facts = flows({ quarters: steady });
    const restated = makeFact({
      tag: "Revenues",
      start: "2022-01-01",
      end: "2022-06-30",
      value: "2503",
      ...filingOf(2023, 1),
    });
    const periods = Object.keys(ran([...facts, restated], "TS-02"));
    expect(periods).toEqual(["2023Q2 revenue", "2023Q3 revenue"]);
  });

  test("a comparative that a later year states is not set against first reports", () => {
    const facts = flows({ quarters: steady }).map((fact) =>
      fact.end === "2022-03-31" ? { ...fact, value: "1003", ...filingOf(2023, 0) } : fact,
    );
    const periods = Object.keys(ran(facts, "TS-02"));
    expect(periods).toEqual(["2023Q2 revenue", "2023Q3 revenue", "2022Q3 revenue"]);
  });

  test("four quarters are the year moved on by the years to date", () => {
    const outcomes = ran(flows({ quarters: steady }), "TS-03");
    expect(outcomes).toEqual({
      "TTM2023Q1 revenue": "pass_exact",
      "TTM2023Q2 revenue": "pass_exact",
      "TTM2023Q3 revenue": "pass_exact",
    });
  });

  test("a year to date that falls is told for a line that cannot be negative", () => {
    expect(ran(flows({ quarters: steady }), "TS-04")["2023FY revenue"]).toBe("pass_exact");
    const falling = changed(flows({ quarters: steady }), "2023-01-01", "2023-09-30", "2003");
    const [fault] = results(build(falling), "TS-04").filter(({ outcome }) => outcome === "fail");
    expect(fault).toMatchObject({
      period: "2023FY revenue",
      reason: "2911 to 2023-06-30 fell to 2003 to 2023-09-30",
    });
  });
});

describe("the calendar", () => {
  test("quarters without a gap pass, a missing one is found at the next", () => {
    expect(Object.values(ran(flows({ quarters: steady }), "TS-05"))).toEqual(
      Array(7).fill("pass_exact"),
    );
    const built = build(flows({ quarters: steady }));
    const gapped = { ...built, periods: built.periods.filter(({ key }) => key !== "2022Q4") };
    const [fault] = results(gapped, "TS-05").filter(({ outcome }) => outcome === "fail");
    expect(fault).toMatchObject({
      period: "2023Q1",
      reason: "92 days between 2022Q3 (to 2022-09-30) and 2023-01-01",
    });
  });

  test("quarters of 16 and 17 weeks are unusual, not wrong", () => {
    const built = build(flows({ quarters: steady }));
    const stretch = (days: number) => {
      const start = new Date(Date.parse("2023-03-31") - (days - 1) * 86_400_000);
      const periods = built.periods.map((period) =>
        period.key === "2023Q1" ? { ...period, start: start.toISOString().slice(0, 10) } : period,
      );
      return results({ ...built, periods }, "TS-06").find(({ period }) => period === "2023Q1");
    };
    expect(stretch(112)?.outcome).toBe("pass_exact");
    expect(stretch(119)?.outcome).toBe("small");
    expect(stretch(140)).toMatchObject({ outcome: "fail", reason: "140 days" });
  });

  test("a value in thousands among values in dollars is a jump against both neighbours", () => {
    const values = [5000, 5100, 5200, 5300, 5, 6, 7, 8];
    const [fault] = results(build(flows({ quarters: values })), "TS-08").filter(
      ({ outcome }) => outcome === "fail",
    );
    expect(fault).toMatchObject({ period: "2023Q1", reason: "revenue 5" });
  });

  test("figures that end long before the newest report are stale", () => {
    const built = build(flows({ quarters: steady }));
    expect(results(built, "TS-09")).toMatchObject([{ outcome: "pass_exact", period: "company" }]);
    const old = { ...built, periods: built.periods.filter(({ end }) => end < "2023-01-01") };
    expect(results(old, "TS-09")).toMatchObject([
      {
        outcome: "fail",
        reason: "newest period 2022-12-31, newest report is about 2023-12-31",
      },
    ]);
  });
});

describe("shares", () => {
  const perShare = (eps: string) => [
    ...flows({ quarters: steady }),
    makeFact({ tag: "NetIncomeLoss", value: "610", ...year, ...filingOf(2023, 3) }),
    makeFact({
      tag: "WeightedAverageNumberOfSharesOutstandingBasic",
      unit: "shares",
      value: "100",
      ...year,
      ...filingOf(2023, 3),
    }),
    makeFact({
      tag: "WeightedAverageNumberOfDilutedSharesOutstanding",
      unit: "shares",
      value: "99",
      ...year,
      ...filingOf(2023, 3),
    }),
    makeFact({
      tag: "EarningsPerShareBasic",
      unit: "USD/shares",
      value: eps,
      ...year,
      ...filingOf(2023, 3),
    }),
  ];
  const year = { start: "2023-01-01", end: "2023-12-31" };
  const at2023 = (facts: Fact[], id: string) =>
    results(build(facts), id).filter(({ period }) => period === "2023FY");

  test("earnings per share are income over average shares, to the cent or within one percent", () => {
    expect(at2023(perShare("6.10"), "PS-01")).toMatchObject([{ outcome: "pass_exact" }]);
    expect(at2023(perShare("6.15"), "PS-01")).toMatchObject([{ outcome: "pass_rounding" }]);
    expect(at2023(perShare("6.30"), "PS-01")).toMatchObject([
      { outcome: "fail", difference: "0.2" },
    ]);
  });

  test("diluted shares below basic ones are wrong in a year with profit", () => {
    expect(at2023(perShare("6.10"), "PS-02")).toMatchObject([
      { outcome: "fail" },
      { outcome: "not_run", reason: "eps_diluted is not filed" },
    ]);
  });

  test("a share count that jumps is explained by a split or not at all", () => {
    const counts = (later: number) =>
      flows({
        tag: "WeightedAverageNumberOfSharesOutstandingBasic",
        unit: "shares",
        quarters: [100, 100, 100, 100, later, later, later, later],
      }).filter(({ start, end }) => Date.parse(end) - Date.parse(start ?? end) < 10 ** 10);
    const facts = (later: number) => [...flows({ quarters: steady }), ...counts(later)];
    expect(ran(facts(150), "PS-03")["2023Q1"]).toBe("pass_exact");
    expect(ran(facts(400), "PS-03")["2023Q1"]).toBe("fail");
  });
});

describe("the data themselves", () => {
  test("a negative value of a line that cannot be negative is told", () => {
    const facts = flows({ quarters: [-5, ...steady.slice(1)] });
    const [fault] = results(build(facts), "DQ-01").filter(({ outcome }) => outcome === "fail");
    expect(fault).toMatchObject({ period: "2022Q1", reason: "revenue -5" });
  });

  test("two values of one fact in one filing are a conflict of that filing", () => {
    const facts = flows({ quarters: steady });
    const first = facts.find(({ end }) => end === "2023-03-31");
    if (!first) throw new Error("no first quarter");
    const faults = results(build([...facts, { ...first, value: "9999" }]), "DQ-06").filter(
      ({ outcome }) => outcome === "fail",
    );
    expect(faults).toMatchObject([
      { period: first.accession, reason: "Revenues 2023-01-01/2023-03-31: 1405 and 9999" },
    ]);
  });

  test("a null without reason and a value without lineage are found", () => {
    const built = build(flows({ quarters: steady }));
    const [period] = built.periods;
    const line = period?.lines.revenue;
    if (!period || !line) throw new Error("no revenue");
    const broken = {
      ...built,
      periods: [
        {
          ...period,
          lines: {
            revenue: { ...line, lineage: null },
            net_income: { ...line, value: null, unit: null, lineage: null },
          },
        },
      ],
    };
    expect(results(broken, "DQ-07")).toMatchObject([{ outcome: "fail", reason: "net_income" }]);
    expect(results(broken, "DQ-08")).toMatchObject([{ outcome: "fail", reason: "revenue" }]);
    expect(results(built, "DQ-07").every(({ outcome }) => outcome === "pass_exact")).toBe(true);
  });

  test("free cash flow has its operands in one filing, and cash rolls on from the opening balance", () => {
    const year = { start: "2023-01-01", end: "2023-12-31" };
    const tag = (name: string, value: string, over: Partial<Fact> = {}) =>
      makeFact({ tag: name, value, ...year, ...filingOf(2023, 3), ...over });
    const cash = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";
    const facts = (ending: string) => [
      ...flows({ quarters: steady }),
      tag("NetCashProvidedByUsedInOperatingActivities", "500"),
      tag("PaymentsToAcquirePropertyPlantAndEquipment", "200"),
      tag(`${cash}PeriodIncreaseDecreaseIncludingExchangeRateEffect`, "52"),
      tag(cash, "101", { start: null, end: "2022-12-31" }),
      tag(cash, ending, { start: null }),
    ];
    const at2023 = (ending: string, id: string) =>
      results(build(facts(ending)), id).filter(({ period }) => period === "2023FY");
    expect(at2023("153", "CF-05")).toMatchObject([{ outcome: "pass_exact" }]);
    expect(at2023("153", "CF-03")).toMatchObject([{ outcome: "pass_exact", difference: "0" }]);
    expect(at2023("191", "CF-03")).toMatchObject([{ outcome: "fail", difference: "38" }]);
  });
});

test("an empty company gives no failures and nothing to compare", () => {
  const outcomes = runChecks(build([]), registry).map(({ id, outcome }) => [id, outcome]);
  expect(outcomes).toEqual([["TS-09", "not_run"]]);
});

test("every check has its severity and title, and none is both run and declared unanswered", () => {
  const ids = new Set(checks.map(({ id }) => id));
  for (const { severity, title } of checks) {
    expect("ABC").toContain(severity);
    expect(title.length).toBeGreaterThan(5);
  }
  expect(unansweredChecks.filter(({ id }) => ids.has(id))).toEqual([]);
  expect(ids.size).toBe(61);
});
