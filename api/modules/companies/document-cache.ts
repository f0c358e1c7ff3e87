import { constants, gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Answer } from "../../and-then.ts";
import { type CountLookup, uncounted } from "../../cache-counter.ts";

export type DocumentKind = "terminal" | "financials";

/** A stored document as it is sent. */
export interface CompanyDocument {
  /** Unpacked when first asked for, then kept. */
  readonly identity: Buffer;
  gzip: Buffer;
  /** With its quotes. */
  etag: string;
  /** Whether shared caches may keep it. */
  visibility: "public" | "private";
  /** True for an entity without a CIK: its team may have another document, of all its filings. */
  isOwn?: boolean | undefined;
  /** True for a claimed company: its ladder changes without a build. */
  isClaimed?: boolean | undefined;
  /** The document that is cached in its place now; only of what can be cached. */
  again?: (() => CompanyDocument | undefined) | undefined;
}

export interface Documents {
  /** Null when there is no such published entity or no such document. */
  find(entityId: string, kind: DocumentKind): Answer<CompanyDocument | null>;
  /** Within a transaction: the documents of all requests. */
  shared?: Documents;
}

export interface DocumentCache extends Documents {
  /**
   * The same documents for a transaction, whose `load` reads what is not in memory. It keeps nothing, because the
   * transaction may see what is never committed, and waits for no other reader.
   */
  within(load: LoadDocument): Documents;
  /** Forgets one company: it was rebuilt. */
  drop(entityId: string): void;
  /** Forgets everything: notifications may have been missed. */
  clear(): void;
  /** While false nothing is cached, because notifications of changes do not arrive. */
  keep(isListening: boolean): void;
}

export type LoadDocument = (entityId: string, kind: DocumentKind) => Promise<PackedDocument | null>;

interface PackedDocument {
  body: Buffer;
  etag: string;
  isOwn?: boolean;
  isClaimed?: boolean;
}

// A connection can break unnoticed; this bounds for how long stale documents are served.
const trustMs = 60_000;

/** Finished documents in memory, bounded by bytes; concurrent misses of one document load it once. */
export function createDocumentCache(
  load: LoadDocument,
  bytesMax: number,
  count: CountLookup = uncounted,
): DocumentCache {
  const cache = new LRUCache<string, CompanyDocument>({
    maxSize: bytesMax,
    // Room for the plain form, which is made later, is counted from the start.
    sizeCalculation: ({ gzip }) => gzip.length + unpackedLength(gzip) + 512,
    ttl: trustMs,
    // To the second is exact enough, and the cache needs no timer for each millisecond of reads.
    ttlResolution: 1000,
  });
  const loading = new Map<string, Promise<CompanyDocument | null>>();
  let isKeeping = false;

  // Apart from the reading itself: who remembers this function must not keep its document in memory.
  const cachedAt = (key: string) => () => cache.get(key);

  const fetchDocument = async (key: string, entityId: string, kind: DocumentKind) => {
    const isCurrent = () => loading.get(key) === pending;
    const pending = read(load, entityId, kind).then((document) => {
      if (document !== null) document.again = cachedAt(key);
      // A notification during the load means that it may have read the old version: not kept.
      if (document !== null && isKeeping && isCurrent()) cache.set(key, document);
      return document;
    });
    loading.set(key, pending);
    try {
      return await pending;
    } finally {
      if (isCurrent()) loading.delete(key);
    }
  };

  const find: Documents["find"] = (entityId, kind) => {
    const key = `${kind} ${entityId}`;
    const cached = cache.get(key);
    count(cached !== undefined);
    return cached ?? loading.get(key) ?? fetchDocument(key, entityId, kind);
  };

  const documents: DocumentCache = {
    find,
    within: (own) => ({
      shared: documents,
      find: (entityId, kind) => cache.get(`${kind} ${entityId}`) ?? read(own, entityId, kind),
    }),
    drop(entityId) {
      for (const kind of ["terminal", "financials"] as const) {
        cache.delete(`${kind} ${entityId}`);
        loading.delete(`${kind} ${entityId}`);
      }
    },
    clear() {
      cache.clear();
      loading.clear();
    },
    keep(isListening) {
      isKeeping = isListening;
      cache.clear();
      loading.clear();
    },
  };
  return documents;
}

async function read(
  load: LoadDocument,
  entityId: string,
  kind: DocumentKind,
): Promise<CompanyDocument | null> {
  const row = await load(entityId, kind);
  return row === null ? null : companyDocument(row, "public");
}

/** A stored document as it is sent. */
export function companyDocument(
  row: PackedDocument,
  visibility: CompanyDocument["visibility"],
): CompanyDocument {
  let identity: Buffer | null = null;
  return {
    get identity() {
      identity ??= unpack(row.body);
      return identity;
    },
    gzip: row.body,
    etag: row.etag.startsWith('"') ? row.etag : `"${row.etag}"`,
    visibility,
    isOwn: row.isOwn,
    isClaimed: row.isClaimed,
  };
}

/** Into one buffer of the whole length: by default the text would be put together from pieces of 16 kB. */
const unpack = (gzip: Buffer) =>
  gunzipSync(gzip, { chunkSize: Math.max(chunkMin, unpackedLength(gzip) + 1) });

/** The smallest chunk that zlib takes. */
const chunkMin = constants.Z_MIN_CHUNK;

/** The length that gzip notes in its last four bytes. */
const unpackedLength = (gzip: Buffer) => gzip.readUInt32LE(gzip.length - 4);
