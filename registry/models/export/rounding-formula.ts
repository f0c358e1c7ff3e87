const nearTie = 1e-6;

/**
 * The formula that rounds as the models do (models.md 5.4): half up. Spreadsheets round halves away from zero,
 * and after correcting the last binary digit; where `raw`, the unrounded value, lies on a half, it is moved off
 * it by a ten-thousandth of the last place towards `rounded`, so that every engine gives the same number.
 */
export function roundFormula(of: string, raw: number, digits: number, rounded: number): string {
  const scale = 10 ** digits;
  const scaled = raw * scale;
  const isTie = Math.abs(scaled - Math.floor(scaled) - 0.5) < nearTie;
  if (!isTie) return `ROUND(${of},${digits})`;
  const sign = rounded >= raw ? "+" : "-";
  // Written out: not every program reads 1E-10.
  return `ROUND(${of}${sign}${(10 ** -(digits + 4)).toFixed(digits + 4)},${digits})`;
}
