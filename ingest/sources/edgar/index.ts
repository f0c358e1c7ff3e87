import type { AnnouncedFiling, Source } from "../source.ts";
import { type Edgar, listDay, listNewest } from "./list.ts";
import { parseDocument } from "./parse.ts";
import { locateUrl } from "./urls.ts";

/** The regulator: EDGAR itself, a mirror of it, or the built-in one. */
export function createEdgarSource(edgar: Edgar & { now: () => Date }): Source {
  return {
    name: "regulator",
    list: (since) => listSince(edgar, since, edgar.now()),
    fetch: ({ url, kind }, known) =>
      edgar.http.get(locateUrl(url, edgar.hosts), { kind, ...known }),
    parse: parseDocument,
  };
}

const dayMs = 86_400_000;

/** The daily indexes up to now, then what the feed has of days whose index is still to come. */
async function* listSince(edgar: Edgar, since: string, now: Date): AsyncGenerator<AnnouncedFiling> {
  let indexedUntil = since;
  for (let at = Date.parse(since); at <= now.getTime(); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10);
    const entries = await listDay(edgar, date);
    if (entries.length > 0) indexedUntil = date;
    yield* entries;
  }
  for await (const entries of listNewest(edgar)) {
    yield* entries.filter(({ filed }) => filed >= indexedUntil);
    if (entries.every(({ filed }) => filed < indexedUntil)) return;
  }
}
