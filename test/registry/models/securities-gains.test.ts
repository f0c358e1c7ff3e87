import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

/** What price over earnings tells of gains of Alphabet 2025 within income before tax. */
function told(gains: number, income = 158_826, template = "pe_multiples") {
  const source = makeSource({ years: withLines({ pretax_income: income * million }) });
  const filed = [{ tag: "EquitySecuritiesFvNiGainLoss", value: gains * million }];
  const { warnings } = compute(extractFacts(withFiled(source, filed)), template);
  return warnings?.find(({ code }) => code === "securities_gains")?.message;
}

test("gains of 24,080 on securities of Alphabet 2025 are told where earnings are multiplied", () => {
  expect(told(24_080)).toBe(
    "Earnings hold gains on securities of 24,080,000,000 before tax, 15.16% of income before tax: they are in the value of the securities, too. Lower one_off_charges by them, after tax, to leave them out.",
  );
  expect(told(24_080, 158_826, "ps_multiples")).toBeUndefined();
});

test("small gains are not told, and large losses are", () => {
  // NVIDIA to 2026-01-25 has 6.3 %, which is told.
  expect(told(8_918, 141_450)).toContain("8,918,000,000 before tax, 6.30%");
  expect(told(1_400, 29_469)).toBeUndefined();
  expect(told(-24_080)).toContain("gains on securities of -24,080,000,000");
});
