import { defaultSeed, type Get, type Seed } from "../assumption.ts";
import { rangeOf } from "./ranges.ts";
import { round } from "./rounding.ts";

const edgeNote = "follows its mid until it is set";

/**
 * discount_rate ± its spread, which shrinks with r − g so that a valid mid never gives an invalid edge (models.md 6.5).
 */
export function discountEdges(hasTerminalGrowth: boolean): Seed[] {
  const spread = (get: Get, r: number) => {
    if (!hasTerminalGrowth) return Math.min(0.01, r / 4);
    return Math.min(0.01, (r - (get("terminal_growth") ?? 0)) / 4);
  };
  return pair("discount_rate", "Discount rate", "ratio", (get, sign) => {
    const r = get("discount_rate");
    return r === null ? null : round(r + sign * spread(get, r), 6);
  });
}

/** A rate ± its spread above terminal growth, which shrinks as that of the discount rate does. */
export function spreadEdges(key: string, label: string): Seed[] {
  return pair(key, label, "ratio", (get, sign) => {
    const r = get(key);
    const spread = r === null ? 0 : Math.min(0.01, (r - (get("terminal_growth") ?? 0)) / 4);
    return r === null ? null : round(r + sign * spread, 6);
  });
}

/** terminal_growth ± min(0.5 points, (r − g)/8). */
export function growthEdges(): Seed[] {
  return pair("terminal_growth", "Terminal growth", "ratio", (get, sign) => {
    const r = get("discount_rate");
    const g = get("terminal_growth");
    return r === null || g === null ? null : round(g + sign * Math.min(0.005, (r - g) / 8), 6);
  });
}

/** A multiple ± 10 %. */
export function multipleEdges(key: "exit_multiple" | "multiple", label: string): Seed[] {
  return pair(key, label, "multiple", (get, sign) => {
    const mid = get(key);
    return mid === null ? null : round(mid * (sign < 0 ? 0.9 : 1.1), 2);
  });
}

function pair(
  key: string,
  label: string,
  unit: "ratio" | "multiple",
  derive: (get: Get, sign: -1 | 1) => number | null,
): Seed[] {
  const edge = (name: "low" | "high", sign: -1 | 1) =>
    defaultSeed({ key: `${key}_${name}`, label: `${label}, ${name} edge`, unit }, null, {
      note: edgeNote,
      derive: (get) => {
        const [mid, value] = [get(key), derive(get, sign)];
        return mid === null || value === null ? value : within(key, mid, value, sign);
      },
    });
  return [edge("low", -1), edge("high", 1)];
}

/** Neither rounding nor a spread moves an edge across its mid, or a rate or multiple to zero and below. */
function within(key: string, mid: number, value: number, sign: -1 | 1): number {
  if (sign > 0) return Math.max(value, mid);
  const { min, isAbove } = rangeOf(key);
  return isAbove === true && value <= min ? mid : Math.min(value, mid);
}
