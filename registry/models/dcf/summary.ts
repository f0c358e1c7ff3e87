import { finite, mean } from "../answers/rounding.ts";
import type { ProjectionRow } from "./dcf.ts";

export interface DcfSummary {
  forwardRevenueCagr: number;
  averageEbitdaMargin: number | null;
  unleveredFcfCagr: number | null;
}

/** Growth and margin of the projection (models.md 6.8); free cash flow grows only between two positive ends. */
export function summarize(baseRevenue: number, rows: readonly ProjectionRow[]): DcfSummary {
  const [first, last] = [rows[0], rows.at(-1)];
  const from = first?.freeCashFlow ?? 0;
  const to = last?.freeCashFlow ?? 0;
  return {
    forwardRevenueCagr: ((last?.revenue ?? baseRevenue) / baseRevenue) ** (1 / rows.length) - 1,
    averageEbitdaMargin: mean(rows.map(({ ebitda, revenue }) => ebitda / revenue)),
    unleveredFcfCagr:
      from > 0 && to > 0 ? finite((to / from) ** (1 / (rows.length - 1)) - 1) : null,
  };
}
