import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, line, shown } from "../company.ts";

describe("36 a misdated note of quarters in an annual report", () => {
  const ends = ["2023-03-31", "2023-06-30", "2023-09-30", "2023-12-31"];
  const starts = ["2023-01-01", "2023-04-01", "2023-07-01", "2023-10-01"];
  const tag = "NetIncomeLoss";
  const filing = (end: string): Partial<Fact> => ({
    form: "10-Q",
    accession: `0001165002-23-${end.slice(5, 7)}`,
    filed: `2023-${String(Number(end.slice(5, 7)) + 1).padStart(2, "0")}-02`,
  });
  const annual = { accession: "0001165002-24-03", filed: "2024-03-08", form: "10-K" };
  const thousand = (amount: number) => `${amount}000`;
  const fact = (amount: number, start: string, end: string, over: Partial<Fact>) =>
    annualFact(tag, thousand(amount), { start, end, fy: 2023, ...over });

  /** Quarters of the 10-Qs with their years to date, and the year. */
  const own = [
    fact(688, "2023-01-01", "2023-03-31", filing("2023-03-31")),
    fact(2895, "2023-04-01", "2023-06-30", filing("2023-06-30")),
    fact(3583, "2023-01-01", "2023-06-30", filing("2023-06-30")),
    fact(3496, "2023-07-01", "2023-09-30", filing("2023-09-30")),
    fact(7079, "2023-01-01", "2023-09-30", filing("2023-09-30")),
    fact(9520, "2023-01-01", "2023-12-31", annual),
  ];
  const note = (amounts: readonly number[]) =>
    amounts.map((amount, i) => fact(amount, starts[i] ?? "", ends[i] ?? "", annual));

  test("36 the quarters of the 10-Qs stand, and the fourth is the year less nine months [FIN-04]", () => {
    // The quarters of the year before, under the dates of this one.
    const built = build([...own, ...note([1112, -378, -3621, -1741])]);
    expect(shown(built, "2023Q1", "net_income")).toBe("688000");
    expect(shown(built, "2023Q2", "net_income")).toBe("2895000");
    expect(shown(built, "2023Q3", "net_income")).toBe("3496000");
    expect(shown(built, "2023Q4", "net_income")).toBe("2441000");
    expect(line(built, "2023Q2", "net_income").flags).not.toContain("restated");
  });

  test("36 a note whose quarters add up to the year restates them", () => {
    const built = build([...own, ...note([700, 2800, 3500, 2520])]);
    expect(shown(built, "2023Q2", "net_income")).toBe("2800000");
    expect(shown(built, "2023Q4", "net_income")).toBe("2520000");
  });

  test("36 another line of the note that adds up keeps all of it", () => {
    const revenue = (amounts: readonly Fact[]) =>
      amounts.map((one) => ({ ...one, tag: "Revenues", value: `9${one.value.replace("-", "")}` }));
    const total = revenue(own).map((one) =>
      one.accession === annual.accession ? { ...one, value: "377700000" } : one,
    );
    const restated = note([1112, 378, 3621, 1741]).map((one, i) => ({
      ...one,
      tag: "Revenues",
      value: ["91112000", "95378000", "93621000", "97589000"][i] ?? "",
    }));
    const built = build([...own, ...note([1112, -378, -3621, -1741]), ...total, ...restated]);
    expect(shown(built, "2023Q2", "net_income")).toBe("-378000");
  });
});
