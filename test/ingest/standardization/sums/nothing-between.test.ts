import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, figures, line, operandsOf, shown } from "../company.ts";

const repurchased = "stock_repurchased";

/** Union Pacific's repurchases of the first half of 2009: nothing. */
const isSixMonths = ({ tag, start, end }: Fact) =>
  tag.includes("Repurchase") && start === "2009-01-01" && end === "2009-06-30";

/** Its figures with one more of its repurchases. */
const withFiled = (start: string, end: string, value: string) => {
  const facts = figures("union-pacific-2009");
  const more = facts.filter(isSixMonths).map((fact) => ({ ...fact, start, end, value }));
  expect(more).toHaveLength(1);
  return build([...facts, ...more]);
};

describe("2.4 Quarters between two years to date that are equal", () => {
  test("2.4 Union Pacific 2009: nothing was bought back in six months, so in neither quarter", () => {
    const built = build("union-pacific-2009");
    expect(shown(built, "2009Q1", repurchased)).toBe("0");
    expect(shown(built, "2009Q2", repurchased)).toBe("0");
    expect(operandsOf(line(built, "2009Q2", repurchased))).toEqual([
      "ytd_difference",
      [1, "stock_repurchased@2009-01-01/2009-06-30", "0"],
    ]);
  });

  test("2.4 a year as large as its first quarter leaves nothing for the second", () => {
    const facts = figures("union-pacific-2009");
    const [six] = facts.filter(isSixMonths);
    if (!six) throw new Error("the fixture has no six months of 2009");
    const built = build([
      ...facts.filter((fact) => !isSixMonths(fact)),
      { ...six, end: "2009-03-31", value: "5000000" },
      { ...six, end: "2009-12-31", value: "5000000", form: "10-K", filed: "2010-02-05" },
    ]);
    expect(shown(built, "2009Q2", repurchased)).toBe("0");
    expect(operandsOf(line(built, "2009Q2", repurchased))).toEqual([
      "ytd_difference",
      [1, "stock_repurchased@2009-01-01/2009-12-31", "5000000"],
      [-1, "stock_repurchased@2009-01-01/2009-03-31", "5000000"],
    ]);
  });

  test("2.4 a quarter that was something beside six months of nothing stays a conflict", () => {
    const built = withFiled("2009-01-01", "2009-03-31", "7000000");
    expect(shown(built, "2009Q1", repurchased)).toBe("7000000");
    expect(shown(built, "2009Q2", repurchased)).toBe("conflict");
    const later = withFiled("2009-04-01", "2009-06-30", "7000000");
    expect(shown(later, "2009Q1", repurchased)).toBe("not_reported");
  });

  test("2.4 income of nothing in six months may be a profit and a loss", () => {
    const facts = figures("union-pacific-2009")
      .filter(
        ({ tag, end, start }) =>
          tag !== "NetIncomeLoss" || (end === "2009-06-30" && start === "2009-01-01"),
      )
      .map((fact) => (fact.tag === "NetIncomeLoss" ? { ...fact, value: "0" } : fact));
    expect(shown(build(facts), "2009Q1", "net_income")).toBe("not_reported");
  });
});
