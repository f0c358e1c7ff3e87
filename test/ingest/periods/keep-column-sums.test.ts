import { describe, expect, test } from "vitest";
import { keepColumnSums } from "#ingest/periods/keep-column-sums.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";

const line = (value: string, lineage: Lineage, flags: string[] = []): Line => ({
  ...{ value, unit: "USD", reason: null, lineage, source: "regulator" },
  ...{ rank: null, flags },
});

/** Four quarters, each of which is revenue less cost. */
const ofComputed: Lineage = ["sum_of_quarters", [1, "", "0", ["rollup", [1, "", "0", 7]]]];
/** Four quarters as filed. */
const ofFiled: Lineage = ["sum_of_quarters", [1, "", "0", 7]];

describe("twelve months of gross profit beside sales of 26,076 and costs of 17,043 million: Kraft Heinz 2017", () => {
  test.each<[string, string, Lineage, string[], string | null]>([
    ["gives way where computed quarters break the sum", "9529000000", ofComputed, [], null],
    ["stays where it adds up", "9033000000", ofComputed, [], "9033000000"],
    ["stays where its quarters are filed", "9529000000", ofFiled, [], "9529000000"],
    [
      "stays where it is of another scope",
      "9529000000",
      ofComputed,
      ["scope:partial"],
      "9529000000",
    ],
  ])("%s", (_, value, lineage, flags, left) => {
    const lines = {
      revenue: line("26076000000", 1),
      cost_of_revenue: line("17043000000", 2),
      gross_profit: line(value, lineage, flags),
    };
    keepColumnSums(workingRules.sums, lines, "industrial", () => 6);
    expect(lines.gross_profit.value).toBe(left);
    expect(lines.gross_profit.reason).toBe(left === null ? "identity_conflict" : null);
    expect(lines.revenue.value).toBe("26076000000");
  });
});
