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
  }: { rows?: readonly string[]; within?: Place } = {},
): AmountOf {
  return inMillions(withPrinted(sourceOf(filed, lines), { [within]: rows }));
}

type Place =
  | "total_assets"
  | "current_assets"
  | "total_equity"
  | "total_liabilities"
  | "current_liabilities"
  | "liabilities_and_equity";

/** The source with its facts of the tags as rows of the balance sheet that no line has, and with the labels of rows. */
export function withPrinted(
  source: ModelSource,
  places: Partial<Record<Place, readonly string[]>>,
  labels: Readonly<Record<string, string>> = {},
): ModelSource {
  const rest = Object.entries(places).map(([within, rows]) => {
    const operands = source.facts.flatMap(({ tag, value }, index): Operand[] =>
      rows.includes(tag) ? [[1, tag, value, index]] : [],
    );
    const line: SourceLine = { value: "1", lineage: ["sum_of_tags", ...operands] };
    return [`remaining_${within}`, line] as const;
  });
  const periods = source.periods.map((one) => ({
    ...one,
    lines: { ...one.lines, ...Object.fromEntries(rest) },
  }));
  const told = source.facts.map(
    ({ accession, taxonomy, tag }) =>
      [accession, `${taxonomy}:${tag}`, labels[tag] ?? tag] as const,
  );
  const rowLabels = Object.fromEntries(
    [...new Set(told.map(([accession]) => accession))].map((key) => [
      key,
      Object.fromEntries(told.filter(([one]) => one === key).map(([, tag, label]) => [tag, label])),
    ]),
  );
  return { ...source, periods, rowLabels };
}

/** A company with these balances beside its lines, all in millions. */
export function sourceOf(
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

/** The amounts of a source, in millions. */
export function inMillions(source: ModelSource): AmountOf {
  const { amounts } = extractFacts(source).claims;
  return (key) => {
    const value = amounts[key]?.value ?? null;
    return value === null ? null : value / million;
  };
}
