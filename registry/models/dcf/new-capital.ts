import type { ProjectionRow } from "#schemas/shapes/models/dcf.ts";

/** What growth for ever takes of operating profit after tax in the middle scenario, and what that implies. */
interface NewCapital {
  growth: number;
  /** Share of the last year's operating profit after tax that is reinvested. */
  rate: number;
  /** What growth needs where new capital earns twice the discount rate, and half of it. */
  low: number;
  high: number;
  /** Return on new capital: growth over the share; null where nothing is reinvested. */
  implied: number | null;
}

/** Null for exits, without growth, and where nothing is earned. `earns` is the chosen return on new capital. */
export function newCapitalOf(of: {
  last: ProjectionRow | undefined;
  growth: number | null;
  discountRate: number | null;
  earns: number | null;
}): NewCapital | null {
  const { last, growth, discountRate, earns } = of;
  if (last === undefined || growth === null || growth <= 0) return null;
  if (discountRate === null || last.nopat <= 0) return null;
  const rate = earns === null ? (last.nopat - last.freeCashFlow) / last.nopat : growth / earns;
  const needed = growth / discountRate;
  return {
    growth,
    rate,
    low: needed / 2,
    high: needed * 2,
    implied: rate <= 0 ? null : growth / rate,
  };
}
