import { escapeXml } from "./error-pages.ts";
import type { Figures, FilingRow } from "./figures.ts";
import { compareText } from "./wire.ts";

/** The feed reaches back this far from the day it is read. */
const feedDays = 30;
const pageSizes = [10, 20, 40, 80, 100];

interface FeedItem {
  figures: Figures;
  filing: FilingRow;
}

/**
 * The feed of newest filings (`action=getcurrent&output=atom`) as it stood at the end of `date`,
 * in ISO-8859-1. `type` selects forms by prefix, `owner` exclude or only is about insiders' forms
 * 3, 4 and 5. Null past the last page, where the service answers an error page.
 */
export function feedPage(
  companies: readonly Figures[],
  date: string,
  query: URLSearchParams,
): Buffer | null {
  const items = feedItems(companies, date).filter(wanted(query));
  const start = Math.max(0, Number(query.get("start")) || 0);
  const requestedCount = Number(query.get("count"));
  const count = pageSizes.includes(requestedCount) ? requestedCount : 40;
  if (start > 0 && start >= items.length) return null;
  const lines = [
    '<?xml version="1.0" encoding="ISO-8859-1" ?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Latest Filings - ${date}</title>`,
    '<link rel="alternate" href="/cgi-bin/browse-edgar?action=getcurrent"/>',
    '<link rel="self" href="/cgi-bin/browse-edgar?action=getcurrent"/>',
    "<id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>",
    "<author><name>Webmaster</name><email>webmaster@sec.gov</email></author>",
    `<updated>${easternTime(`${date}T22:00:00.000Z`)}</updated>`,
    ...items.slice(start, start + count).flatMap(entryLines),
    "</feed>",
    "",
  ];
  return latin1(lines.join("\n"));
}

function feedItems(companies: readonly Figures[], date: string): FeedItem[] {
  const oldest = new Date(Date.parse(date) - feedDays * 86_400_000).toISOString().slice(0, 10);
  return companies
    .flatMap((figures) => figures.filings.map((filing) => ({ figures, filing })))
    .filter(({ filing }) => oldest < filing.filingDate && filing.filingDate <= date)
    .sort(
      (a, b) =>
        compareText(acceptedAt(b.filing), acceptedAt(a.filing)) ||
        compareText(b.filing.accessionNumber, a.filing.accessionNumber),
    );
}

/** A filing whose time of acceptance is not known counts as accepted when its day began. */
function acceptedAt({ acceptanceDateTime, filingDate }: FilingRow): string {
  return acceptanceDateTime || `${filingDate}T05:00:00.000Z`;
}

const insiderForm = /^[345](\/A)?$/;

function wanted(query: URLSearchParams): (item: FeedItem) => boolean {
  const type = query.get("type") ?? "";
  const owner = query.get("owner") ?? "include";
  return ({ filing: { form } }) => {
    if (!form.startsWith(type)) return false;
    if (owner === "exclude") return !insiderForm.test(form);
    return owner !== "only" || insiderForm.test(form);
  };
}

function entryLines({ figures: { profile }, filing }: FeedItem): string[] {
  const { accessionNumber: accession, form, filingDate, size } = filing;
  const folder = `${Number(profile.cik)}/${accession.replaceAll("-", "")}`;
  return [
    "<entry>",
    `<title>${escapeXml(`${form} - ${profile.name} (${profile.cik}) (${role(form)})`)}</title>`,
    `<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${folder}/${accession}-index.htm"/>`,
    '<summary type="html">',
    ` &lt;b&gt;Filed:&lt;/b&gt; ${filingDate} &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; ${Math.round(Number(size) / 1024)} KB`,
    "</summary>",
    `<updated>${easternTime(acceptedAt(filing))}</updated>`,
    `<category scheme="https://www.sec.gov/" label="form type" term="${escapeXml(form)}"/>`,
    `<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>`,
    "</entry>",
  ];
}

/** The part the company has in a filing; other parties to it are not in the sample. */
function role(form: string): "Issuer" | "Subject" | "Filer" {
  if (insiderForm.test(form)) return "Issuer";
  return /^(144|SC|SCHEDULE)\b/.test(form) ? "Subject" : "Filer";
}

const eastern = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});

/** UTC to the feed's own notation: 2026-01-12T11:27:39-05:00. */
function easternTime(utc: string): string {
  const at = new Date(utc);
  const local = eastern.format(at).replace(" ", "T");
  const offset = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 3_600_000);
  return `${local}-0${-offset}:00`;
}

/** Characters beyond ISO-8859-1 become numeric references. */
function latin1(text: string): Buffer {
  const safe = text.replace(/[\u{100}-\u{10ffff}]/gu, (char) => `&#${char.codePointAt(0)};`);
  return Buffer.from(safe, "latin1");
}
