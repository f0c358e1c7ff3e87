import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { listOwnTeams } from "../../entities/service.ts";
import { emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asData, wordsOf } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import type { TeamsAsked } from "./schemas.ts";

export const teamsPath = "/teams";

type Teams = Awaited<ReturnType<typeof listOwnTeams>>;

/** The teams that the reader is in, by name. */
export async function teamsMarkup(
  { db }: Pick<Deps, "db">,
  fields: TeamsAsked,
  { caller }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(pageQuery, fields, {});
  const found = "query" in asked ? await listOwnTeams(db, caller, asked.query) : null;
  return {
    title: "Your teams",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">Companies, funds and organizations whose team you are in, with their profile, members, reports and filings.</p>
${refusedQuestion(asked)}
${found === null ? nothing : html`${foundList(found)}${pageLinks(teamsPath, {}, found)}`}
${asData("/api/v1/entities")}`,
  };
}

function foundList(found: Teams): Html {
  if (found.rows.length === 0) {
    return emptyNote(found, {
      isAsked: false,
      all: nothing,
      unlike: "",
      none: html`You are in no team yet. Ask an owner or admin of a team to invite you, or make your own with the API: <code>POST /api/v1/entities</code>, with a token. Its maker is its owner.`,
    });
  }
  return html`<ul class="listed">${found.rows.map(itemMarkup)}</ul>`;
}

const itemMarkup = ({ id, name, entityType, role, isPublished }: Teams["rows"][number]): Html =>
  html`<li><a href="${teamsPath}/${id}"><b>${name}</b></a><br><span class="soft">${[wordsOf(entityType), `you are ${roleWords[role]}`, isPublished ? "public" : "not public"].join(" · ")}</span></li>\n`;

/** What a person of a role is. */
export const roleWords = { owner: "the owner", admin: "an admin", member: "a member" } as const;
