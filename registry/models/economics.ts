import { percent } from "./answers/rounding.ts";
import type { Get } from "./assumption.ts";
import { OverrideError } from "./overrides.ts";

const gapMin = 0.00001;

/** Throws OverrideError when an edge lies on the wrong side of its mid. */
export function checkEdges(get: Get, keys: readonly string[]): void {
  const messages = keys.flatMap((key) => {
    const [low, mid, high] = [get(`${key}_low`), get(key), get(`${key}_high`)];
    if (low === null || mid === null || high === null) return [];
    const show = (value: number) =>
      key.endsWith("multiple") ? `${value.toFixed(2)}x` : percent(value);
    return [
      ...(low > mid ? [`${key}_low (${show(low)}) must not exceed ${key} (${show(mid)}).`] : []),
      ...(high < mid
        ? [`${key}_high (${show(high)}) must not be below ${key} (${show(mid)}).`]
        : []),
    ];
  });
  if (messages.length > 0) throw new OverrideError(messages);
}

/** Throws OverrideError when a perpetuity would not converge, in the middle first. */
export function checkPerpetuity(get: Get): void {
  const [r, g] = [get("discount_rate") ?? 0, get("terminal_growth") ?? 0];
  if (r - g < gapMin) {
    throw new OverrideError([
      `discount_rate (${percent(r)}) must be greater than terminal_growth (${percent(g)}) in a perpetuity model.`,
    ]);
  }
}

/** Throws OverrideError when the edges of the high scenario meet; those of the low one cannot. */
export function checkEdgeScenarios(get: Get): void {
  const [r, g] = [get("discount_rate_low") ?? 0, get("terminal_growth_high") ?? 0];
  if (r > g) return;
  throw new OverrideError([
    `In the high scenario the discount rate (${percent(r)}) must be greater than terminal growth (${percent(g)}); adjust discount_rate_low or terminal_growth_high.`,
  ]);
}

/** Throws OverrideError where new capital would have to earn no more than it grows by. */
export function checkNewCapital(get: Get): void {
  const [earned, g] = [get("return_on_new_capital") ?? 0, get("terminal_growth_high") ?? 0];
  if (earned > g) return;
  throw new OverrideError([
    `return_on_new_capital (${percent(earned)}) must be greater than terminal growth, which is ${percent(g)} in the high scenario.`,
  ]);
}
