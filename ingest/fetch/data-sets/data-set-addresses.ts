import type { IngestContext } from "../../context.ts";
import { SourceError, type SourceErrorCode } from "../../errors.ts";
import { dataSetPages, dataSetUrls, edgarHosts, locateUrl } from "../../sources/edgar/urls.ts";

/** Where the source has its quarters of the Financial Statement Data Sets. */
export interface DataSetList {
  /** True addresses by quarter, as a page links to them; null where no such page can be read. */
  linked: ReadonlyMap<string, string> | null;
}

/** Reads the page that links to the quarters. Throws SourceError when the source cannot be asked now. */
export async function listDataSets(context: IngestContext): Promise<DataSetList> {
  for (const page of dataSetPages) {
    const body = await readPage(page, context);
    const linked = body === null ? new Map<string, string>() : linksIn(body, page, context);
    if (linked.size > 0) return { linked };
  }
  return { linked: null };
}

/** The true addresses at which a quarter may be; none for one that the page of links does not have. */
export function addressesOf(quarter: string, { linked }: DataSetList): string[] {
  if (linked === null) return dataSetUrls(quarter);
  const url = linked.get(quarter);
  return url === undefined ? [] : [url];
}

const withoutPage: ReadonlySet<SourceErrorCode> = new Set([
  "refused",
  "wrong_content",
  "truncated",
  "corrupt",
  "too_large",
]);

async function readPage(page: string, { http, hosts }: IngestContext): Promise<string | null> {
  try {
    const answer = await http.get(locateUrl(page, hosts), { kind: "data-set-list" });
    return answer.status === "ok" ? answer.body.toString("utf8") : null;
  } catch (error) {
    if (!(error instanceof SourceError) || !withoutPage.has(error.code)) throw error;
    return null;
  }
}

const link = /href ?= ?["']([^"'<>]{1,300})["']/gi;
const quarterName = /\/(\d{4}q[1-4])\.zip$/i;

/** Links to other hosts are left out. */
function linksIn(html: string, page: string, { hosts }: IngestContext): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, href = ""] of html.matchAll(link)) {
    const url = URL.parse(href, page)?.href ?? "";
    const quarter = quarterName.exec(url)?.[1]?.toLowerCase();
    const host = [edgarHosts.www, hosts.www].find((one) => url.startsWith(`${one}/`));
    if (host === undefined || quarter === undefined) continue;
    found.set(quarter, edgarHosts.www + url.slice(host.length));
  }
  return found;
}
