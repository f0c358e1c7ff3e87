import { negate } from "#schemas/decimal.ts";
import type { SegmentValue } from "#schemas/shapes/companies/segments.ts";

/** The value with the sign with which it counts: an elimination that is filed without its sign gets it. */
export const countedValue = ({ value, weight }: Pick<SegmentValue, "value" | "weight">): string =>
  weight === -1 ? negate(value) : value;
