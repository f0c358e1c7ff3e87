import type { Deps } from "#api/deps.ts";
import type { SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { type Application, applicationsQuery, listOwnApplications } from "../../hiring/service.ts";
import { choice, emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { memberForm } from "../member-form.ts";
import { asData, dayOf } from "../parts.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import { applicationWords } from "./role-words.ts";
import type { ApplicationsAsked } from "./schemas.ts";

export const applicationsPath = "/applications";

export const aboutWithdrawal = (id: string) => ["withdraw", id];

/** The reader's own applications with their state, and a way to withdraw those that are open. */
export async function applicationsMarkup(
  { db }: Pick<Deps, "db">,
  fields: ApplicationsAsked,
  { caller, browser, why }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(applicationsQuery, fields, { status: "State" });
  const found = "query" in asked ? await listOwnApplications(db, caller.userId, asked.query) : null;
  const { page: _page, ...filters } = fields;
  return {
    title: "Your applications",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">The roles that you have applied to, and what became of it.</p>
${refusal(why)}${refusedQuestion(asked)}
<form class="ask one" action="${applicationsPath}">${choice({ name: "status", label: "State", any: "All" }, Object.entries(applicationWords), fields.status)}<button>Show</button></form>
${found === null ? nothing : html`${foundList(found, browser, queryText(filters) !== "")}${pageLinks(applicationsPath, filters, found)}`}
${asData(`/api/v1/hiring/applications${queryText(filters)}`)}`,
  };
}

function foundList(
  found: Page<Application>,
  browser: SignedInBrowser | null,
  isAsked: boolean,
): Html {
  if (found.rows.length > 0) {
    return html`<ul class="listed">${found.rows.map((one) => html`<li>${applicationMarkup(one, browser)}</li>\n`)}</ul>`;
  }
  return emptyNote(found, {
    isAsked,
    unlike: "No applications have this status.",
    all: html` <a href="${applicationsPath}">All applications</a>`,
    none: html`You have not applied to a role yet. Find one among the <a href="/roles">open roles</a>.`,
  });
}

/** States that the applicant can leave. */
const isOpen = ({ status }: Application) =>
  status === "submitted" || status === "reviewing" || status === "evaluated";

function applicationMarkup(one: Application, browser: SignedInBrowser | null): Html {
  const { id, role, status, submittedAt, statusChangedAt, outcome } = one;
  const start = outcome?.startDate ?? null;
  const changed = dayOf(statusChangedAt);
  const facts = [
    `Applied ${dayOf(submittedAt)}`,
    status === "submitted" ? null : `since ${changed}`,
    start === null ? null : `start on ${start.slice(0, 10)}`,
  ];
  const button = html`<input type="hidden" name="id" value="${id}"><button>Withdraw<span class="unseen"> the application to ${role.title}</span></button>`;
  return html`<a href="/roles/${role.id}"><b>${role.title}</b></a><br>${role.entityName}<br><b>${applicationWords[status]}</b> <span class="soft">${facts.filter(Boolean).join(" · ")}</span>
${browser === null || !isOpen(one) ? nothing : memberForm(browser, { action: applicationsPath, about: aboutWithdrawal(id) }, button)}`;
}
