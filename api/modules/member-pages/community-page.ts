import { html, nothing } from "../../pages/html.ts";
import type { Community } from "../communities/service.ts";
import { asData, dayOf, factList, wordsOf } from "./parts.ts";
import type { MemberPage } from "./show-to-member.ts";

const membershipWords: Record<Community["membership"], string> = {
  member: "You are a member.",
  requested: "You asked to join. An owner or admin decides.",
  none: "You are not a member.",
};

const joiningWords: Record<Community["joining"], string> = {
  open: "Anyone may join at once.",
  request: "Who wants to join asks, and an owner or admin decides.",
  invite_only: "Members join by invitation.",
};

/** A community as its reader may see it. */
export function communityMarkup(community: Community): MemberPage {
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
<p>${membershipWords[community.membership]}${community.membership === "none" && status === "open" ? ` ${joiningWords[community.joining]}` : ""}</p>
${people.length === 0 ? nothing : html`<h2>Run by</h2><ul>${people}</ul>`}
${asData(`/v2/messaging/communities/${handle}`)}`,
  };
}
