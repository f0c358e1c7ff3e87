import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { evaluate, lineResolver, type RollupInput } from "#registry/resolve/rollup.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

const registry = loadRegistry();
const concept = (key: string): Concept => {
  const found = registry.bySnakeKey.get(key);
  if (!found) throw new Error(key);
  return found;
};

type Direct = { value: string };

function context(
  tagged: Record<string, string>,
  template: Template = "industrial",
): RollupInput<Direct> {
  return {
    template,
    direct: ({ snakeKey }) => (tagged[snakeKey] === undefined ? null : { value: tagged[snakeKey] }),
    isAbsent: (snakeKey) => tagged[snakeKey] === undefined,
  };
}

const resolve = (key: string, tagged: Record<string, string>, template?: Template) =>
  lineResolver(registry, context(tagged, template))(concept(key));

test("a rollup is the exact weighted sum of its operands [SFR-10]", () => {
  const line = resolve("gross_profit", {
    revenue: "383285000000.01",
    cost_of_revenue: "214137000000",
  });

  expect(line).toEqual({
    via: "rollup",
    place: 0,
    value: "169148000000.01",
    absent: [],
    operands: [
      {
        weight: 1,
        concept: "revenue",
        line: expect.objectContaining({ via: "direct", value: "383285000000.01" }),
      },
      { weight: -1, concept: "cost_of_revenue", line: expect.objectContaining({ via: "direct" }) },
    ],
  });
});

test("a direct tag wins over a rollup, a rollup over a derivation [SFR-10] [SFR-12]", () => {
  const parts = { current_liabilities: "60", noncurrent_liabilities: "30" };
  const totals = { liabilities_and_equity: "200", total_equity: "100", temporary_equity: "5" };

  expect(
    resolve("total_liabilities", { ...parts, ...totals, total_liabilities: "91" }),
  ).toMatchObject({
    via: "direct",
    value: "91",
  });
  expect(resolve("total_liabilities", { ...parts, ...totals })).toMatchObject({
    via: "rollup",
    value: "90",
  });
  expect(resolve("total_liabilities", totals)).toMatchObject({ via: "derivation", value: "95" });
});

test("derivation alternates are tried in order and the first whose operands all resolve wins [SFR-12]", () => {
  const bank = { net_interest_income: "95440", noninterest_income: "87000" };

  expect(resolve("revenue", bank, "bank")).toMatchObject({ via: "derivation", value: "182440" });
  expect(resolve("revenue", { gross_profit: "40", cost_of_revenue: "60" })).toMatchObject({
    value: "100",
  });
  expect(resolve("revenue", {})).toBeNull();
});

test("consolidated equals parent only when the filing carries no noncontrolling fact at all, and lineage says so", () => {
  const inferred = resolve("net_income_consolidated", { net_income: "96995" });

  expect(inferred).toMatchObject({
    via: "derivation",
    value: "96995",
    absent: ["net_income_nci", "noncontrolling_interest"],
  });
  const owned = {
    ...context({ net_income: "96995" }),
    isAbsent: (key: string) => key !== "noncontrolling_interest",
  };
  expect(lineResolver(registry, owned)(concept("net_income_consolidated"))).toBeNull();
});

test("an optional operand is left out only when the filing has no fact of it", () => {
  const flows = { operating_cash_flow: "10", investing_cash_flow: "-4", financing_cash_flow: "-3" };
  const elsewhere = { ...context(flows), isAbsent: () => false };

  expect(resolve("net_change_in_cash", flows)).toMatchObject({
    value: "3",
    absent: ["fx_effect_on_cash"],
  });
  expect(resolve("net_change_in_cash", { ...flows, fx_effect_on_cash: "-1" })).toMatchObject({
    value: "2",
    absent: [],
  });
  expect(lineResolver(registry, elsewhere)(concept("net_change_in_cash"))).toBeNull();
});

test("a subtotal with facts of its parts is not absent: debt is never understated by a leg", () => {
  const longTerm = { long_term_debt: "80" };
  const otherYear = {
    ...context(longTerm),
    isAbsent: (key: string) => key !== "short_term_borrowings" && key !== "long_term_debt",
  };

  expect(resolve("total_debt", longTerm)).toMatchObject({ value: "80", absent: ["debt_current"] });
  expect(lineResolver(registry, otherYear)(concept("total_debt"))).toBeNull();
});

