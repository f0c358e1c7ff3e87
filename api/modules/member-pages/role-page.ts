import { type Html, html, nothing } from "../../pages/html.ts";
import type { Role } from "../hiring/service.ts";
import { asData, dayOf, factList, paragraphs, wordsOf } from "./parts.ts";
import type { MemberPage } from "./show-to-member.ts";

/** A role with everything that its reader may see. */
export function roleMarkup(role: Role): MemberPage {
  const { id, title, entityName, location, remotePolicy, status, publishedAt, skills } = role;
  const skillItems = skills.map(
    ({ name, importance }) =>
      html`<li>${name} <span class="soft">${wordsOf(importance).toLowerCase()}</span></li>`,
  );
  return {
    title,
    body: html`
<p class="lead">${entityName}</p>
${factList([
  ["Location", location],
  ["Work", remotePolicy === null ? null : wordsOf(remotePolicy)],
  ["Salary", salaryText(role.salaryRange)],
  ["State", wordsOf(status)],
  ["Published", dayOf(publishedAt)],
])}
${paragraphs(role.description)}
${skills.length === 0 ? nothing : html`<h2>Skills</h2><ul>${skillItems}</ul>`}
${problemsSection(role)}
${rubricSection(role)}
${status === "published" ? applySection(id) : nothing}
${asData(`/api/v1/hiring/roles/${id}`)}`,
  };
}

const applySection = (id: string): Html => html`<h2>Apply</h2>
<p><code>POST /api/v1/hiring/roles/${id}/apply</code>, with an API key: make one in <a href="/auth/keys">your account</a>. The <a href="/api/docs">API documentation</a> says what it takes.</p>`;

const periods = { yearly: "a year", monthly: "a month", hourly: "an hour" } as const;

function salaryText(range: Role["salaryRange"]): string | null {
  if (range === null) return null;
  const [min, max] = [range.min, range.max].map((one) => one?.toLocaleString("en-US"));
  return `${range.currency} ${spanText(min, max)} ${periods[range.period]}`;
}

function spanText(min: string | undefined, max: string | undefined): string {
  if (min === undefined) return `up to ${max}`;
  if (max === undefined) return `from ${min}`;
  return min === max ? min : `${min} to ${max}`;
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
