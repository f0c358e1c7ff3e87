import { type Html, html, nothing } from "#api/pages/html.ts";
import {
  type Application,
  type ApplyBody,
  applyBody,
  type PortfolioItem,
  type Role,
} from "../../hiring/service.ts";
import { memberForm } from "../member-form.ts";
import { dayOf } from "../parts.ts";
import { parseSent, withLines } from "../sentence.ts";
import { type Reader, refusal } from "../show-to-member.ts";
import { applicationWords } from "./role-words.ts";
import type { ApplyFields } from "./schemas.ts";

export const aboutApply = (roleId: string) => ["apply", roleId];

/** What the reader of a role has to do with it. */
export interface Applying {
  reader: Reader;
  /** The reader's own application; null without one. */
  application: Application | null;
  items: readonly PortfolioItem[];
  /** What the refused form had; null where none was sent. */
  typed: ApplyFields | null;
}

/** The form to apply, or what became of the reader's application. A role that is not published takes none. */
export function applySection(role: Role, { reader, application, items, typed }: Applying): Html {
  const { browser, why } = reader;
  if (application !== null) return appliedSection(application, reader);
  if (role.status !== "published") return refusal(why);
  const path = `/api/v1/hiring/roles/${role.id}/apply`;
  const form =
    browser === null
      ? html`<p><code>POST ${path}</code></p>`
      : memberForm(
          browser,
          { action: `/roles/${role.id}#apply`, about: aboutApply(role.id) },
          applyFields(role, items, typed),
        );
  return html`<h2 id="apply">Apply</h2>${refusal(why)}${form}`;
}

const appliedSection = ({ status, submittedAt }: Application, { why }: Reader): Html =>
  html`<h2 id="apply">Your application</h2>${refusal(why)}
<p role="status">You applied on <span class="nowrap">${dayOf(submittedAt) ?? ""}</span>. State: ${applicationWords[status].toLowerCase()}. <a href="/applications">All your applications</a></p>`;

function applyFields(
  { problemSpecs }: Role,
  items: readonly PortfolioItem[],
  typed: ApplyFields | null,
): Html {
  const answers = new Map(typed === null ? [] : answersOf(typed));
  const chosen = new Set([typed?.portfolioItem ?? []].flat());
  const problems = problemSpecs.map(
    ({ id, prompt }) =>
      html`<input type="hidden" name="problem" value="${id}"><label>${prompt}<textarea name="answer" rows="5" maxlength="20000">${answers.get(id) ?? ""}</textarea></label>`,
  );
  return html`<label>Cover letter<textarea name="coverLetter" rows="8" maxlength="20000">${typed?.coverLetter ?? ""}</textarea></label>
${problems}${items.length === 0 ? nothing : itemBoxes(items, chosen)}
<button class="first">Apply</button>
<p class="soft small">You can apply once, also after a withdrawal. The team reads your letter, your answers and the portfolio items that you choose.</p>`;
}

const itemBoxes = (items: readonly PortfolioItem[], chosen: ReadonlySet<string>): Html =>
  html`<fieldset><legend>Portfolio items to show</legend>${items.map(
    ({ id, title }) =>
      html`<label><input type="checkbox" name="portfolioItem" value="${id}"${chosen.has(id) ? html` checked` : nothing}> ${title}</label>`,
  )}</fieldset>`;

/** Each problem with its answer. */
function answersOf({ problem, answer }: ApplyFields): [problemId: string, content: string][] {
  const contents = [answer].flat();
  return [problem].flat().map((id, at) => [id, contents[at] ?? ""]);
}

/** An application as the API takes it: without empty answers. Throws 400 for a text that is too long. */
export function parseApplication(fields: ApplyFields): ApplyBody {
  const answers = answersOf(fields)
    .filter(([, content]) => content.trim() !== "")
    .map(([problemSpecId, content]) => ({ problemSpecId, content: withLines(content) }));
  const sent = {
    coverLetter: withLines(fields.coverLetter),
    portfolioItemIds: [fields.portfolioItem].flat(),
    answers,
  };
  return parseSent(applyBody, sent, partNames);
}

const partNames: Record<string, string> = {
  coverLetter: "Cover letter",
  answers: "An answer",
  portfolioItemIds: "Portfolio items",
};
