import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Role } from "../../hiring/service.ts";
import { asData, dayOf, factList, paragraphs, wordsOf } from "../parts.ts";
import type { MemberPage } from "../show-to-member.ts";
import { type Applying, applySection } from "./apply-form.ts";
import { reviewsPath } from "./review-page.ts";
import { remoteWords, salaryText } from "./role-words.ts";

/**
 * A role with everything that its reader may see, and the form to apply. `toReview` is how many applications the reader
 * may review; null for who may not.
 */
export function roleMarkup(
  role: Role,
  { toReview, ...applying }: Applying & { toReview: number | null },
): MemberPage {
  const { id, title, entityName, location, remotePolicy, status, publishedAt, skills } = role;
  const skillItems = skills.map(
    ({ name, importance }) =>
      html`<li>${name} <span class="soft">${wordsOf(importance).toLowerCase()}</span></li>`,
  );
  return {
    title,
    body: html`
<p class="lead">${entityName}</p>
${toReview === null ? nothing : html`<p><a href="${reviewsPath(id)}">Applications (${toReview})</a></p>`}
${factList([
  ["Location", location],
  ["Work", remotePolicy && remoteWords[remotePolicy]],
  ["Salary", salaryText(role.salaryRange)],
  ["State", wordsOf(status)],
  ["Published", dayOf(publishedAt)],
])}
${paragraphs(role.description)}
${skills.length === 0 ? nothing : html`<h2>Skills</h2><ul>${skillItems}</ul>`}
${problemsSection(role)}
${rubricSection(role)}
${applySection(role, applying)}
<p><a href="/roles">All open roles</a></p>
${asData(`/api/v1/hiring/roles/${id}`)}`,
  };
}

function problemsSection({ problemSpecs }: Role): Html {
  if (problemSpecs.length === 0) return nothing;
  const items = problemSpecs.map(
    ({ prompt, successCriteria }) =>
      html`<li>${prompt}${successCriteria === null ? nothing : html`<br><span class="soft">${successCriteria}</span>`}</li>`,
  );
  return html`<h2>Problems to work on</h2><ol>${items}</ol>`;
}

function rubricSection({ rubric }: Role): Html {
  if (rubric === null) return nothing;
  const rows = rubric.dimensions.map(
    ({ name, description, weight, scaleMin, scaleMax }) =>
      html`<tr><th scope="row">${name}</th><td class="n">${Math.round(weight * 100)}%</td><td class="n">${scaleMin} to ${scaleMax}</td><td>${description ?? ""}</td></tr>\n`,
  );
  return html`<h2>How applications are judged</h2>
<div class="scroll" role="region" aria-label="Rubric" tabindex="0"><table><caption>Rubric</caption><thead><tr><th scope="col">Dimension</th><th scope="col" class="n">Weight</th><th scope="col" class="n">Scale</th><th scope="col">What it means</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
