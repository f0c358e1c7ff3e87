import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line, millions, operandsOf, shown } from "../standardization/company.ts";
import { type At, revenue, stated } from "./filed-year.ts";

const [cash, spent] = [
  "NetCashProvidedByUsedInOperatingActivities",
  "PaymentsToAcquirePropertyPlantAndEquipment",
];
const at = (facts: Fact[], point: string, concept: string) =>
  shown(build([...revenue, ...facts]), `2022${point}`, concept);
/** The value in millions, or the reason of the null, of each quarter and the year. */
const all = (tag: string, amounts: Partial<Record<At, number>>, concept: string) => {
  const built = build([...revenue, ...stated(tag, amounts)]);
  return ["Q1", "Q2", "Q3", "Q4", "FY"].map((point) => {
    const { value, reason } = line(built, `2022${point}`, concept);
    return value === null ? reason : Number(value) / 1e6;
  });
};

describe("quarters of what cash flows state from the first day of the year on (2.4, 2.5)", () => {
  const rest = "insufficient_quarters";
  test.each<[string, Partial<Record<At, number>>, (number | string)[]]>([
    ["are differences", { Q1: 10, M6: 25, M9: 45, FY: 70 }, [10, 15, 20, 25, 70]],
    [
      "a note's own quarter is none",
      { Q1: 10, Q2: 99, M6: 25, M9: 45, FY: 70 },
      [10, 15, 20, 25, 70],
    ],
    ["but for want of another", { Q1: 10, Q2: 15, M9: 45, FY: 70 }, [10, 15, rest, 25, 70]],
    [
      "are null where the shorter span is not filed",
      { M6: 25, FY: 70 },
      ["not_reported", rest, "not_reported", rest, 70],
    ],
    [
      "without the year there is no fourth",
      { Q1: 10, M6: 25, M9: 45 },
      [10, 15, 20, "not_reported", "not_reported"],
    ],
    [
      "the fourth is the year less three quarters",
      { Q1: 10, Q2: 15, Q3: 20, FY: 70 },
      [10, 15, 20, 25, 70],
    ],
    ["may be losses", { Q1: -10, M6: -25, M9: -20, FY: -70 }, [-10, -15, 5, -50, -70]],
  ])("%s", (_, amounts, expected) => {
    expect(all(cash, amounts, "operating_cash_flow")).toEqual(expected);
  });

  test("name the rule and the spans that they come from", () => {
    const built = build([...revenue, ...stated(cash, { Q1: 10, M6: 25, M9: 45, FY: 70 })]);
    const operands = (key: string) => operandsOf(line(built, key, "operating_cash_flow"));
    expect(operands("2022Q3")).toEqual([
      "ytd_difference",
      [1, "operating_cash_flow@2022-01-01/2022-09-30", millions(45)],
      [-1, "operating_cash_flow@2022-01-01/2022-06-30", millions(25)],
    ]);
    expect(operands("2022Q4")).toEqual([
      "fy_less_nine_months",
      [1, "operating_cash_flow@2022-01-01/2022-12-31", millions(70)],
      [-1, "operating_cash_flow@2022-01-01/2022-09-30", millions(45)],
    ]);
    expect(line(built, "2022Q3", "operating_cash_flow").flags).toEqual([]);
    expect(line(built, "2022Q4", "operating_cash_flow").flags).toEqual(["derived_q4"]);
    const quarters = build([...revenue, ...stated(cash, { Q1: 10, Q2: 15, Q3: 20, FY: 70 })]);
    const [rule, ...terms] = operandsOf(line(quarters, "2022Q4", "operating_cash_flow"));
    expect([rule, terms.map(([weight]) => weight)]).toEqual(["fy_less_quarters", [1, -1, -1, -1]]);
  });

  test("what is spent never falls: a year to date below an earlier one is a conflict", () => {
    const amounts = { Q1: 10, M6: 25, M9: 20, FY: 70 };
    expect(all(spent, amounts, "capital_expenditure")).toEqual([10, 15, "conflict", 50, 70]);
  });

  test.each<[string, Partial<Record<At, number>>, (number | string)[]]>([
    ["with the sign of the statement", { Q1: -10, M6: -25, M9: 45, FY: 70 }, [10, 15, 20, 25, 70]],
    ["always so", { Q1: -10, M6: -25, M9: -45, FY: -70 }, [10, 15, 20, 25, 70]],
    ["beside a value eight times as large", { Q1: -1, M6: 8, M9: 12, FY: 20 }, [1, 7, 4, 8, 20]],
    ["not beside larger ones: it came back", { Q1: -1, M6: 9, M9: 12, FY: 20 }, [-1, 10, 3, 8, 20]],
    [
      "so turned it may not be more than a longer span",
      { M6: -25, M9: 20, FY: 70 },
      [...["not_reported", "insufficient_quarters", "conflict", 50, 70]],
    ],
  ])("what is spent is positive %s", (_, amounts, expected) => {
    expect(all(spent, amounts, "capital_expenditure")).toEqual(expected);
  });

  test("a value whose sign was turned says so, and so does a quarter that rests on it", () => {
    const built = build([...revenue, ...stated(spent, { Q1: -10, M6: 25, M9: 45, FY: 70 })]);
    const flags = (point: string) => line(built, `2022${point}`, "capital_expenditure").flags;
    expect(["Q1", "Q2", "Q3"].map(flags)).toEqual([["sign_corrected"], ["sign_corrected"], []]);
  });
});