test("a total is null unless one of its legs resolves", () => {
  expect(resolve("total_debt", { operating_lease_liability: "9" })).toBeNull();
  expect(resolve("debt_current", {})).toBeNull();
});

test("EBITDA and operating income refuse operands that were computed themselves", () => {
  const tagged = { operating_income: "114301", depreciation_and_amortization: "11519" };
  const split = {
    operating_income: "114301",
    depreciation: "8000",
    amortization_of_intangibles: "3519",
  };

  expect(resolve("ebitda", tagged)).toMatchObject({ via: "derivation", value: "125820" });
  expect(resolve("depreciation_and_amortization", split)).toMatchObject({ value: "11519" });
  expect(resolve("ebitda", split)).toMatchObject({ via: "derivation", value: "125820" });
  const computed = { gross_profit: "40", operating_expenses: "10" };
  expect(resolve("operating_income", computed)).toMatchObject({ value: "30" });
  expect(resolve("ebitda", { ...computed, depreciation_and_amortization: "5" })).toBeNull();
  expect(
    resolve("operating_income", {
      revenue: "100",
      cost_of_revenue: "60",
      operating_expenses: "10",
    }),
  ).toBeNull();
  expect(
    resolve("operating_income", { gross_profit: "40", operating_expenses: "10" }),
  ).toMatchObject({ value: "30" });
});

test("a line that does not apply to the template is never computed, but a filed one is shown", () => {
  const tagged = {
    revenue: "100",
    cost_of_revenue: "60",
    gross_profit: "40",
    total_assets: "9",
    current_assets: "4",
  };

  const { gross_profit: _, ...parts } = tagged;

  expect(resolve("gross_profit", parts, "bank")).toBeNull();
  expect(resolve("gross_profit", parts, "industrial")).toMatchObject({ value: "40" });
  expect(resolve("gross_profit", tagged, "bank")).toMatchObject({ via: "direct", value: "40" });
  expect(resolve("noncurrent_assets", tagged, "reit")).toMatchObject({ value: "5" });
  expect(resolve("noncurrent_assets", tagged, "industrial")).toMatchObject({ value: "5" });
});

test("two-way pairs end: revenue, cost and gross profit come from what is filed, never from each other", () => {
  const filed = { operating_expenses: "10", operating_income: "30", revenue: "100" };

  expect(resolve("cost_of_revenue", filed)).toMatchObject({ via: "derivation", value: "60" });
  expect(resolve("gross_profit", filed)).toMatchObject({ via: "rollup", value: "40" });
  expect(resolve("cost_of_revenue", { revenue: "100" })).toBeNull();
  expect(resolve("gross_profit", { revenue: "100" })).toBeNull();
});

test("the result of a line does not depend on which lines were asked before [SFR-11]", () => {
  const keys = registry.concepts.map((c) => c.snakeKey);
  fc.assert(
    fc.property(
      fc.subarray(keys),
      fc.shuffledSubarray(keys, { minLength: keys.length }),
      (present, asked) => {
        const tagged = Object.fromEntries(present.map((key, i) => [key, String(1000 + i * 7)]));
        const shared = lineResolver(registry, context(tagged));
        for (const key of asked) expect(shared(concept(key))).toEqual(resolve(key, tagged));
      },
    ),
    { numRuns: 25 },
  );
});

test("no operand tree contains the line itself", () => {
  const keys = registry.concepts.map((c) => c.snakeKey);
  type Line = ReturnType<typeof resolve>;
  const path = (line: Line, seen: string[]): void => {
    if (!line || line.via === "direct") return;
    for (const operand of line.operands) {
      expect(seen).not.toContain(operand.concept);
      path(operand.line, [...seen, operand.concept]);
    }
  };
  fc.assert(
    fc.property(fc.subarray(keys, { maxLength: 30 }), (present) => {
      const tagged = Object.fromEntries(present.map((key) => [key, "5"]));
      for (const key of keys) path(resolve(key, tagged), [key]);
    }),
    { numRuns: 25 },
  );
});

