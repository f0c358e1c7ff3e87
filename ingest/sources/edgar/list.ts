import { SourceError } from "../../errors.ts";
import type { Http } from "../../http.ts";
import { type FeedEntry, parseCurrentFeed } from "./current-feed.ts";
import { type IndexEntry, parseDailyIndex } from "./daily-index.ts";
import { currentFeedUrl, dailyIndexUrl, type EdgarHosts, locateUrl } from "./urls.ts";

/** How EDGAR is reached. */
export interface Edgar {
  http: Pick<Http, "get">;
  hosts: EdgarHosts;
}

/** The filings of one day (ISO date); none for a weekend, a holiday, a day to come, or a mirror without the index. */
export async function listDay({ http, hosts }: Edgar, date: string): Promise<IndexEntry[]> {
  const answer = await http.get(locateUrl(dailyIndexUrl(date), hosts), { kind: "index" });
  return answer.status === "ok" ? parseDailyIndex(answer.body) : [];
}

const pageSize = 100;
/** The feed holds some five thousand entries. */
const pagesMax = 60;

/**
 * Pages of the feed of newest filings, newest first, until the feed ends; stop reading when what you look
 * for is behind you. Filings that arrive meanwhile move others to the next page, so one may come twice.
 * Throws SourceError when not even the first page is served.
 */
export async function* listNewest({ http, hosts }: Edgar): AsyncGenerator<FeedEntry[]> {
  for (let page = 0; page < pagesMax; page += 1) {
    const url = locateUrl(currentFeedUrl({ start: page * pageSize, count: pageSize }), hosts);
    const answer = await http.get(url, { kind: "feed" });
    if (answer.status !== "ok") {
      if (page > 0 || url.startsWith("file:")) return;
      throw new SourceError("unavailable", url, "the feed of newest filings is not served");
    }
    const entries = parseCurrentFeed(answer.body);
    if (entries.length === 0) return;
    yield entries;
  }
}
