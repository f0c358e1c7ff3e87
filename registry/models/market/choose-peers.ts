import type { Peer, Size } from "#schemas/shapes/models/compared.ts";

/** A company that may be a peer. */
export interface Candidate {
  entityId: string;
  name: string;
  slug: string;
  ticker: string | null;
  sic: string;
  /** In the same currency and of the same measure. */
  size: number;
}

export interface PeerChoice {
  peers: Peer[];
  /** The rule as a sentence. */
  rule: string;
  sic: string | null;
  size: Size | null;
}

/** A peer has at least a fifth and at most five times the size. */
export const sizeFactor = 5;
/** With fewer of four digits, companies of three count too, and then of two. */
const enough = 5;
const peersMax = 12;

/** The peers among candidates, nearest first. */
export function choosePeers(
  { sic, size }: Pick<PeerChoice, "sic" | "size">,
  candidates: readonly Candidate[],
): PeerChoice {
  const measure = size?.measure === "total_assets" ? "total assets" : "revenue";
  const rule =
    `Up to ${peersMax} published companies with the same four digits of the industry code (SIC), the same currency and ` +
    `between a fifth and five times the ${measure}, the nearest in size first. Where fewer than ${enough} share four ` +
    "digits, those that share three count too, and then two.";
  if (sic === null || size === null) return { peers: [], rule, sic, size };
  const all = candidates.map((one): Peer => {
    const sicDigits = digitsShared(one.sic, sic);
    const sizeRatio = one.size / size.value;
    const why = `SIC ${one.sic} shares ${sicDigits} digits with ${sic}; ${measure} ${sizeRatio.toFixed(2)} times as large`;
    return { ...one, sicDigits, sizeRatio, why };
  });
  const fit = all.filter(({ sizeRatio }) => sizeRatio >= 1 / sizeFactor && sizeRatio <= sizeFactor);
  const byDigits = ([4, 3, 2] as const).map((digits) =>
    fit.filter(({ sicDigits }) => sicDigits >= digits),
  );
  const chosen = byDigits.find((peers) => peers.length >= enough) ?? byDigits.at(-1) ?? [];
  const distance = ({ sizeRatio }: Peer) => Math.abs(Math.log(sizeRatio));
  const ordered = [...chosen].sort(
    (a, b) => b.sicDigits - a.sicDigits || distance(a) - distance(b),
  );
  return { peers: ordered.slice(0, peersMax), rule, sic, size };
}

function digitsShared(a: string, b: string): 2 | 3 | 4 {
  if (a === b) return 4;
  return a.slice(0, 3) === b.slice(0, 3) ? 3 : 2;
}
