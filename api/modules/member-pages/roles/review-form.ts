import type { Deps } from "#api/deps.ts";
import type { SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import {
  moveStatus,
  outcomeBody,
  possibleActs,
  type ReviewedApplication,
  recordOutcome,
  statusBody,
} from "../../hiring/service.ts";
import { memberForm } from "../member-form.ts";
import { parseSent, withLines } from "../sentence.ts";
import { applicationWords } from "./role-words.ts";
import type { ReviewFields } from "./schemas.ts";

export const aboutReview = ({ act, id }: Pick<ReviewFields, "act" | "id">) => ["review", act, id];

interface Reviewing {
  browser: SignedInBrowser;
  action: string;
  /** What the refused form had; null where none was sent. */
  typed: ReviewFields | null;
}

/** The forms that move an application and record its outcome, as far as its state allows. */
export function reviewForms(one: ReviewedApplication, reviewing: Reviewing): Html {
  const { statuses, decisions } = possibleActs(one.status);
  const ends: readonly string[] = decisions;
  const steps = statuses.filter((status) => !ends.includes(status));
  const form = (act: ReviewFields["act"], fields: Html) =>
    memberForm(
      reviewing.browser,
      { action: reviewing.action, about: aboutReview({ act, id: one.id }) },
      html`<input type="hidden" name="id" value="${one.id}"><input type="hidden" name="act" value="${act}">${fields}`,
    );
  const buttons = steps.map(
    (status) =>
      html`<button name="to" value="${status}">Set to “${applicationWords[status]}”</button> `,
  );
  const isTyped = reviewing.typed?.id === one.id;
  if (steps.length + decisions.length === 0) return nothing;
  return html`<details${isTyped ? html` open` : nothing}><summary>Decide<span class="unseen"> on the application of ${applicantName(one)}</span></summary>
${steps.length === 0 ? nothing : form("move", html`${buttons}`)}
${decisions.length === 0 ? nothing : form("record", outcomeFields(one, decisions, isTyped ? reviewing.typed : null))}</details>`;
}

type Decision = NonNullable<ReviewedApplication["outcome"]>["decision"];

function outcomeFields(
  { outcome }: ReviewedApplication,
  decisions: readonly Decision[],
  typed: ReviewFields | null,
): Html {
  const chosen = typed?.to ?? outcome?.decision;
  const options = decisions.map(
    (decision) =>
      html`<option value="${decision}"${decision === chosen ? html` selected` : nothing}>${applicationWords[decision]}</option>`,
  );
  const start = typed?.startDate ?? outcome?.startDate?.slice(0, 10) ?? "";
  return html`<label>Outcome <select name="to">${options}</select></label>
<label>Start date <input type="date" name="startDate" value="${start}"></label>
<label>Notes for the team alone<textarea name="notes" rows="4" maxlength="5000">${typed?.notes ?? outcome?.notes ?? ""}</textarea></label>
<button>Record the outcome</button>
<p class="soft small">The applicant is told the outcome and the start date, not the notes.</p>`;
}

export const applicantName = ({ applicant }: ReviewedApplication): string =>
  applicant?.name ?? "a person without an account";

const names = { status: "State", decision: "Outcome", startDate: "Start date", notes: "Notes" };

/** Does what a form asks. Throws 400 for what cannot be read, and 409 for a move that the state does not allow. */
export function actOnApplication(
  deps: Deps,
  actorId: string,
  { id, act, to, startDate, notes }: ReviewFields,
): Promise<ReviewedApplication> {
  if (act === "move") {
    const { status } = parseSent(statusBody, { status: to }, names);
    return moveStatus(deps, id, actorId, status);
  }
  const sent = { decision: to, startDate: startDate || null, notes: withLines(notes) };
  return recordOutcome(deps, { id, actorId }, parseSent(outcomeBody, sent, names));
}
