import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import { prepareModel } from "#registry/models/compute.ts";
import { parseFormula } from "#registry/models/formula/expression.ts";
import { type Labels, wordsOf } from "#registry/models/formula/words.ts";
import { formulasOf } from "#registry/models/formulas.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { goldenApple } from "../../helpers/companies/models.ts";

const labels: Labels = { line: (id) => id.toUpperCase(), input: (key) => `the ${key}` };
const words = (text: string) => wordsOf(parseFormula(text), labels);

test.each([
  ["before(a) * (1 + b)", "A of the year before × (1 + B)"],
  ["a - (b - c) / 2 ** d", "A − (B − C) ÷ 2 ^ D"],
  ["max(0, a) * $tax", "(the greater of 0 and A) × the tax"],
  ["known(a) ? a + b : none", "A + B"],
  ["known(a) && b > 0 ? a / b : none", "A ÷ B, where B > 0"],
  ["b == 1 ? a : b > 2 ? c : none", "A where B = 1, else (C, where B > 2)"],
  ["known($tax) ? $tax : 0", "the tax where the tax is known, else 0"],
  ["round(1234567.5 + sum(a), 6)", "1,234,567.5 + sum of A over the projected years"],
])("%s reads: %s", (text, expected) => {
  expect(words(text)).toBe(expected);
});

describe("the formulas of a model", async () => {
  const apple = await goldenApple();
  const of = (key: string) => {
    const template = templates.find((one) => one.key === key);
    if (template === undefined) throw new Error(`no template ${key}`);
    return formulasOf(prepareModel({ template, facts: apple, reference: bundledReference }));
  };
  const textOf = (key: string, line: string) => of(key).find((one) => one.key === line)?.formula;

  test("name lines and assumptions by their labels", () => {
    const dcf = "dcf_5_year_terminal_growth";
    expect(textOf(dcf, "revenue")).toBe("Revenue of the year before × (1 + Revenue growth)");
    expect(textOf(dcf, "terminalValue.closing")).toMatch(
      /^NOPAT of the last projected year × .* else Free cash flow of the last projected year$/,
    );
    expect(textOf(dcf, "discountRate")).toBe("Discount rate; the low scenario takes its high edge");
    expect(textOf("wacc", "costOfEquity")).toBe(
      "Risk-free rate + Beta × Equity risk premium + Additional risk premium",
    );
    expect(textOf("dcf_5_year_ebitda_exit", "terminalValue")).toBe(
      "EBITDA of the last projected year, nothing capitalised × Exit multiple, where EBITDA of the last projected year, nothing capitalised > 0",
    );
  });

  test.each(templates.map(({ key }) => key))("%s: no name of code is left in a formula", (key) => {
    for (const { label, formula } of of(key)) {
      expect(`${label}: ${formula}`).not.toMatch(/[a-z]_[a-z]|[a-z][A-Z]|\$|undefined/);
    }
  });

  test("only a table of past years has none", () => {
    const empty = templates.filter(({ key }) => of(key).length === 0);
    expect(empty.map(({ family }) => family)).toEqual(
      templates.filter(({ family }) => family === "historical").map(({ family }) => family),
    );
    expect(empty).not.toHaveLength(0);
  });
});
