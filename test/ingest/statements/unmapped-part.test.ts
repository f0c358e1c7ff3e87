import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line } from "../standardization/company.ts";
import { balance, revenue, stated } from "./filed-year.ts";

describe("the largest tag that nothing maps is named where a major part is null (2)", () => {
  const sheet = [...revenue, balance("Assets", "FY", 900), balance("AssetsCurrent", "FY", 400)];
  const cost = stated("CostOfRevenue", { FY: 200 });
  const parts = (...unmappedParts: Fact[]) => {
    const { reason, refused } = line(
      build([...sheet, ...cost], undefined, { unmappedParts }),
      "2022FY",
      "inventory",
    );
    return [reason, refused?.map(({ tag }) => tag)];
  };
  const gold = balance("InventoryGold", "FY", 70);

  test.each<[string, Fact[], unknown]>([
    [
      "the largest",
      [balance("InventoryTin", "FY", 60), gold, balance("InventoryZinc", "FY", 65)],
      ["unmapped_tag", ["us-gaap:InventoryGold"]],
    ],
    [
      "of equals the first by name",
      [balance("InventoryTin", "FY", 70), gold],
      ["unmapped_tag", ["us-gaap:InventoryGold"]],
    ],
    [
      "all of the subtotal",
      [balance("InventoryGold", "FY", 400)],
      ["unmapped_tag", ["us-gaap:InventoryGold"]],
    ],
    ["not more than it", [balance("InventoryGold", "FY", 401)], ["not_reported", undefined]],
    ["not of another unit", [{ ...gold, unit: "EUR" }], ["not_reported", undefined]],
    ["not of another filing", [{ ...gold, accession: "other" }], ["not_reported", undefined]],
    ["not of another day", [{ ...gold, end: "2021-12-31" }], ["not_reported", undefined]],
    ["not a flow", [{ ...gold, start: "2022-01-01" }], ["not_reported", undefined]],
    ["not by another name", [balance("GoldGross", "FY", 70)], ["not_reported", undefined]],
    ["not zero", [balance("InventoryGold", "FY", 0)], ["not_reported", undefined]],
  ])("%s", (_, unmapped, expected) => {
    expect(parts(...unmapped)).toEqual(expected);
  });

  test("not without the line beside it", () => {
    const alone = build(sheet, undefined, { unmappedParts: [gold] });
    expect(line(alone, "2022FY", "inventory").reason).toBe("not_reported");
  });
});

describe("an element that a statement prints as the line is named where the line is null", () => {
  const named = (taxonomy: string, tag: string, amounts: Parameters<typeof stated>[1]): Fact[] =>
    stated(tag, amounts).map((fact) => ({ ...fact, taxonomy, printedAs: "capital_expenditure" }));
  const own = named("extension", "CapitalExpenditures", { FY: 40, M6: 20 });
  const found = (printed: Fact[], period = "2022FY", view?: Parameters<typeof build>[1]) => {
    const built = build([...revenue], view, { printed });
    const { value, reason, refused } = line(built, period, "capital_expenditure");
    return [value, reason, refused?.map(({ tag, guard }) => `${tag} ${guard}`)];
  };
  const extension = [null, "unmapped_extension", ["extension:CapitalExpenditures unmapped"]];

  test("the filer's own", () => {
    expect(found(own)).toEqual(extension);
  });
  test("of half a year in the quarter that ends it, and of a year in its last quarter", () => {
    expect(found(own, "2022Q2")).toEqual(extension);
    expect(found(own, "2022Q4")).toEqual(extension);
    expect(found(own, "2022Q3")).toEqual([null, "not_reported", undefined]);
  });
  test("one that no mapping covers, and of several the largest", () => {
    const other = named("us-gaap", "PaymentsForConstructionInProcess", { FY: 60 });
    expect(found([...own, ...other])).toEqual([
      null,
      "unmapped_tag",
      ["us-gaap:PaymentsForConstructionInProcess unmapped"],
    ]);
  });
  test("nothing that a reader of the day could not know", () => {
    expect(found(own, "2022Q2", { kind: "asOf", date: "2022-08-02" })).toEqual(extension);
    expect(found(own, "2022Q1", { kind: "asOf", date: "2022-06-30" })[1]).toBe("not_reported");
  });
  test.each<[string, Partial<Fact>]>([
    ["a balance", { start: null }],
    ["of another unit", { unit: "shares" }],
    ["of another line", { printedAs: "inventory" }],
    ["of nothing", { value: "0" }],
    ["of a quarter only", { start: "2022-10-01" }],
  ])("none that is %s", (_, over) => {
    expect(found(own.map((fact) => ({ ...fact, ...over })))[1]).toBe("not_reported");
  });
});
