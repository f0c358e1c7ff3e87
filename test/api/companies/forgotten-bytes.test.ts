import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { createDocumentCache } from "#api/modules/companies/document-cache.ts";
import { createPageCache } from "#api/pages/page-cache.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What the fast path remembers of an address, and whether its bytes are still in memory after they were dropped. */
async function remembered(find: () => Promise<StoredBytes | null>, drop: () => void) {
  const known = await (async () => {
    const bytes = (await find()) as StoredBytes;
    return { again: bytes.again, bytes: new WeakRef(bytes) };
  })();
  drop();
  for (let n = 0; n < 3; n += 1) {
    await turn();
    collect();
  }
  return { isInMemory: known.bytes.deref() !== undefined, found: known.again?.() };
}

test("who remembers an address does not keep a dropped document in memory", async () => {
  const row = { body: gzipSync("document"), etag: '"a"' };
  const documents = createDocumentCache(async () => row, 1_000_000);
  documents.keep(true);

  const find = async () => documents.find("a", "terminal");
  const after = await remembered(find, () => documents.drop("a"));

  expect(after).toEqual({ isInMemory: false, found: undefined });
});

test("who remembers an address does not keep a dropped page in memory", async () => {
  const pages = createPageCache(1_000_000);
  pages.keep(true);

  const find = async () => pages.find("a", async () => ({ html: "page", entityId: "a" }));
  const after = await remembered(find, () => pages.drop("a"));

  expect(after).toEqual({ isInMemory: false, found: undefined });
});
