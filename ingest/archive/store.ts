/**
 * Raw documents as they came, named by the sha256 of their unpacked bytes and stored compressed.
 * The same body is stored once; a stored body never changes.
 */
export interface Archive {
  /** Returns only when the body is durable; storing it again costs no second copy and mends a damaged one. */
  put(body: Buffer): Promise<StoredDocument>;
  /** The exact bytes; throws ArchiveError when they are missing or no longer match the digest. */
  get(digest: string): Promise<Buffer>;
  has(digest: string): Promise<boolean>;
  /**
   * Moves what is stored under a digest to `damaged/`, where it stays as evidence: from then on the document is
   * missing and can be stored anew. Nothing happens where there is none.
   */
  setAside(digest: string): Promise<void>;
}

/** `sizeBytes` counts the unpacked body. */
interface StoredDocument {
  digest: string;
  sizeBytes: number;
}
