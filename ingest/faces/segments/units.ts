import { parseDecimal } from "#schemas/decimal.ts";

/** Sums of many decimal texts are computed in whole units of their last decimal place, which is exact and fast. */
export interface Units {
  of(value: string): bigint;
  textOf(units: bigint): string;
  /** Half of the last stated digit: what rounding can have moved the value by. Zero for an exact one. */
  roundingOf(decimals: number | null): bigint;
}

/** One more place than the values have, so that half a unit is whole. */
export function unitsFor(values: readonly string[]): Units {
  const places = 1 + Math.max(0, ...values.map((value) => value.split(".")[1]?.length ?? 0));
  return {
    of(value) {
      const [whole = "0", part = ""] = value.split(".");
      return BigInt(`${whole}${part.padEnd(places, "0")}`);
    },
    textOf(units) {
      const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
      const text = parseDecimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
      return units < 0n ? `-${text}` : text;
    },
    roundingOf(decimals) {
      if (decimals === null || decimals >= places) return 0n;
      return 10n ** BigInt(places - decimals) / 2n;
    },
  };
}
