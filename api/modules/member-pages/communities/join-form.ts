import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Community } from "../../communities/service.ts";
import { memberForm } from "../member-form.ts";
import { type Reader, refusal } from "../show-to-member.ts";
import type { MembershipFields } from "./schemas.ts";

export const aboutMembership = (act: MembershipFields["act"], roomId: string) => [
  "community",
  act,
  roomId,
];

const membershipWords: Record<Community["membership"], string> = {
  member: "You are a member.",
  requested: "You asked to join. An owner or admin decides.",
  none: "You are not a member.",
};

export const joiningWords: Record<Community["joining"], string> = {
  open: "Anyone may join at once.",
  request: "Who wants to join asks, and an owner or admin decides.",
  invite_only: "Members join by invitation.",
};

/** What the reader is to the community, and the form to join it, to ask for that or to leave it. */
export function membershipSection(community: Community, reader: Reader, typed: string): Html {
  const { membership, joining, status } = community;
  const isOpen = membership === "none" && status === "open";
  return html`<h2 id="membership">Membership</h2>${refusal(reader.why)}
<p>${membershipWords[membership]}${isOpen ? ` ${joiningWords[joining]}` : ""}</p>
${reader.browser === null ? nothing : membershipForm(community, reader.browser, typed)}`;
}

function membershipForm(
  { roomId, handle, membership, joining, status }: Community,
  browser: NonNullable<Reader["browser"]>,
  typed: string,
): Html {
  const form = (act: MembershipFields["act"], fields: Html) =>
    memberForm(
      browser,
      { action: `/communities/${handle}#membership`, about: aboutMembership(act, roomId) },
      html`<input type="hidden" name="act" value="${act}">${fields}`,
    );
  if (membership === "member") return form("leave", html`<button>Leave the community</button>`);
  if (membership === "requested" || status === "closed") return nothing;
  if (joining !== "request") {
    const text = joining === "open" ? "Join" : "Join by your invitation";
    return form("join", html`<button class="first">${text}</button>`);
  }
  return form(
    "join",
    html`<label>What you want to say to who decides<textarea name="message" rows="4" maxlength="1000">${typed}</textarea></label><button class="first">Ask to join</button>`,
  );
}
