import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { StoredBytes } from "../http/requests/handled.ts";

const parts = ["search", "live-form", "screen", "chart", "row-chart", "compare"] as const;

/** The files of the script in one, each in a block, so that their names do not meet. */
const text = parts
  .map((name) => readFileSync(new URL(`browser/${name}.js`, import.meta.url), "utf8"))
  .map((part) => `{\n${part}}\n`)
  .join("");

const identity = Buffer.from(text);
const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 16);

/** Address of the one script of public pages: another one for other bytes, so that browsers keep it for good. */
export const scriptAddress: string = `/tenk.js?v=${digest}`;

/** The script under its address is never another. */
const forGood: StoredBytes = {
  identity,
  gzip: gzipSync(identity, { level: 9 }),
  etag: `"${digest}"`,
  visibility: "public",
  type: "text/javascript; charset=utf-8",
  headers: { "cache-control": "public, max-age=31536000, immutable" },
  again: () => forGood,
};

const { headers: _forGood, ...shortly } = forGood;
const forAMinute: StoredBytes = { ...shortly, again: () => forAMinute };

/** The script of public pages. Only under the address of its digest it may be kept for good. */
export const findScript = (version: string | undefined): StoredBytes =>
  version === digest ? forGood : forAMinute;
