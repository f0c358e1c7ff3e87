import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { type CountLookup, uncounted } from "../cache-counter.ts";
import type { StoredBytes } from "../http/requests/handled.ts";
import { contentPolicy } from "./content-policy.ts";

/** What a page is made of, and the company whose rebuild makes it old; null for a page of no one company. */
export interface MadePage {
  html: string;
  entityId: string | null;
}

/** Finished public pages in memory, bounded by bytes; requests for one page at once make it once. */
export interface PageCache {
  /** The page kept under the key, or the one that `make` makes. What `make` throws is kept for nobody. */
  find(key: string, make: () => Promise<MadePage>): StoredBytes | Promise<StoredBytes>;
  /** Forgets the pages of one company, and those of no one company. */
  drop(entityId: string): void;
  /** While false nothing is kept: nobody would say that it has changed. */
  keep(isListening: boolean): void;
}

interface KeptPage {
  entityId: string | null;
  page: StoredBytes & { gzip: Buffer };
}

// What no notification tells of, such as a new public role, is seen after this.
const trustMs = 60_000;
const pack = promisify(gzip);

/** An empty cache that keeps pages of at most `bytesMax` bytes together. */
export function createPageCache(bytesMax: number, count: CountLookup = uncounted): PageCache {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: bytesMax,
    sizeCalculation: ({ page }) => page.identity.length + page.gzip.length + 512,
    ttl: trustMs,
  });
  const making = new Map<string, Promise<StoredBytes>>();
  let isKeeping = false;

  // Apart from the making itself: who remembers this function must not keep its page in memory.
  const keptAt = (key: string) => () => kept.get(key)?.page;

  const start = async (key: string, make: () => Promise<MadePage>): Promise<StoredBytes> => {
    const isCurrent = () => making.get(key) === pending;
    const pending = make()
      .then((made) => finish(made, keptAt(key)))
      .then((one) => {
        // A notification meanwhile means that the page may be of the rows before: not kept.
        if (isKeeping && isCurrent()) kept.set(key, one);
        return one.page;
      });
    making.set(key, pending);
    try {
      return await pending;
    } finally {
      if (isCurrent()) making.delete(key);
    }
  };

  return {
    find(key, make) {
      const page = kept.get(key)?.page;
      count(page !== undefined);
      return page ?? making.get(key) ?? start(key, make);
    },
    drop(entityId) {
      making.clear();
      for (const [key, one] of kept.entries()) {
        if (one.entityId === entityId || one.entityId === null) kept.delete(key);
      }
    },
    keep(isListening) {
      isKeeping = isListening;
      kept.clear();
      making.clear();
    },
  };
}

async function finish(
  { html, entityId }: MadePage,
  again: StoredBytes["again"],
): Promise<KeptPage> {
  const identity = Buffer.from(html);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  const headers = { "content-security-policy": contentPolicy({ isEnhanced: true }) };
  const page = { ...sentAsPage, headers, identity, gzip: await pack(identity), etag, again };
  return { entityId, page };
}

const sentAsPage = {
  visibility: "public" as const,
  type: "text/html; charset=utf-8",
};
