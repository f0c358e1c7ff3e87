import { z } from "zod";
import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { searchEntities } from "../../entity-search/service.ts";
import { type Candidate, candidatesBody, searchCandidates } from "../../search/service.ts";
import { askedText } from "../asked.ts";
import { sentenceOf } from "../sentence.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";

export const peoplePath = "/people";

export const peopleAsked = z.object({
  search: askedText("Skills, titles or a sentence; or the name of a company", "python pipelines"),
});
type PeopleAsked = z.output<typeof peopleAsked>;

/** The best ones of a search, which has no further pages. */
const peopleShown = 50;
const companiesShown = 6;

/** People who saved skills and may be found, and companies, by what is asked for. Without a question: how to ask. */
export async function peopleMarkup(
  { db }: Pick<Deps, "db">,
  { search = "" }: PeopleAsked,
  { caller }: Reader,
): Promise<MemberPage> {
  const text = search.trim();
  const asked = candidatesBody.safeParse({ query: text, limit: peopleShown });
  const isAsked = text !== "";
  const found =
    asked.success && isAsked ? await searchCandidates(db, caller.userId, asked.data) : null;
  const isRefused = isAsked && !asked.success;
  return {
    title: "People",
    status: isRefused ? 400 : 200,
    body: html`
<p class="lead">People who have saved their skills and may be found, and companies. Contact data are never shown.</p>
${isRefused && asked.error ? html`<p role="alert">${sentenceOf(asked.error, { query: "Words" })}</p>` : nothing}
<form class="ask" action="${peoplePath}"><label>Skills, titles or a sentence; or the name of a company <input type="search" name="search" value="${search}" maxlength="500"></label><button class="first">Find people</button></form>
${found === null ? howTo : html`${peopleList(found)}${await companiesSection(db, text)}`}
<h2>The same as data</h2><p><code>POST /api/v1/search/candidates</code> and <code>GET /v2/entities</code>: see the <a href="/api/docs">API documentation</a>.</p>`,
  };
}

const howTo = html`<p role="status">Enter skills or a title, such as “Python accounting”. Words in quotes must occur, words after a minus must not.</p>
<p class="soft">Who saves skills with <code>PUT /api/v1/hiring/my-skills</code> is found here, unless <code>discoverable</code> is false.</p>`;

function peopleList({ rows, total }: Page<Candidate>): Html {
  if (rows.length === 0) {
    return html`<p role="status">No person matches. Try fewer words or another name of the skill.</p>`;
  }
  const items = rows.map(
    ({ userId, name, headline, skills, matchedSkills }) =>
      html`<li><a href="${peoplePath}/${userId}"><b>${name}</b></a><br>${headline === null ? nothing : html`${headline}<br>`}<span class="soft">${skillsText(matchedSkills, skills)}</span></li>\n`,
  );
  const count = `${total.toLocaleString("en-US")} ${total === 1 ? "person" : "people"}, best first`;
  return html`<p>${count}.${total > rows.length ? ` These are the first ${rows.length}: add words to narrow the search.` : ""}</p><ul class="listed">${items}</ul>`;
}

/** The skills that were asked for, then others. */
function skillsText(matched: Candidate["skills"], all: Candidate["skills"]): string {
  const ids = new Set(matched.map(({ id }) => id));
  const sorted = [...matched, ...all.filter(({ id }) => !ids.has(id))].slice(0, 12);
  return sorted
    .map(({ name, level }) => (level === null ? name : `${name} (${level})`))
    .join(" · ");
}

async function companiesSection(db: Deps["db"], search: string): Promise<Html> {
  const { rows, total } = await searchEntities(db, {
    search: search.slice(0, 200),
    limit: companiesShown,
    offset: 0,
  });
  if (rows.length === 0) return nothing;
  const items = rows.map(
    ({ name, slug, ticker }) =>
      html`<li><a href="/companies/${slug}">${name}</a> <span class="soft">${ticker ?? ""}</span></li>`,
  );
  const all = total > rows.length;
  return html`<h2>Companies</h2><ul>${items}</ul>${all ? html`<p><a href="/${queryText({ search: search.slice(0, 100) })}">All ${total.toLocaleString("en-US")} matching companies</a></p>` : nothing}`;
}
