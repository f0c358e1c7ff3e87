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
