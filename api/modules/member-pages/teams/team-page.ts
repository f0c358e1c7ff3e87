import type { Deps } from "#api/deps.ts";
import { html, nothing } from "#api/pages/html.ts";
import { permits } from "#schemas/shapes/accounts/team.ts";
import { getEntity } from "../../entities/service.ts";
import { getDraft, getPublication } from "../../publication/service.ts";
import { findListingAnyhow } from "../../startups/service.ts";
import { asData } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import type { Team } from "./access.ts";
import { filingsSection, membersSection, reportsSection } from "./lists-section.ts";
import { profileSection } from "./profile-section.ts";
import { publicationSection } from "./publication-section.ts";
import type { TeamFields } from "./schemas.ts";
import { roleWords, teamsPath } from "./teams-page.ts";

/** A team as its members see it, with the forms that the reader may send. */
export async function teamMarkup(
  deps: Deps,
  team: Team,
  { reader, typed }: { reader: Reader; typed: TeamFields | null },
): Promise<MemberPage> {
  const { db } = deps;
  const entity = await getEntity(db, team.id, reader.caller);
  const startup = await findListingAnyhow(db, team.id);
  const mayManage = permits(team.standing, "listing.manage");
  const view = { team, reader, typed, mayManage };
  return {
    title: entity.name,
    body: html`
<p class="lead">You are ${roleWords[team.standing.role]} of this team.</p>
${startup === null ? nothing : html`<p><a href="/startups/${startup.slug}">Its page as a startup</a></p>`}
${profileSection(entity, mayManage ? await getDraft(db, { entityId: team.id }) : null, view)}
${publicationSection(entity, mayManage ? await getPublication(db, team.id) : null, view)}
${await membersSection(deps, view)}
${await reportsSection(deps, view)}
${await filingsSection(deps, view)}
<p><a href="${teamsPath}">All your teams</a></p>
${asData(`/api/v1/entities/${team.id}`)}`,
  };
}
