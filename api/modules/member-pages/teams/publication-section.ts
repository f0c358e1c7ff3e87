import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Entity } from "../../entities/service.ts";
import type { PublicationState } from "../../publication/service.ts";
import { dayOf, factList, wordsOf } from "../parts.ts";
import { refusal } from "../show-to-member.ts";
import { managerForm, type TeamView } from "./view.ts";

const words: Record<PublicationState["status"], string> = {
  not_provisioned: "Not published yet",
  draft: "Not published yet",
  published: "Published",
  unpublished: "Withdrawn",
  blocked: "Blocked by an operator",
  archived: "Archived by an operator",
};

/** Whether the profile is public, and for those who may manage it (`state`) what is missing to publish it, with the forms. */
export function publicationSection(
  entity: Entity,
  state: PublicationState | null,
  view: TeamView,
): Html {
  const { typed, reader, team } = view;
  const isHere = typed?.act === "publish" || typed?.act === "withdraw";
  const head = html`<h2 id="publication">Publication</h2>${isHere ? refusal(reader.why) : nothing}`;
  if (state === null) {
    const known = team.isKnown ? "Public" : "Not public";
    return html`${head}${factList([["State", known], pageForAll(entity, view)])}`;
  }
  const missing = whatIsMissing(entity, state);
  return html`${head}
${factList([
  ["State", words[state.status]],
  ["Since", state.status === "published" ? dayOf(state.updatedAt) : null],
  pageForAll(entity, view),
])}
<p role="status">${missing ?? readyNote(state)}</p>
${missing === null ? html`${publishForm(state, view)}${state.status === "published" ? managerForm(view, "withdraw", html`<button>Withdraw the profile</button><p class="soft small">Entry in the directory, page, ticker and search end. What a regulator published stays.</p>`) : nothing}` : nothing}`;
}

const pageForAll = ({ slug }: Entity, { team }: TeamView): [string, Html | null] => [
  "Page for all",
  team.isKnown ? html`<a href="/companies/${slug}">/companies/${slug}</a>` : null,
];

/** The sentence that says why the profile can be neither published nor withdrawn; null where it can. */
function whatIsMissing({ claimStatus }: Entity, { primaryAction }: PublicationState) {
  if (primaryAction === null)
    return "An operator has locked the profile. Only an operator opens it again.";
  if (claimStatus !== "claimed")
    return "The company is not claimed, so its profile is not published.";
  return null;
}

const readyNote = ({ status }: PublicationState): string =>
  status === "published"
    ? "Changes of the profile are public once it is published again."
    : "Nothing is missing: the profile can be published.";

function publishForm({ status, filings }: PublicationState, view: TeamView): Html {
  const isPublished = status === "published";
  const boxes = (rows: PublicationState["filings"]["public"], isRequired: boolean) =>
    rows.map(
      ({ id, schemaType, reportingPeriodId }) =>
        html`<label><input type="checkbox" name="openFilings" value="${id}"${isRequired ? html` required` : nothing}> ${wordsOf(schemaType)} ${reportingPeriodId}</label>`,
    );
  const asked = view.team.isKnown ? [] : filings.public;
  return managerForm(
    view,
    "publish",
    html`${asked.length === 0 ? nothing : html`<fieldset><legend>Everybody then reads these filings with their figures</legend>${boxes(asked, true)}</fieldset>`}
${filings.private.length === 0 ? nothing : html`<fieldset><legend>Only the team reads these. Tick those that everybody may read</legend>${boxes(filings.private, false)}</fieldset>`}
<button class="first">${isPublished ? "Publish as a new version" : "Publish the profile"}</button>`,
  );
}
