import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { capitalStatus } from "#schemas/shapes/platform/startup.ts";
import { listStartups, type StartupCard, startupsQuery } from "../../startups/service.ts";
import { choice, emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asData, wordsOf } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import type { StartupsAsked } from "./schemas.ts";

export const startupsPath = "/startups";

const names = {
  search: "Words",
  sector: "Sector",
  stage: "Stage",
  location: "Place",
  capitalStatus: "Capital",
};

/** Published startups that a form asks for, by what everybody may read. */
export async function startupsMarkup(
  { db }: Pick<Deps, "db">,
  fields: StartupsAsked,
  { caller }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(startupsQuery, fields, names);
  const found = "query" in asked ? await listStartups(db, caller.userId, asked.query) : null;
  const { page: _page, ...filters } = fields;
  return {
    title: "Startups",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">Startups that their founders have published. A founder decides who may follow and read more.</p>
${refusedQuestion(asked)}${askForm(fields)}
${found === null ? nothing : html`${foundList(found, queryText(filters) !== "")}${pageLinks(startupsPath, filters, found)}`}
${asData(`/v2/startups${queryText(filters)}`)}`,
  };
}

const askForm = ({
  search = "",
  sector = "",
  stage = "",
  location = "",
  ...fields
}: StartupsAsked): Html =>
  html`<form class="ask" action="${startupsPath}"><label>Words of name, tagline, sector and description <input type="search" name="search" value="${search}" maxlength="200"></label>
<label>Sector <input name="sector" value="${sector}" maxlength="200"></label>
<label>Stage <input name="stage" value="${stage}" maxlength="200"></label>
<label>Place <input name="location" value="${location}" maxlength="200"></label>
${choice(
  { name: "capitalStatus", label: "Capital", any: "Any" },
  capitalStatus.options.map((one) => [one, wordsOf(one)] as const),
  fields.capitalStatus,
)}<button class="first">Find startups</button></form>`;

function foundList(found: Page<StartupCard>, isAsked: boolean): Html {
  const { rows, total } = found;
  const all = isAsked ? html` <a href="${startupsPath}">All startups</a>` : nothing;
  if (rows.length === 0) {
    return emptyNote(found, {
      isAsked,
      all,
      unlike: "No startups match. Try fewer words.",
      none: html`No startup is published yet. The owner of a company lists it as a startup with the API.`,
    });
  }
  const items = rows.map(
    ({ slug, name, tagline, sector, stage, location, capitalStatus: capital }) =>
      html`<li><a href="${startupsPath}/${slug}"><b>${name}</b></a><br>${tagline === null ? nothing : html`${tagline}<br>`}<span class="soft">${[sector, stage, location, capital.status && wordsOf(capital.status)].filter(Boolean).join(" · ")}</span></li>\n`,
  );
  return html`<p>${total.toLocaleString("en-US")} ${total === 1 ? "startup" : "startups"}.${all}</p><ul class="listed">${items}</ul>`;
}