test("operands that the caller refuses lead to the next alternate", () => {
  const tagged = { net_interest_income: "1", noninterest_income: "2" };
  const mixed: RollupInput<Direct> = {
    ...context(tagged, "bank"),
    accepts: (lines) => lines.every((line) => line.value !== "1"),
  };

  expect(lineResolver(registry, mixed)(concept("revenue"))).toBeNull();
  expect(
    lineResolver(registry, { ...context(tagged, "bank"), accepts: () => true })(concept("revenue")),
  ).toMatchObject({ value: "3" });
});

test("each concept is asked for its tags once", () => {
  const asked: string[] = [];
  const resolveLine = lineResolver(registry, {
    template: "industrial",
    direct: (c) => {
      asked.push(c.snakeKey);
      return null;
    },
    isAbsent: () => true,
  });
  for (const entry of registry.concepts) resolveLine(entry);

  expect(asked.length).toBe(new Set(asked).size);
});

test("evaluate is exact beyond the range of doubles and null when a condition fails", () => {
  const lines = new Map([
    ["a", { value: "9007199254740993" }],
    ["b", { value: "0.1" }],
    ["c", { value: "-0.2" }],
  ]);
  const source = {
    lookup: (key: string) => lines.get(key) ?? null,
    isAbsent: (key: string) => !lines.has(key),
  };
  const terms = [
    { weight: 1, concept: "a" },
    { weight: 1, concept: "b" },
    { weight: -1, concept: "c" },
  ];

  expect(evaluate({ terms, absent: [] }, source)?.value).toBe("9007199254740993.3");
  expect(evaluate({ terms, absent: ["b"] }, source)).toBeNull();
  expect(evaluate({ terms, absent: ["x"] }, source)?.absent).toEqual(["x"]);
  expect(
    evaluate({ terms: [{ weight: 1, concept: "x" }], absent: [], optional: ["x"] }, source),
  ).toBeNull();
});

test("an operand without a concept is an error, never a silent null", () => {
  const broken = { ...registry, bySnakeKey: new Map() } as unknown as Registry;

  expect(() => lineResolver(broken, context({}))(concept("gross_profit"))).toThrow(
    /^no concept has the snakeKey /,
  );
});

test("a term with a condition counts only where the named line is of that scope", () => {
  const tagged = { pretax_income: "100", income_tax_expense: "30", equity_method_income: "7" };
  const of = (scope: string | null) =>
    lineResolver(registry, { ...context(tagged), hasScope: (_, asked) => asked === scope });

  // Before equity-method income, the tag says: then that is added after tax.
  expect(of("pre_equity_method")(concept("income_continuing"))).toMatchObject({ value: "77" });
  expect(of(null)(concept("income_continuing"))).toMatchObject({ value: "70" });
});

test("what a computed line rests on is settled with it, so that the lines add up: JEF, quarter to March 2010", () => {
  // Operating and non-operating income leave out 99,763 of associated companies; net income has it.
  const tagged = {
    operating_income: "43013",
    nonoperating_income: "51431",
    income_tax_expense: "2702",
    net_income: "191505",
  };
  const resolve = lineResolver(registry, context(tagged));

  expect(resolve(concept("pretax_income"))).toMatchObject({ value: "194207" });
  expect(resolve(concept("income_continuing"))).toMatchObject({ value: "191505" });
  expect(resolve(concept("net_income_consolidated"))).toMatchObject({ value: "191505" });
});

test("an arithmetic that is refused makes room for the next one", () => {
  const tagged = { net_income: "118", net_income_nci: "5", income_continuing: "113" };
  const refusing = (refused: string) =>
    lineResolver(registry, {
      ...context(tagged),
      isRefused: (key, place) => `${key}#${place}` === refused,
    })(concept("net_income_consolidated"));

  expect(refusing("")).toMatchObject({ via: "rollup", place: 0, value: "123" });
  expect(refusing("net_income_consolidated#0")).toMatchObject({ place: 2, value: "113" });
});