describe("quarters of what income statements state by themselves (2.4, 2.5)", () => {
  const net = "NetIncomeLoss";
  const conflict = "conflict";
  test.each<[string, Partial<Record<At, number>>, (number | string)[]]>([
    ["are filed", { Q1: 10, Q2: 15, M6: 25, Q3: 20, M9: 45, FY: 70 }, [10, 15, 20, 25, 70]],
    [
      "a filed quarter goes before the difference",
      { Q1: 10, Q2: 16, M6: 25, Q3: 20, M9: 45, FY: 70 },
      [10, 16, 20, 25, 70],
    ],
    ["so does a filed fourth", { Q1: 10, M6: 25, M9: 45, Q4: 26, FY: 70 }, [10, 15, 20, 26, 70]],
    [
      "a fourth without a year stands",
      { Q1: 10, M6: 25, M9: 45, Q4: 26 },
      [10, 15, 20, 26, "not_reported"],
    ],
    [
      "quarters that deny the nine months are a conflict",
      { Q1: 10, Q2: 15, Q3: 30, M9: 45, FY: 70 },
      [10, 15, 30, conflict, 70],
    ],
    ["three units are rounding", { Q1: 10, Q2: 15, Q3: 23, M9: 45, FY: 70 }, [10, 15, 23, 25, 70]],
    ["four are not", { Q1: 10, Q2: 15, Q3: 24, M9: 45, FY: 70 }, [10, 15, 24, conflict, 70]],
    [
      "a half with its quarter confirms them",
      { Q1: 10, Q2: 5, M6: 25, Q3: 20, M9: 45, FY: 70 },
      [10, 5, 20, 25, 70],
    ],
    [
      "another half does not",
      { Q1: 10, Q2: 5, M6: 35, Q3: 20, M9: 45, FY: 70 },
      [10, 5, 20, conflict, 70],
    ],
  ])("%s", (_, amounts, expected) => {
    expect(all(net, amounts, "net_income")).toEqual(expected);
  });

  test("a fourth that is the year's is none, but where the quarters before were nothing", () => {
    const same = { M9: 45, Q4: 70, FY: 70 };
    expect(all(net, same, "net_income")[3]).toBe(25);
    expect(all(net, { ...same, M9: 0 }, "net_income")[3]).toBe(70);
    expect(all(net, { M9: 45, Q4: 0, FY: 0 }, "net_income")[3]).toBe(0);
  });
});

describe("halves of a filer that reports them", () => {
  const halves = (amounts: Partial<Record<At, number>>) => {
    const facts = [
      ...stated("Revenues", { M6: 200, FY: 450 }),
      ...stated("NetIncomeLoss", amounts),
    ];
    return build(facts.map((fact) => (fact.form === "10-Q" ? { ...fact, form: "6-K" } : fact)));
  };

  test("the second is the year less the first, unless it is filed", () => {
    const built = halves({ M6: 20, FY: 45 });
    expect(shown(built, "2022H1", "net_income")).toBe(millions(20));
    expect(shown(built, "2022H2", "net_income")).toBe(millions(25));
    expect(operandsOf(line(built, "2022H2", "net_income"))[0]).toBe("fy_less_half");
    expect(shown(halves({ M6: 20, H2: 26, FY: 45 }), "2022H2", "net_income")).toBe(millions(26));
  });

  test("without the first there is none", () => {
    expect(shown(halves({ FY: 45 }), "2022H2", "net_income")).toBe("insufficient_quarters");
    expect(shown(halves({ M6: 20 }), "2022H2", "net_income")).toBe("not_reported");
  });
});

describe("what is restated out of step is not mixed (2.6)", () => {
  const later = { year: 2022, filed: "2024-02-15", accession: "0000000001-24-000215" };
  const flows = stated(cash, { Q1: 10, M6: 25, M9: 45, FY: 70 });

  test("a year restated alone leaves the fourth quarter as first reported", () => {
    const facts = [...flows, ...stated(cash, { FY: 90 }, later)];
    const fourth = line(build([...revenue, ...facts]), "2022Q4", "operating_cash_flow");
    expect(fourth).toMatchObject({
      value: millions(25),
      flags: ["vintage:as_first_reported", "derived_q4"],
    });
    expect(at(facts, "FY", "operating_cash_flow")).toBe(millions(90));
  });

  test("year and nine months restated together are in step", () => {
    const facts = [
      ...flows,
      ...stated(cash, { FY: 90 }, later),
      ...stated(
        cash,
        { M9: 50 },
        { ...later, filed: "2023-10-30", accession: "0000000001-23-001030" },
      ),
    ];
    const fourth = line(build([...revenue, ...facts]), "2022Q4", "operating_cash_flow");
    expect(fourth).toMatchObject({ value: millions(40), flags: ["derived_q4"] });
  });

  test("nine months that are repeated after the restatement of the year are in step", () => {
    const facts = [...flows, ...stated(cash, { FY: 90, M9: 45 }, later)];
    expect(at(facts, "Q4", "operating_cash_flow")).toBe(millions(45));
  });
});
