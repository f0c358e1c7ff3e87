/** Cover and balance sheet further apart than this count other shares. */
const apartMax = 0.05;

/** True for two counts that differ by more than an issue of some days. */
export const areApart = (cover: number, balance: number): boolean =>
  Math.abs(cover / balance - 1) > apartMax;

/** From here on a ratio is always near a whole number. */
const splitMax = 50;

/** A split between the two days multiplies or divides the count by a whole number, which a large ratio does not tell (Cardiff Lexington: 360). */
export function isSplit(cover: number, balance: number): boolean {
  const ratio = cover / balance;
  const times = ratio >= 1 ? ratio : 1 / ratio;
  const whole = Math.round(times);
  return whole >= 2 && whole < splitMax && Math.abs(times / whole - 1) <= 0.01;
}
