import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { type DirectoryProfile, findListing, getSummary } from "../../directory/service.ts";
import { itemsMax, listOwnItems, listSkillsOfPeople } from "../../hiring/service.ts";
import type { SeenPerson } from "../../search/service.ts";
import { asData, asOpenData, dayOf, factList, linked, paragraphs } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";

type Snapshot = DirectoryProfile["snapshot"];

/** What candidate search and the directory show of a person; the person also sees the own portfolio items. */
export async function personMarkup(
  deps: Deps,
  person: SeenPerson,
  { caller }: Reader,
): Promise<MemberPage> {
  const { id, name, slug, bio, headline, isSelf, isFound } = person;
  const named = { subjectType: "person", slug };
  const listed = await findListing(deps, named);
  const record = listed === null ? null : await getSummary(deps, named, caller);
  const skills = isSelf || isFound ? ((await listSkillsOfPeople(deps.db, [id])).get(id) ?? []) : [];
  return {
    title: name,
    body: html`
${headline === null ? nothing : html`<p class="lead">${headline}</p>`}
${isSelf ? selfNote(person, listed !== null) : nothing}
${paragraphs(bio)}
${skillsSection(skills)}
${isSelf ? await ownItems(deps, id) : nothing}
${listed === null ? nothing : listingSection(listed.snapshot)}
${
  record === null
    ? nothing
    : items(
        "Reports",
        record.reportIndex.map(
          ({ title, publishedAt }) =>
            html`${title} <span class="soft nowrap">${dayOf(publishedAt) ?? ""}</span>`,
        ),
      )
}
<p><a href="/people">Find people</a></p>
${listed === null ? asOpenData(`/api/v1/users/profile/${id}`) : asOpenData(`/v2/directory/person/${slug}/profile-experience`)}
${isSelf ? asData("/api/v1/hiring/my-skills") : nothing}`,
  };
}

/** Who sees the page of the reader. */
function selfNote({ isFound }: SeenPerson, isListed: boolean): Html {
  const others =
    isFound || isListed
      ? "This is your page. Others who are signed in see it, except those with a block between you."
      : "This is your page. Others do not see it: you have saved no skills, or may not be found, and are not in the directory.";
  return html`<p role="status">${others}</p>`;
}

const items = (title: string, rows: readonly Html[]): Html =>
  rows.length === 0
    ? nothing
    : html`<h2>${title}</h2><ul class="said">${rows.map((row) => html`<li>${row}</li>\n`)}</ul>`;

const skillsSection = (skills: readonly { name: string; level: string | null }[]): Html =>
  items(
    "Skills",
    skills.map(
      ({ name, level }) =>
        html`${name}${level === null ? nothing : html` <span class="soft">${level}</span>`}`,
    ),
  );

async function ownItems({ db }: Pick<Deps, "db">, userId: string): Promise<Html> {
  const { rows } = await listOwnItems(db, userId, { limit: itemsMax, offset: 0 });
  if (rows.length === 0) return nothing;
  return html`${items(
    "Portfolio items",
    rows.map(({ title, url }) => linked(title, url)),
  )}<p class="soft small">You alone see them here. Teams see those that your <a href="/applications">applications</a> name.</p>`;
}

function listingSection(snapshot: Snapshot): Html {
  const { websiteUrl, overview, socialLinks } = snapshot;
  return html`<h2>In the directory</h2>
${factList([
  ["Category", snapshot.category],
  ["Location", snapshot.location],
  ["Website", websiteUrl === null ? null : linked(websiteUrl, websiteUrl)],
  ["Email", snapshot.directEmail ?? null],
  ["Telephone", snapshot.directPhone ?? null],
  ["Address", snapshot.streetAddress ?? null],
])}
${paragraphs(overview)}
${items("Experience", snapshot.experienceOrTeam.map(listedItem))}
${items("Credentials", snapshot.credentials.map(listedItem))}
${items("Public evidence", snapshot.publicEvidence.map(listedItem))}
${items(
  "Links",
  socialLinks.map(({ label, url }) => linked(label, url)),
)}`;
}

const listedItem = ({ label, detail, url }: Snapshot["credentials"][number]): Html =>
  html`${linked(label, url)}${detail === null ? nothing : html` <span class="soft">${detail}</span>`}`;
