import type { ScenarioRefs } from "./triple-line.ts";

/** What new capital leaves of the last operating profit after tax. */
export const reinvestedFormula = (nopat: string, growth: string) =>
  `${nopat}*(1-${growth}/return_on_new_capital)`;

/** What growth for ever is taken on: that, or the last free cash flow. */
export const closingFormula = (of: { nopat: string; cashFlow: string; growth: string }) =>
  `IF(terminal_reinvestment=1,${reinvestedFormula(of.nopat, of.growth)},${of.cashFlow})`;

/** What grows for ever, as a value of the last year. */
export const grown = (metric: string, { of }: ScenarioRefs) =>
  `${metric}*(1+${of("terminal")})/(${of("discountRate")}-${of("terminal")})`;

/** The terminal value half a year earlier, where that is chosen. */
export const upliftFormula = (of: ScenarioRefs["of"]) =>
  `(1+${of("discountRate")})^(0.5*terminal_mid_year_uplift)`;
