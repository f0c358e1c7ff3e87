import { slipsBetween } from "#schemas/nearest.ts";

const typedMax = 40;
const meantMax = 3;

/** Known names that a typed one may be a slip of: case and punctuation do not count. Pure. */
export function meantBy(typed: string, known: readonly string[]): string[] {
  return known.filter((name) => isMisspelt(typed, name)).slice(0, meantMax);
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function isMisspelt(typed: string, name: string): boolean {
  const [a, b] = [folded(typed.slice(0, typedMax)), folded(name)];
  const allowed = b.length < 4 ? 0 : b.length < 8 ? 1 : 2;
  return slipsBetween(a, b) <= allowed;
}

/** A name and what it may mean as an item of a header, which may hold visible ASCII only: "ticker;did-you-mean=tickers". */
export function shownName(name: string, meant: readonly string[]): string {
  const shown = encodeURIComponent(name.slice(0, typedMax).toWellFormed());
  return meant[0] === undefined ? shown : `${shown};did-you-mean=${encodeURIComponent(meant[0])}`;
}
