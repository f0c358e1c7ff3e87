import { html, nothing } from "#api/pages/html.ts";
import type { Community } from "../../communities/service.ts";
import { asData, dayOf, factList, wordsOf } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import { membershipSection } from "./join-form.ts";

/** A community as its reader may see it, with the form to join or to leave. `typed` is what a refused form said. */
export function communityMarkup(community: Community, reader: Reader, typed: string): MemberPage {
  const { name, handle, summary, category, tags, status, memberCount, runBy, createdAt } =
    community;
  const people = runBy.map(({ name: person }) => html`<li>${person}</li>`);
  return {
    title: name,
    body: html`
${summary === null ? nothing : html`<p class="lead">${summary}</p>`}
${factList([
  ["Handle", handle],
  ["Category", category],
  ["Tags", tags.join(", ") || null],
  ["Members", memberCount.toLocaleString("en-US")],
  ["State", wordsOf(status)],
  ["Since", dayOf(createdAt)],
])}
${people.length === 0 ? nothing : html`<h2>Run by</h2><ul>${people}</ul>`}
${membershipSection(community, reader, typed)}
<p><a href="/communities">All communities</a></p>
${asData(`/v2/messaging/communities/${handle}`)}`,
  };
}
