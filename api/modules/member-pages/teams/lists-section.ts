import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { listTeam } from "../../entity-team/service.ts";
import { listEntityFilings } from "../../filings/service.ts";
import { listTeamReports } from "../../reports/service.ts";
import { listSeenPeople } from "../../search/service.ts";
import { dayOf, wordsOf } from "../parts.ts";
import type { TeamView } from "./view.ts";

/** As many rows of each list as the page shows. */
const shown = { limit: 50, offset: 0 };

const section = <T>(
  [id, title, none]: readonly [string, string, string],
  { rows, total }: Page<T>,
  item: (row: T) => Html,
): Html =>
  html`<h2 id="${id}">${title}</h2>
${rows.length === 0 ? html`<p>${none}</p>` : html`<ul class="listed">${rows.map((row) => html`<li>${item(row)}</li>\n`)}</ul>`}
${total > rows.length ? html`<p>The first ${rows.length} of ${total}. The API has all.</p>` : nothing}`;

const soft = (...facts: readonly (string | null | false)[]): Html =>
  html`<br><span class="soft">${facts.filter(Boolean).join(" · ")}</span>`;

/** The members; for owners and admins also addresses and who is invited. */
export async function membersSection(deps: Deps, { team, reader }: TeamView): Promise<Html> {
  const { role } = team.standing;
  const found = await listTeam(deps, { entityId: team.id, role }, shown);
  const ids = found.rows.flatMap(({ userId }) => userId ?? []);
  const seen = await listSeenPeople(deps.db, reader.caller.userId, ids);
  const pages = new Set(seen.map(({ id }) => id));
  return section(["members", "Members", "The team has no members."], found, (one) => {
    const { userId, name, email, status, joinedAt, permissions } = one;
    const called = html`<b>${name ?? email ?? "Somebody invited"}</b>`;
    const facts = [
      status === "invited" ? `Invited as ${one.role}` : wordsOf(one.role),
      one.role === "member" && permissions.length > 0 && `may ${permissions.join(", ")}`,
      name !== null && email,
      joinedAt !== null && `since ${dayOf(joinedAt)}`,
    ];
    return html`${userId !== null && pages.has(userId) ? html`<a href="/people/${userId}">${called}</a>` : called}${soft(...facts)}`;
  });
}

/** The reports about the entity with their documents. */
export async function reportsSection({ db }: Pick<Deps, "db">, { team }: TeamView): Promise<Html> {
  const found = await listTeamReports(db, team.id, shown);
  const none = "No report is about this team yet. Owners and admins make one with the API.";
  return section(["reports", "Reports", none], found, (one) => {
    const documents = one.documents.map(
      (key, at) =>
        html` <a href="/v2/reports/${one.id}/document/content?documentKey=${key}">Document ${at + 1}</a>`,
    );
    return html`<b>${one.title}</b>${soft(
      wordsOf(one.reportType),
      wordsOf(one.status),
      dayOf(one.updatedAt),
      one.isPublic ? "for everybody" : "for the team",
    )}${one.isPublic ? documents : nothing}`;
  });
}

/** The filings of the entity, drafts too. */
export async function filingsSection(deps: Deps, { team }: TeamView): Promise<Html> {
  const found = await listEntityFilings(deps, team.id, shown);
  const none = "Nothing is filed yet. Who has the permission listing.manage files with the API.";
  return section(["filings", "Filings", none], found, (one) => {
    const [issue] = one.issues;
    return html`<b>${wordsOf(one.schemaType)} ${one.reportingPeriodId}</b>${soft(
      wordsOf(one.status),
      dayOf(one.submittedAt ?? one.createdAt),
      one.version !== null && `version ${one.version}`,
      one.isPublic ? "for everybody" : "for the team",
    )}${issue === undefined ? nothing : html`<br>${one.issues.length} ${one.issues.length === 1 ? "issue" : "issues"}. The first: ${[issue.path.join("."), issue.message].filter(Boolean).join(": ")}`}`;
  });
}
