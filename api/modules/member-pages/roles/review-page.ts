import { z } from "zod";
import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import {
  applicationsQuery,
  findReviewed,
  itemsOfApplication,
  listRoleApplications,
  type ReviewedApplication,
} from "../../hiring/service.ts";
import { listSeenPeople } from "../../search/service.ts";
import { choice, emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asData, dayOf, linked, paragraphs } from "../parts.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import { applicantName, reviewForms } from "./review-form.ts";
import { applicationWords } from "./role-words.ts";
import type { ReviewFields, ReviewsAsked } from "./schemas.ts";

export const reviewsPath = (roleId: string) => `/roles/${roleId}/applications`;

interface Reviewed {
  role: { id: string; entityId: string; title: string };
  fields: ReviewsAsked;
  /** What the refused form had; null where none was sent. */
  typed: ReviewFields | null;
}

/** The applications to a role, newest first, each with the forms that its state allows. */
export async function reviewsMarkup(
  { db }: Pick<Deps, "db">,
  { role, fields, typed }: Reviewed,
  { caller: { userId }, browser, why }: Reader,
): Promise<MemberPage> {
  const { changed, ...question } = fields;
  const { page: _page, ...filters } = question;
  const asked = readAsked(applicationsQuery, question, { status: "State" });
  const of = { roleId: role.id, viewerId: userId };
  const found = "query" in asked ? await listRoleApplications(db, of, asked.query) : null;
  const path = reviewsPath(role.id);
  const action = `${path}${queryText(question)}`;
  const forms = (one: ReviewedApplication) =>
    browser === null || one.applicantId === userId
      ? nothing
      : reviewForms(one, { browser, action, typed });
  return {
    title: "Applications",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">To the role <a href="/roles/${role.id}">${role.title}</a>.</p>
${refusal(why)}${why === null ? await changedNote(db, { id: changed, roleId: role.id }, userId) : nothing}${refusedQuestion(asked)}
<form class="ask one" action="${path}">${choice({ name: "status", label: "State", any: "All" }, Object.entries(applicationWords), fields.status)}<button>Show</button></form>
${found === null ? nothing : html`${foundList(found, await itemsOf(db, found.rows, { viewerId: userId, forms }), filters, path)}${pageLinks(path, filters, found)}`}
${asData(`/api/v1/entities/${role.entityId}/hiring/roles/${role.id}/applications${queryText(filters)}`)}`,
  };
}

/** Says the state of the application that a form has changed. */
async function changedNote(
  db: Db,
  { id, roleId }: { id: string | undefined; roleId: string },
  viewerId: string,
): Promise<Html> {
  if (!z.uuid().safeParse(id).success) return nothing;
  const one = await findReviewed(db, { id: id ?? "", roleId }, viewerId);
  if (one === null) return nothing;
  return html`<p role="status">The application of ${applicantName(one)} is now “${applicationWords[one.status]}”.</p>`;
}

function foundList(
  found: Page<ReviewedApplication>,
  items: readonly Html[],
  filters: { status?: string | undefined },
  path: string,
): Html {
  if (items.length > 0) return html`<ul class="listed">${items}</ul>`;
  return emptyNote(found, {
    isAsked: queryText(filters) !== "",
    unlike: "No applications have this status.",
    all: html` <a href="${path}">All applications</a>`,
    none: html`Nobody has applied to this role yet.`,
  });
}

interface Shown {
  viewerId: string;
  forms(one: ReviewedApplication): Html;
}

async function itemsOf(
  db: Db,
  rows: readonly ReviewedApplication[],
  { viewerId, forms }: Shown,
): Promise<Html[]> {
  const ids = rows.flatMap(({ applicantId }) => applicantId ?? []);
  const seen = new Set((await listSeenPeople(db, viewerId, ids)).map(({ id }) => id));
  return Promise.all(
    rows.map(async (one) => {
      const isSeen = one.applicantId !== null && seen.has(one.applicantId);
      return html`<li>${summaryOf(one, isSeen)}${paragraphs(one.coverLetter)}${answersOf(one)}${await portfolioOf(db, one)}${outcomeOf(one)}${forms(one)}</li>\n`;
    }),
  );
}

function summaryOf(one: ReviewedApplication, isSeen: boolean): Html {
  const { applicantId, status, submittedAt, statusChangedAt } = one;
  const name = html`<b>${applicantName(one)}</b>`;
  const since = status === "submitted" ? "" : ` · since ${dayOf(statusChangedAt)}`;
  return html`${isSeen ? html`<a href="/people/${applicantId ?? ""}">${name}</a>` : name}<br><b>${applicationWords[status]}</b> <span class="soft">Applied ${dayOf(submittedAt) ?? ""}${since}</span>`;
}

const answersOf = ({ answers }: ReviewedApplication): Html[] =>
  answers.map(({ prompt, content }) => html`<p class="soft">${prompt}</p>${paragraphs(content)}`);

/** What the applicant still shows of the items that the application names. */
async function portfolioOf(db: Db, one: ReviewedApplication): Promise<Html> {
  const items = await itemsOfApplication(db, one);
  if (items.length === 0) return nothing;
  const shown = items.map(
    ({ title, url, text }) => html`<li>${linked(title, url)}${paragraphs(text)}</li>`,
  );
  return html`<p class="soft">Portfolio items</p><ul>${shown}</ul>`;
}

function outcomeOf({ outcome }: ReviewedApplication): Html {
  if (outcome === null) return nothing;
  const start = outcome.startDate === null ? "" : `, start on ${dayOf(outcome.startDate)}`;
  return html`<p>Outcome recorded on ${dayOf(outcome.decidedAt) ?? ""}${start}.</p>${paragraphs(outcome.notes)}`;
}
