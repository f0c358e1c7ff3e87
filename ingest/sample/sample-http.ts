import { createHash } from "node:crypto";
import { SourceError } from "../errors.ts";
import type { Http, HttpResult } from "../http.ts";
import { sampleCompanies, sampleDate } from "./companies.ts";
import { readFigures } from "./figures.ts";
import { sampleFilings } from "./reports/sample-reports.ts";
import { answerTo } from "./routes.ts";

/**
 * A client that answers from the bundled sample whatever host is asked: the regulator's paths in its wire format, with
 * validators, and nothing that was filed after the sample's date. No request leaves the process. The figures are read
 * with the first request.
 */
export function openSampleHttp(now: () => Date): Http {
  const read = once(() => Promise.all(sampleCompanies.map(({ cik }) => readFigures(cik))));
  const archives = { filings: sampleFilings() };
  /** By path: a document that was sent is not made again to say that it is the same. */
  const etags = new Map<string, string>();
  return {
    async get(url, { etag: known }): Promise<HttpResult> {
      const { pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      if (known && known === etags.get(path)) return { status: "notModified" };
      const found = await answerTo(await read(), sampleDate, path, archives);
      if ("status" in found) return { status: "absent", httpStatus: found.status };
      const { contentType, modified } = found;
      const body = Buffer.from(found.body);
      const fetchedAt = now().toISOString();
      // The feed carries no validators, as the real one.
      if (modified === null) {
        return { status: "ok", body, contentType, etag: null, lastModified: null, fetchedAt };
      }
      // As the real service has it for who takes bodies packed.
      const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}-gzip"`;
      etags.set(path, etag);
      if (known === etag) return { status: "notModified" };
      const lastModified = new Date(modified).toUTCString();
      return { status: "ok", body, contentType, etag, lastModified, fetchedAt };
    },
    async download(url) {
      throw new SourceError("refused", url, "the bundled sample has no archives of many companies");
    },
    close: async () => {},
  };
}

/** Runs the work with the first call; all calls wait for the same result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= work());
}
