import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Deps } from "../../deps.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { type Layout, layout } from "../../pages/layout.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getTerminal } from "../companies/service.ts";
import { dataOf, orNull } from "./load-company.ts";
import { type Query, queryText } from "./page-address.ts";

/** The sections of a company, in the order of its bar. */
const sections = {
  overview: { path: "", label: "Overview" },
  financials: { path: "/financials", label: "Financials" },
  segments: { path: "/segments", label: "Segments" },
  valuation: { path: "/valuation", label: "Valuation" },
  filings: { path: "/filings", label: "Filings" },
  quality: { path: "/quality", label: "Quality" },
} as const;

export type Section = keyof typeof sections;

/** What all pages of a company have around them. */
export interface Frame {
  profile: CompanyProfile;
  section: Section;
  /** The past day that the page is of; undefined for today. */
  day: string | undefined;
  /** Null where no company of the regulator or of its team has one. */
  ticker: string | null;
  /** Of the newest period; null where no amount was filed. */
  currency: string | null;
  /** Newest filing date of the figures that are known now. */
  filedUpTo: string | null;
}

/** What stands around a page of the company: its bar, with what is known now of the company. */
export async function loadFrame(
  deps: Deps,
  { profile, section, day }: Pick<Frame, "profile" | "section" | "day">,
): Promise<Frame> {
  const of = { entityId: profile.entity.id, view: { kind: "latest" } as const };
  const answer = await orNull(() => getTerminal(deps, of, null));
  const terminal = answer === null ? null : dataOf<Terminal>(answer);
  return {
    ...{ profile, section, day },
    ticker: terminal?.identity.primaryTicker ?? terminal?.identity.serviceTicker ?? null,
    currency: terminal?.financials.periods[0]?.currency ?? null,
    filedUpTo: terminal?.summary.asOf ?? null,
  };
}

interface CompanyPage extends Pick<Layout, "body" | "description" | "canonical" | "feed"> {
  /** What the page is of, without the company's name; nothing for the company itself. */
  title: string;
  /** The page's address after the company's, and its query without the day, where it may be of a past day. */
  dated?: { path: string; query: Query };
}

/** A whole page of a company, under its bar. */
export function companyPage(frame: Frame, { title, dated, body, ...of }: CompanyPage): string {
  const name = companyTitle(frame);
  return layout({
    ...of,
    title: title === "" ? name : `${title}: ${name}`,
    bar: companyBar(frame),
    body: html`${dated === undefined ? nothing : dayForm(frame, dated)}${body}`,
    width: "wide",
    isEnhanced: true,
  });
}

/** "Apple Inc. (AAPL)" */
export const companyTitle = ({ profile, ticker }: Frame): string =>
  ticker === null ? profile.entity.name : `${profile.entity.name} (${ticker})`;

/** Path of the company's pages. */
export const baseOf = ({ profile }: Pick<Frame, "profile">) => `/companies/${profile.entity.slug}`;

/** The day of a page as its links carry it; nothing for today. */
export const dayText = ({ day }: Pick<Frame, "day">) => queryText({ asOf: day });

function companyBar(frame: Frame): Html {
  const { profile, section, day, ticker, currency, filedUpTo } = frame;
  const base = baseOf(frame);
  const links = Object.entries(sections).map(([key, { path, label }]) => {
    const here = key === section ? html` aria-current="page"` : nothing;
    return html`<a href="${base}${path}${dayText(frame)}"${here}>${label}</a>`;
  });
  const known = day === undefined ? filedUpTo && `filed up to ${filedUpTo}` : `as known on ${day}`;
  const facts = [ticker, known, currency].filter(Boolean).join(" · ");
  return html`<section class="bar" aria-label="Company"><div><p><b>${profile.entity.name}</b> <span class="soft">${facts}</span></p>
<nav aria-label="Sections of the company">${links}</nav></div></section>`;
}

/** A date field: the whole page, and its address, as of that day. */
function dayForm(frame: Frame, { path, query }: { path: string; query: Query }): Html {
  const action = baseOf(frame) + path;
  const kept = Object.entries(query).map(([name, value]) =>
    value ? html`<input type="hidden" name="${name}" value="${value}">` : nothing,
  );
  const back =
    frame.day === undefined
      ? nothing
      : html` <a href="${action}${queryText(query)}">Back to today</a>
<p role="status">You see what had been filed by ${frame.day}. Names and roles are today's.</p>`;
  return html`<form class="day" action="${action}">${kept}
<label>As known on <input type="date" name="asOf" value="${frame.day ?? ""}" min="2009-01-01"></label> <button>Show</button>${back}</form>
`;
}
