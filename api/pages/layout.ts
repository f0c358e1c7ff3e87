import { type Html, html, nothing } from "./html.ts";
import { dayControl, type PointInTime } from "./point-in-time.ts";
import { queryText } from "./query.ts";
import { unknownReader } from "./reader.ts";
import { scriptAddress } from "./script.ts";
import { stylesheet } from "./stylesheet.ts";

export interface Layout {
  title: string;
  /** The whole of `main`, headings included. */
  body: Html;
  /** Between the site's header and `main`: what stays in sight of a group of pages. */
  bar?: Html;
  /** Below the bar, on a page that knows days: its day, which the header's links keep. */
  pointInTime?: PointInTime;
  /** "narrow" for a form or a note, "wide" for tables and charts. */
  width: "narrow" | "wide";
  /** What search engines show. */
  description?: string;
  /** Path and query of the page, to which a sign-in comes back; not needed where it knows days. */
  address?: string;
  /** Path of the page's one address, where it has others. */
  canonical?: string;
  /** Address of the page's Atom feed, where it has one. */
  feed?: string | undefined;
  /** What the search field holds. */
  search?: string;
  /** Beside the standing links, where the page is not of the site but a document by itself: neither. */
  isDocument?: boolean;
  /** With the script of public pages, which the content policy must allow; pages with secrets have none. */
  isEnhanced?: boolean;
  /** Seconds after which the browser asks for the page again. */
  refreshAfter?: string;
  /** A script in the page itself, which its content policy must allow. */
  script?: string | undefined;
}

/** Three bars that grow, on a ledger line. */
const shapes =
  '<rect x="3" y="13" width="4.5" height="6" rx="1"/><rect x="9.75" y="9" width="4.5" height="10" rx="1"/>' +
  '<rect x="16.5" y="4" width="4.5" height="15" rx="1"/><rect x="2" y="20.5" width="20" height="1.5" rx=".75"/>';

const mark: Html = {
  html: `<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${shapes}</svg>`,
};

/** The mark as an image of its own. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#0e7490">${shapes}</svg>`;

const icon: Html = {
  html: `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(iconSvg)}">`,
};

const links: readonly [href: string, text: string][] = [
  ["/screen", "Screen"],
  ["/compare", "Compare"],
  ["/api/docs", "API"],
];

/** Pages that may be of a past day, too. */
const dated: ReadonlySet<string> = new Set(["/compare"]);

const addressOf = (page: PointInTime | undefined) =>
  page && `${page.path}${queryText({ ...page.query, asOf: page.day })}`;

const siteHeader = ({ search = "", pointInTime, address }: Layout) => {
  const asOf = pointInTime?.day;
  const day =
    asOf === undefined ? nothing : html`<input type="hidden" name="asOf" value="${asOf}">`;
  const items = links.map(
    ([href, text]) =>
      html`<a href="${href}${dated.has(href) ? queryText({ asOf }) : ""}">${text}</a>`,
  );
  return html`
<header class="site"><a class="home" href="/">${mark}<span>Tenk</span></a>
<form role="search" action="/" class="find">${day}<input type="search" name="search" value="${search}" maxlength="100" aria-label="Company or ticker" placeholder="Company or ticker"><button>Find</button></form>
<nav aria-label="Site">${items}${unknownReader(address ?? addressOf(pointInTime))}</nav></header>`;
};

/** Pages for members, which public pages lead to from their foot. */
const memberLinks: readonly [href: string, text: string][] = [
  ["/roles", "Roles"],
  ["/startups", "Startups"],
  ["/communities", "Communities"],
  ["/people", "People"],
  ["/scenarios", "Scenarios"],
  ["/teams", "Teams"],
];

const siteFooter = html`
<footer class="site"><nav aria-label="Members">${memberLinks.map(([href, text]) => html`<a href="${href}">${text}</a> `)}</nav><p>Figures come from filings with the U.S. Securities and Exchange Commission. They are analysis only, not investment advice, and may contain errors.</p></footer>`;

const pageScript = html`<script type="module" src="${scriptAddress}"></script>`;

/** What each page begins with, whatever it shows. */
const prefix: string = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${icon}
<style>${{ html: stylesheet }}</style>`.html;

/** A whole page with the product's name, mark and stylesheet, as text. It needs nothing from elsewhere. */
export function layout(of: Layout): string {
  const { title, body, width, description, canonical, feed, script } = of;
  const isPage = of.isDocument !== true;
  const rest = html`
<title>${title} · Tenk</title>
${of.refreshAfter === undefined ? nothing : html`<meta http-equiv="refresh" content="${of.refreshAfter}">`}${description === undefined ? nothing : html`<meta name="description" content="${description}">`}
${canonical === undefined ? nothing : html`<link rel="canonical" href="${canonical}">`}
${feed === undefined ? nothing : html`<link rel="alternate" type="application/atom+xml" href="${feed}">`}${of.isEnhanced === true ? pageScript : nothing}</head>
<body class="${width}">${isPage ? html`<a class="skip" href="#main">Skip to the content</a>${siteHeader(of)}` : nothing}${of.bar ?? nothing}${of.pointInTime === undefined ? nothing : dayControl(of.pointInTime)}
<main id="main">${body}</main>${isPage ? siteFooter : nothing}${script === undefined ? nothing : html`<script type="module">${{ html: script }}</script>`}</body></html>
`;
  return prefix + rest.html;
}
