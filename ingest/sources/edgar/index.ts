import type { AnnouncedFiling, Source } from "../source.ts";
import { edgar } from "./description.ts";
import { againOf } from "./gather/fetch-again.ts";
import { gatherCompany } from "./gather/gather-company.ts";
import { type Edgar, listDay, listNewest } from "./list.ts";
import { locateUrl } from "./urls.ts";

/** The regulator: EDGAR itself, a mirror of it, or the built-in one. */
export function createEdgarSource(
  connection: Edgar & { now: () => Date; via: string | null },
): Source {
  const { http, hosts, now, via } = connection;
  return {
    description: edgar,
    via,
    list: (since) => listSince(connection, since, now()),
    listDay: (date) => listDay(connection, date),
    listNewest: () => listNewest(connection),
    fetch: ({ url, kind }, known) => http.get(locateUrl(url, hosts), { kind, ...known }),
    gather(cik, context) {
      return gatherCompany(cik, { ...context, hosts, via: this.via });
    },
    again(document, context) {
      return againOf(document, { ...context, hosts, via: this.via });
    },
  };
}

const dayMs = 86_400_000;

/** The daily indexes up to now, then what the feed has of days whose index is still to come. */
async function* listSince(
  connection: Edgar,
  since: string,
  now: Date,
): AsyncGenerator<AnnouncedFiling> {
  let indexedUntil = since;
  for (let at = Date.parse(since); at <= now.getTime(); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10);
    const entries = await listDay(connection, date);
    if (entries.length > 0) indexedUntil = date;
    yield* entries;
  }
  for await (const entries of listNewest(connection)) {
    yield* entries.filter(({ filed }) => filed >= indexedUntil);
    if (entries.every(({ filed }) => filed < indexedUntil)) return;
  }
}
