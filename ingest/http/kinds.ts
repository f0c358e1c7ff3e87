const mebibyte = 1024 * 1024;

/**
 * What each kind of document must look like, and the most it may measure, packed or unpacked. The largest company
 * facts unpack to some 40 MB and large filers' to 4 MB: what is allowed beyond is paid for in memory.
 */
export const documentKinds = {
  submissions: { format: "json", maxBytes: 32 * mebibyte },
  "submissions-page": { format: "json", maxBytes: 32 * mebibyte },
  companyfacts: { format: "json", maxBytes: 64 * mebibyte },
  tickers: { format: "json", maxBytes: 64 * mebibyte },
  instance: { format: "xml", maxBytes: 512 * mebibyte },
  presentation: { format: "xml", maxBytes: 64 * mebibyte },
  package: { format: "zip", maxBytes: 128 * mebibyte },
  taxonomy: { format: "xml", maxBytes: 64 * mebibyte },
  "filing-page": { format: "html", maxBytes: 128 * mebibyte },
  "data-set": { format: "zip", maxBytes: 1024 * mebibyte },
  "data-set-list": { format: "html", maxBytes: 16 * mebibyte },
  feed: { format: "xml", maxBytes: 16 * mebibyte },
  index: { format: "text", maxBytes: 128 * mebibyte },
  "filing-folder": { format: "json", maxBytes: 16 * mebibyte },
} as const;

export type DocumentKind = keyof typeof documentKinds;
export type DocumentFormat = (typeof documentKinds)[DocumentKind]["format"];

/** Bounds on one attempt and on the attempts for one resource. */
export interface Limits {
  connectMs: number;
  /** From the request to the head of the answer. */
  firstByteMs: number;
  wholeMs: number;
  /** The same for a document that is written to a file. */
  downloadMs: number;
  attempts: number;
  maxBytes: Record<DocumentKind, number>;
}

export const defaultLimits: Limits = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  wholeMs: 120_000,
  downloadMs: 1_800_000,
  attempts: 5,
  maxBytes: Object.fromEntries(
    Object.entries(documentKinds).map(([kind, { maxBytes }]) => [kind, maxBytes]),
  ) as Record<DocumentKind, number>,
};
