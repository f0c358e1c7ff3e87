import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import type { CompanyData } from "./load-company.ts";

/** Who the company is: name, tickers, what it does, where, and which public roles it has open. */
export function identitySection({ profile, terminal }: CompanyData): Html {
  const { entity, profile: known, openRoles } = profile;
  const identity = terminal?.identity ?? null;
  const ticker = identity?.primaryTicker ?? identity?.serviceTicker ?? null;
  const facts: [string, string | Html | null][] = [
    ["Exchange", identity?.primaryExchange ?? null],
    ["Industry", known?.sicDescription ?? identity?.sicDescription ?? null],
    ["Location", entity.location],
    ["Incorporated in", known?.stateOfIncorporation ?? null],
    ["Fiscal year ends", fiscalYearEnd(identity?.fiscalYearEnd ?? null)],
    ["CIK", known?.cik ?? null],
    ["Website", website(profile)],
    ["Formerly", known?.formerNames.map(({ name }) => name).join(", ") || null],
  ];
  const status = terminal === null ? null : statusText(terminal);
  const text = known?.businessDescription ?? entity.description;
  return html`<h1>${entity.name}${ticker === null ? nothing : html` <span class="soft">${ticker}</span>`}</h1>
${known?.tagline == null ? nothing : html`<p class="lead">${known.tagline}</p>`}
${status === null ? nothing : html`<p>${status}</p>`}
<dl class="facts">${facts.map(([name, fact]) => (fact === null ? nothing : html`<div><dt>${name}</dt><dd>${fact}</dd></div>`))}</dl>
${text === null ? nothing : html`<p class="about">${text}</p>`}
${openRoles.length === 0 ? nothing : rolesSection(openRoles)}`;
}

const listingWords: Partial<Record<NonNullable<Terminal["identity"]["listingStatus"]>, string>> = {
  listed: "Listed.",
  over_the_counter: "Traded over the counter.",
  delisted: "No longer listed.",
  not_listed: "Not listed.",
};

/** Whether the company is listed and files, when it filed last, and what its figures come from. */
function statusText({ identity, filings, sources }: Terminal): string {
  const [last] = filings.rows;
  const { listingStatus, issuerStatus } = identity;
  const filed = last === undefined ? "" : `${last.form} of ${last.filingDate}`;
  const [, sample] = /from (the bundled sample of \S+)/.exec(sources[0]?.label ?? "") ?? [];
  return [
    listingStatus === null ? "" : listingWords[listingStatus],
    issuerStatus === "not_reporting" ? "No longer files." : "",
    filed && `Last filing: ${filed}.`,
    sample === undefined ? "" : `From ${sample}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Only the addresses that the profile found to be web addresses. */
function website({ publicContact }: CompanyData["profile"]): Html | null {
  const field = publicContact.fields.find(({ kind, href }) => kind === "website" && href !== null);
  if (!field?.href) return null;
  return html`<a rel="noopener nofollow" href="${field.href}">${field.value ?? field.href}</a>`;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "30 Sep" for "0930". */
function fiscalYearEnd(monthDay: string | null): string | null {
  const month = months[Number(monthDay?.slice(0, 2)) - 1];
  return month === undefined ? null : `${Number(monthDay?.slice(2))} ${month}`;
}

function rolesSection(roles: CompanyData["profile"]["openRoles"]): Html {
  const items = roles.map(
    ({ id, title, location, remotePolicy }) =>
      html`<li><a href="/roles/${id}">${title}</a> <span class="soft">${[location, remotePolicy].filter(Boolean).join(", ")}</span></li>`,
  );
  return html`<details class="roles"><summary>Open roles (${roles.length})</summary><ul>${items}</ul></details>`;
}
