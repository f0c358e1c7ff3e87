import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "./filed-flows.ts";
import { makeSource, withLines } from "./model-company.ts";

const million = 1_000_000;
type Amounts = ReturnType<typeof extractFacts>["claims"]["amounts"];

/** Amounts in millions of a company with these balances beside its lines, which are in millions, too. */
export function amountsOf(
  filed: readonly FiledFact[],
  lines: Record<string, number | null> = {},
  of: Partial<Parameters<typeof makeSource>[0]> = {},
): (key: keyof Amounts) => number | null {
  const inMillions = Object.fromEntries(
    Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
  );
  const source = makeSource({ years: withLines(inMillions), ...of });
  const balances = filed.map((one) => ({ start: null, ...one, value: one.value * million }));
  const { amounts } = extractFacts(withFiled(source, balances)).claims;
  return (key) => {
    const value = amounts[key]?.value ?? null;
    return value === null ? null : value / million;
  };
}
