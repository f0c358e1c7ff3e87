import type { Step, ValuationRange } from "#schemas/shapes/models/result.ts";
import { percent } from "../answers/rounding.ts";
import { type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { Template } from "../catalogue.ts";
import { checkEdges } from "../economics.ts";
import { type FamilyResult, missingCore, type Run, reason, valued } from "../family.ts";
import { type LineReader, lineOf } from "../formula/lines.ts";
import { isReit } from "../inputs/company-type.ts";
import { OverrideError } from "../overrides.ts";
import { dilutionKeys } from "../share-seeds.ts";
import { computeEquity, equityLines } from "./equity-models.ts";

/** A value of equity from book value, dividends or funds from operations: debt has no part in it. */
export function equityFamily(run: Run): FamilyResult {
  const { template, facts, settled, blocked } = run;
  const { get } = settled;
  const isFfo = template.key === "ffo_multiple";
  checkEdges(get, [isFfo ? "multiple" : "cost_of_equity"]);
  if (!isFfo) checkGrowth(run);
  if (blocked !== null) return { reason: blocked };
  if (isFfo && !isReit(facts)) {
    return { reason: reason("not_a_reit", "Funds from operations are a measure of REITs.") };
  }
  const base = get(
    isFfo ? "base_metric" : template.key === "excess_return" ? "book_value" : "base_dividends",
  );
  // To ask for what is missing would be in vain.
  if (base !== null && base <= 0) {
    return { reason: reason("metric_not_positive", "What the value rests on is not positive.") };
  }
  const model = computeEquity(template, get);
  if (model === null) return { reason: missing(run) };
  return { reason: null, steps: stepsOf(template, model), ...valued(rangeOf(model), null) };
}

function checkGrowth({ settled: { get } }: Run): void {
  const [rate, growth] = [get("cost_of_equity_low"), get("terminal_growth")];
  if (rate === null || growth === null || rate > growth) return;
  throw new OverrideError([
    `cost_of_equity_low (${percent(rate)}) must be greater than terminal_growth (${percent(growth)}).`,
  ]);
}

function missing(run: Run) {
  const needed = run.settled.assumptions.filter(
    ({ key, value, editable }) => value === null && editable && !dilutionKeys.has(key),
  );
  const isCore = run.missingMetricKeys.some((key) =>
    run.template.coreMetricKeys.some((core) => core === key),
  );
  if (isCore || needed.length === 0) return missingCore(run);
  const keys = needed.map(({ key }) => key).filter((key) => !/_(low|high)$/.test(key));
  return reason("input_needed", `Set ${keys.join(", ")} to compute: no source states it.`);
}

/** Every line down to the value of equity. */
const stepsOf = (template: Template, values: Triple<LineReader>): Step[] =>
  equityLines(template).lines.flatMap(({ id, label, unit }) =>
    unit === "money" || unit === "ratio" || unit === "multiple"
      ? [{ key: id, label, unit, values: tripleOf((scenario) => values[scenario](id) ?? 0) }]
      : [],
  );

/** Enterprise value is not part of these models: they say nothing of debt. */
const rangeOf = (values: Triple<LineReader>): ValuationRange => ({
  enterpriseValue: tripleOf(() => null),
  netDebt: tripleOf(() => null),
  equityValue: lineOf(values, "equityValue"),
  fairValuePerShare: lineOf(values, "fairValuePerShare"),
});
