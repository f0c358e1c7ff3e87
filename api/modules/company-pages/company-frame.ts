import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Deps } from "../../deps.ts";
import { orNull } from "../../http/errors.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { type Layout, layout } from "../../pages/layout.ts";
import { type Query, queryText } from "../../pages/query.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getTerminal } from "../companies/service.ts";
import { dataOf } from "./load-company.ts";

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
  /** The page's address after the company's. */
  path: string;
  /** Its query without the day. */
  query: Query;
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
  { profile, ...page }: Pick<Frame, "profile" | "section" | "path" | "query" | "day">,
): Promise<Frame> {
  const of = { entityId: profile.entity.id, view: { kind: "latest" } as const };
  const answer = await orNull(() => getTerminal(deps, of, null));
  const terminal = answer === null ? null : dataOf<Terminal>(answer);
  return {
    profile,
    ...page,
    ticker: terminal?.identity.primaryTicker ?? terminal?.identity.serviceTicker ?? null,
    currency: terminal?.financials.periods[0]?.currency ?? null,
    filedUpTo: terminal?.summary.asOf ?? null,
  };
}

interface CompanyPage extends Pick<Layout, "body" | "description" | "canonical" | "feed"> {
  /** What the page is of, without the company's name; nothing for the company itself. */
  title: string;
  /** Why the page is not of the day of its address. */
  refusal?: string;
}

/** A whole page of a company, under its bar. */
export function companyPage(frame: Frame, { title, refusal, ...of }: CompanyPage): string {
  const name = companyTitle(frame);
  const { path, query, day } = frame;
  const pointInTime = { path: baseOf(frame) + path, query, day };
  return layout({
    ...of,
    title: title === "" ? name : `${title}: ${name}`,
    bar: companyBar(frame),
    pointInTime: refusal === undefined ? pointInTime : { ...pointInTime, refusal },
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
  const { profile, section, path, query, day, ticker, currency, filedUpTo } = frame;
  const base = baseOf(frame);
  const links = Object.entries(sections).map(([key, { path, label }]) => {
    const here = key === section ? html` aria-current="page"` : nothing;
    return html`<a href="${base}${path}${dayText(frame)}"${here}>${label}</a>`;
  });
  const known = day === undefined ? filedUpTo && `filed up to ${filedUpTo}` : `as known on ${day}`;
  const facts = [ticker, known, currency]
    .filter((fact) => fact !== null)
    .map((fact, at) => html`${at === 0 ? "" : " · "}<span class="nowrap">${fact}</span>`);
  const address = `${base}${path}${queryText({ ...query, asOf: day })}`;
  const signIn = `/auth/account${queryText({ return_to: address })}`;
  // Whole for everybody; who is signed in gets a form in its place.
  const star = html`<span id="star" data-of="${profile.entity.id}" data-back="${address}"><a class="button" href="${signIn}" title="Sign in to put it on your watchlist">☆ Watch</a></span>`;
  return html`<section class="bar" aria-label="Company"><div><div class="who"><p><b>${profile.entity.name}</b> <span class="soft">${facts}</span></p>${star}</div>
<nav aria-label="Sections of the company">${links}</nav></div></section>`;
}
