import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource, SourceLine } from "#registry/models/inputs/source.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { type FiledFact, withFiled } from "./filed-flows.ts";
import { makeSource, withLines } from "./model-company.ts";

const million = 1_000_000;
type Amounts = ReturnType<typeof extractFacts>["claims"]["amounts"];
type AmountOf = (key: keyof Amounts) => number | null;
type Lines = Record<string, number | null>;

/** Amounts in millions of a company with these balances beside its lines, which are in millions, too. */
export const amountsOf = (
  filed: readonly FiledFact[],
  lines: Lines = {},
  of: Partial<Parameters<typeof makeSource>[0]> = {},
): AmountOf => inMillions(sourceOf(filed, lines, of));

/** The same of balances that the balance sheet prints within total or current assets: all of them, or the tags given. */
export function printedAmountsOf(
  filed: readonly FiledFact[],
  lines: Lines = {},
  {
    rows = filed.map(({ tag }) => tag),
    within = "total_assets",
  }: { rows?: readonly string[]; within?: "total_assets" | "current_assets" } = {},
): AmountOf {
  const source = sourceOf(filed, lines);
  const operands = source.facts.flatMap(({ tag, value }, index): Operand[] =>
    rows.includes(tag) ? [[1, tag, value, index]] : [],
  );
  const rest: SourceLine = { value: "1", lineage: ["sum_of_tags", ...operands] };
  const periods = source.periods.map((one) => ({
    ...one,
    lines: { ...one.lines, [`remaining_${within}`]: rest },
  }));
  return inMillions({ ...source, periods });
}

function sourceOf(
  filed: readonly FiledFact[],
  lines: Lines,
  of: Partial<Parameters<typeof makeSource>[0]> = {},
): ModelSource {
  const years = Object.fromEntries(
    Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
  );
  const source = makeSource({ years: withLines(years), ...of });
  return withFiled(
    source,
    filed.map((one) => ({ start: null, ...one, value: one.value * million })),
  );
}

function inMillions(source: ModelSource): AmountOf {
  const { amounts } = extractFacts(source).claims;
  return (key) => {
    const value = amounts[key]?.value ?? null;
    return value === null ? null : value / million;
  };
}
