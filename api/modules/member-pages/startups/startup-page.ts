import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Startup } from "../../startups/service.ts";
import { asData, dayOf, factList, paragraphs, wordsOf } from "../parts.ts";
import type { MemberPage } from "../show-to-member.ts";
import { type Following, followSection } from "./follow-form.ts";

/** A startup as its reader's audience sees it, and the form to follow it. */
export function startupMarkup(startup: Startup, following: Following): MemberPage {
  const { name, tagline, sector, stage, location, foundedYear, teamSize, capitalStatus } = startup;
  return {
    title: name,
    body: html`
${tagline === null ? nothing : html`<p class="lead">${tagline}</p>`}
${factList([
  ["Sector", sector],
  ["Stage", stage],
  ["Location", location],
  ["Founded", foundedYear === null ? null : String(foundedYear)],
  ["Team", teamSize === null ? null : `${teamSize} people`],
  ["Capital", capitalText(capitalStatus)],
  ["Website", website(startup.websiteUrl)],
  ["State", startup.status === "published" ? null : "Unpublished"],
])}
${paragraphs(startup.description)}
<p class="soft small">You read this as ${startup.viewer.audience === "owner" ? "its team" : `the audience “${startup.viewer.audience.replaceAll("_", " ")}”`}. What is left out is not said, or not for this audience.</p>
${contentSection(startup)}
${baselineSection(startup)}
${followSection(startup, following)}
<p><a href="/startups">All startups</a></p>
${asData(`/v2/startups/${startup.slug}`)}`,
  };
}

function capitalText({ status, instrument, targetAmount, currency }: Startup["capitalStatus"]) {
  const target =
    targetAmount === null
      ? null
      : `${Number(targetAmount).toLocaleString("en-US")} ${currency ?? ""}`;
  const parts = [status, instrument].flatMap((one) => (one === null ? [] : [wordsOf(one)]));
  return [...parts, ...(target === null ? [] : [`target ${target.trim()}`])].join(", ") || null;
}

/** The address if it is a web address. */
const website = (url: string | null): Html | null =>
  url !== null && /^https?:\/\//.test(url)
    ? html`<a rel="noopener nofollow" href="${url}">${url}</a>`
    : null;

function contentSection({ publicContent }: Startup): Html {
  if (publicContent.length === 0) return nothing;
  const items = publicContent.map(
    ({ kind, id, title, at, value, unit }) =>
      html`<li>${kind === "role" ? html`<a href="/roles/${id}">${title}</a>` : title}${value === null ? nothing : html`: <b>${value}</b> ${unit ?? ""}`} <span class="soft">${[wordsOf(kind).toLowerCase(), dayOf(at)].filter(Boolean).join(", ")}</span></li>\n`,
  );
  return html`<h2>What it shows</h2><ul>${items}</ul>`;
}

function baselineSection({ baseline }: Startup): Html {
  if (baseline === null) return nothing;
  const { fields, summary, lockedAt } = baseline;
  const rows = fields.map(
    ({ label, value, unit, asOf, evidence }) =>
      html`<tr><th scope="row">${label}</th><td class="n">${value} ${unit ?? ""}</td><td>${asOf ?? "–"}</td><td class="n">${evidence.length}</td></tr>\n`,
  );
  return html`<h2>Baseline <span class="soft small">locked ${dayOf(lockedAt) ?? ""}</span></h2>
${summary === null ? nothing : paragraphs(summary.text)}
<div class="scroll" role="region" aria-label="Baseline" tabindex="0"><table><caption>Stated by the startup</caption><thead><tr><th scope="col">Figure</th><th scope="col" class="n">Value</th><th scope="col">As of</th><th scope="col" class="n">Evidence</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
