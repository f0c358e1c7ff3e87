import { type Html, html, nothing } from "#api/pages/html.ts";
import { type FollowBody, followBody, type Startup } from "../../startups/service.ts";
import { memberForm } from "../member-form.ts";
import { parseSent, withLines } from "../sentence.ts";
import { type Reader, refusal } from "../show-to-member.ts";
import type { FollowFields } from "./schemas.ts";

export const aboutFollow = (act: FollowFields["act"], startupId: string) => [
  "startup-follow",
  act,
  startupId,
];

/** What the reader of a startup has to do with it. */
export interface Following {
  reader: Reader;
  /** What the refused form had; null where none was sent. */
  typed: FollowFields | null;
}

/** The form to ask, or what became of the reader's request. The startup's own team has neither. */
export function followSection(startup: Startup, following: Following): Html {
  const { browser, why } = following.reader;
  const { audience, followStatus } = startup.viewer;
  if (audience === "owner") return refusal(why);
  return html`<h2 id="follow">Follow</h2>${refusal(why)}
${followStatus === null ? nothing : html`<p role="status">${followStatus === "approved" ? `You follow this startup as the audience “${audience}”.` : "You asked to follow. The founder decides."}</p>`}
${browser === null ? html`<p><code>POST /v2/startups/${startup.id}/follow-requests</code></p>` : followForm(startup, browser, following)}`;
}

function followForm(
  { id, slug, viewer: { followStatus } }: Startup,
  browser: NonNullable<Reader["browser"]>,
  { typed }: Following,
): Html {
  const act = followStatus === null ? "ask" : "end";
  const fields = html`<input type="hidden" name="act" value="${act}">${act === "ask" ? askFields(typed) : html`<button>${followStatus === "approved" ? "Stop following" : "Take the request back"}</button>`}`;
  return memberForm(
    browser,
    { action: `/startups/${slug}#follow`, about: aboutFollow(act, id) },
    fields,
  );
}

const tiers = [
  ["follower", "Follower"],
  ["capital", "Interested in capital"],
  ["diligence", "Due diligence"],
  ["custom", "As the founder chooses"],
] as const;

function askFields(typed: FollowFields | null): Html {
  const chosen = typed?.requestedTier ?? "follower";
  const options = tiers.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : nothing}>${text}</option>`,
  );
  return html`<label>As <select name="requestedTier">${options}</select></label>
<label>For how many days <input name="requestedDurationDays" inputmode="numeric" required maxlength="3" size="4" value="${typed?.requestedDurationDays ?? "90"}"></label>
<label>Why you want to follow<textarea name="reason" rows="4" required maxlength="2000">${typed?.reason ?? ""}</textarea></label>
<label>What you want to see<textarea name="desiredObservation" rows="4" required maxlength="2000">${typed?.desiredObservation ?? ""}</textarea></label>
<button class="first">Ask to follow</button>
<p class="soft small">The founder reads this and decides, also for how long and as which audience.</p>`;
}

const names = {
  requestedTier: "As",
  requestedDurationDays: "Days",
  reason: "Why you want to follow",
  desiredObservation: "What you want to see",
};

/** A request as the API takes it. Throws 400 with the sentence. */
export function parseFollow({ requestedDurationDays: days, ...sent }: FollowFields): FollowBody {
  const body = {
    requestedTier: sent.requestedTier,
    requestedDurationDays: /^\d{1,6}$/.test(days) ? Number(days) : days,
    reason: withLines(sent.reason),
    desiredObservation: withLines(sent.desiredObservation),
  };
  return parseSent(followBody, body, names);
}
