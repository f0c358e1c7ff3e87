import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { Shares } from "../shares.ts";

/** Part of the preferred shares that dilution must come to where the diluted average holds them: it is of a year, they of a day. */
const nearlyAll = 0.9;

/**
 * The count with preferred shares that are a class of the common ones, once: a diluted average may hold them as converted (World
 * Scan 2023: 10.8 and 10.0 million).
 */
export function withClass(shares: Shares, participating: QuotedValue | null): Shares {
  if (participating === null) return shares;
  const diluting = (shares.quoted?.value ?? 0) - (shares.count?.value ?? 0);
  const isHeld = shares.count !== null && diluting >= nearlyAll * participating.value;
  const plus = (quoted: QuotedValue | null): QuotedValue | null => {
    if (quoted === null) return null;
    const end = quoted.provenance?.periodEnd ?? "";
    const parts = [quoted, participating];
    const added = `with ${participating.value.toLocaleString("en-US")} preferred shares, which stand in the books as common ones do`;
    return {
      value: quoted.value + participating.value,
      provenance: computedProvenance("shares_outstanding", "shares_of_classes", end, parts),
      note: quoted.note == null ? added : `${quoted.note}; ${added}`,
    };
  };
  const quoted = isHeld ? shares.quoted : plus(shares.quoted);
  return { ...shares, quoted, count: plus(shares.count) };
}
