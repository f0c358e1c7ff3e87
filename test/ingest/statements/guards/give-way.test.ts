import { describe, expect, test } from "vitest";
import type { Cell } from "#ingest/statements/cells/cell.ts";
import { giveWay, type RefusedLines } from "#ingest/statements/guards/give-way.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import { cellOf, linesOf, pickedOf } from "../cells.ts";

type Values = Record<string, string | Cell>;
const ofPeriods = (value: string) =>
  cellOf(value, { lineage: ["ytd_difference", [1, "", "", 0], [-1, "", "", 1]] });

/** The lines that are kept of filed ones, of computed ones, by key each with its possible values in order, and of filed quarters. */
function kept(
  filed: Values,
  computed: Record<string, (string | Cell)[]> = {},
  quarters: Values = {},
) {
  const resolve = (refused: RefusedLines) => {
    const cells = linesOf(filed);
    const places = new Map<string, number>();
    for (const key of [...cells.keys()]) {
      if (refused.has(key) || refused.has(`${key}!`)) cells.delete(key);
      const quarter = linesOf(quarters).get(key);
      if (quarter && refused.has(`${key}~`)) cells.set(key, quarter);
    }
    for (const [key, ways] of Object.entries(computed)) {
      const place = ways.findIndex((_, i) => !refused.has(`${key}#${i}`));
      const way = ways[place];
      if (cells.has(key) || refused.has(key) || way === undefined) continue;
      cells.set(key, typeof way === "string" ? cellOf(way) : way);
      places.set(key, place);
    }
    return { cells, places, rules: new Map() };
  };
  const { cells, gaveWay } = giveWay({
    rules: workingRules,
    template: "industrial",
    isSilent: () => true,
    resolve,
  });
  return {
    shown: Object.fromEntries([...cells].map(([key, { value }]) => [key, value])),
    gaveWay: Object.fromEntries(gaveWay),
  };
}

describe("lines that keep their identities with each other (1.5)", () => {
  const lines = { revenue: "100", cost_of_revenue: "60" };

  test("a computed line takes the next of its arithmetics where the first breaks a sum", () => {
    expect(kept(lines, { gross_profit: ["47", "40"] })).toEqual({
      shown: { ...lines, gross_profit: "40" },
      gaveWay: {},
    });
  });

  test("a computed line that no arithmetic saves is null with its reason", () => {
    expect(kept(lines, { gross_profit: ["47", "48"] })).toEqual({
      shown: lines,
      gaveWay: { gross_profit: "identity_conflict" },
    });
  });

  test("what is filed stays, whatever it breaks", () => {
    const filed = { ...lines, gross_profit: "47" };
    expect(kept(filed)).toEqual({ shown: filed, gaveWay: {} });
  });

  test("rounding is no break", () => {
    expect(kept(lines, { gross_profit: ["42", "40"] }).shown.gross_profit).toBe("42");
  });

  test("a difference of periods gives way to neighbours that are filed, not to other differences", () => {
    const filed = { ...lines, gross_profit: ofPeriods("47") };
    expect(kept(filed).gaveWay).toEqual({ gross_profit: "identity_conflict" });
    const all = Object.fromEntries(
      Object.entries({ ...lines, gross_profit: "47" }).map(([key, value]) => [
        key,
        ofPeriods(value),
      ]),
    );
    expect(kept(all).gaveWay).toEqual({});
  });

  test("a difference of periods gives way to the filed quarter where that keeps the sum, else to none", () => {
    const filed = { ...lines, gross_profit: ofPeriods("47") };
    const of = (quarter: string) => kept(filed, {}, { gross_profit: quarter });
    expect(of("40")).toEqual({ shown: { ...lines, gross_profit: "40" }, gaveWay: {} });
    expect(of("46")).toEqual({ shown: lines, gaveWay: { gross_profit: "identity_conflict" } });
  });

  test("a line of another scope is no reason to give way, unless it was computed itself", () => {
    const ofPart = cellOf("60", { flags: ["scope:partial"] });
    const filed = { revenue: "100", cost_of_revenue: ofPart };
    expect(kept(filed, { gross_profit: ["47"] }).shown.gross_profit).toBe("47");
    const computed = cellOf("47", { flags: ["scope:partial"] });
    expect(kept(lines, { gross_profit: [computed] }).gaveWay).toHaveProperty("gross_profit");
  });

  test("of two computed lines the one whose other way leaves most lines gives way", () => {
    const { shown } = kept(
      { revenue: "100" },
      { gross_profit: ["47"], cost_of_revenue: ["60", "53"] },
    );
    expect(shown).toEqual({ revenue: "100", gross_profit: "47", cost_of_revenue: "53" });
  });
});

describe("a filed total debt that is less than its parts", () => {
  const debt = (total: string | Cell, parts: Values, sum: string) =>
    kept({ total_debt: total, ...parts }, { total_debt: [sum] }).shown.total_debt;
  const filed = (value: string, quantum = 0) => cellOf(value, { picked: pickedOf(), quantum });
  const parts = { debt_current: "30", long_term_debt: "70" };

  test.each<[string, string | Cell, Values, string]>([
    ["leaves one out, and they are added", filed("97"), parts, "100"],
    ["by two is rounded", filed("98"), parts, "98"],
    ["by more than two units of what is coarsest", filed("79", 1), parts, "100"],
    ["by two such units is rounded", filed("80", 1), parts, "80"],
    ["a part is missing", filed("20"), { long_term_debt: "70" }, "20"],
    ["it is no value of a filing", cellOf("20"), parts, "20"],
  ])("%s", (_, total, ofParts, value) => {
    expect(debt(total, ofParts, "100")).toBe(value);
  });
});
