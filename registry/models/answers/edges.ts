import { defaultSeed, type Seed } from "../assumption.ts";
import { parseFormula } from "../formula/expression.ts";
import { rangeOf } from "./ranges.ts";

const edgeNote = "follows its mid until it is set";

/**
 * discount_rate ± its spread, which shrinks with r − g so that a valid mid never gives an invalid edge (models.md 6.5).
 */
export function discountEdges(hasTerminalGrowth: boolean): Seed[] {
  const gap = hasTerminalGrowth ? "($discount_rate - $terminal_growth)" : "$discount_rate";
  return pair("discount_rate", "Discount rate", {
    unit: "ratio",
    edge: (sign) => `round($discount_rate ${sign} min(0.01, ${gap} / 4), 6)`,
  });
}

/** A rate ± its spread above terminal growth, which shrinks as that of the discount rate does. */
export function spreadEdges(key: string, label: string): Seed[] {
  const spread = `min(0.01, ($${key} - $terminal_growth) / 4)`;
  return pair(key, label, {
    unit: "ratio",
    edge: (sign) => `round($${key} ${sign} ${spread}, 6)`,
  });
}

/** terminal_growth ± min(0.5 points, (r − g)/8). */
export function growthEdges(): Seed[] {
  const spread = "min(0.005, ($discount_rate - $terminal_growth) / 8)";
  return pair("terminal_growth", "Terminal growth", {
    unit: "ratio",
    edge: (sign) => `round($terminal_growth ${sign} ${spread}, 6)`,
  });
}

/** A multiple ± 10 %. */
export function multipleEdges(key: "exit_multiple" | "multiple", label: string): Seed[] {
  return pair(key, label, {
    unit: "multiple",
    edge: (sign) => `round($${key} * ${sign === "-" ? 0.9 : 1.1}, 2)`,
  });
}

type Sign = "-" | "+";

function pair(
  key: string,
  label: string,
  of: { unit: "ratio" | "multiple"; edge(sign: Sign): string },
): Seed[] {
  const edge = (name: "low" | "high", sign: Sign) =>
    defaultSeed({ key: `${key}_${name}`, label: `${label}, ${name} edge`, unit: of.unit }, null, {
      note: edgeNote,
      formula: parseFormula(within(key, sign), {
        edge: {
          label: `${label} ${sign === "-" ? "less" : "plus"} its spread`,
          formula: of.edge(sign),
        },
      }),
    });
  return [edge("low", "-"), edge("high", "+")];
}

/** Neither rounding nor a spread moves an edge across its mid, or a rate or multiple to zero and below. */
function within(key: string, sign: Sign): string {
  if (sign === "+") return `max(edge, $${key})`;
  const { min, isAbove } = rangeOf(key);
  const least = `min(edge, $${key})`;
  return isAbove === true ? `edge > ${min} ? ${least} : $${key}` : least;
}
