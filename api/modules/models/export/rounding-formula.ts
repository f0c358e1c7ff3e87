import { belowHalf } from "#registry/models/answers/rounding.ts";

/**
 * The formula that rounds as the models do (models.md 5.4), whatever its cells are changed to. A bare ROUND would not:
 * spreadsheets round halves away from zero and treat binary noise below a half in different ways.
 */
export function roundFormula(of: string, digits: number): string {
  const scale = 10 ** digits;
  return `ROUND((${of})*${scale}+${belowHalf.toFixed(6)},0)/${scale}`;
}
