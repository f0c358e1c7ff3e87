import type { Deps } from "#api/deps.ts";
import type { Sender } from "#api/http/endpoint.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import { findSignedIn } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { queryText } from "#api/pages/query.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { findPublicRoles, type RoleItem, rolesQuery } from "../../hiring/service.ts";
import { choice, emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asOpenData, dayOf } from "../parts.ts";
import { remoteWords, salaryText } from "./role-words.ts";
import type { RolesAsked } from "./schemas.ts";

const path = "/roles";

const names = { search: "Words", location: "Place", remotePolicy: "Work", entityId: "Company" };

/** The public roles that a form asks for. What cannot be read is said above the form, with 400. */
export async function showRoles(
  { deps, from }: { deps: Deps; from: Sender },
  fields: RolesAsked,
): Promise<WebAnswer> {
  const asked = readAsked(rolesQuery, fields, names);
  const found = "query" in asked ? await findPublicRoles(deps.db, asked.query) : null;
  const reader = await findSignedIn({ deps, from });
  const { page: _page, ...filters } = fields;
  const body = html`
<p class="lead">Open roles that companies have published. ${reader === null ? "To read one and to apply, sign in." : html`<a href="/applications">Your applications</a>`}</p>
${refusedQuestion(asked)}${askForm(fields)}
${found === null ? nothing : html`${foundList(found, fields)}${pageLinks(path, filters, found)}`}
${asOpenData(`/api/v1/hiring/roles${queryText(filters)}`)}`;
  const address = `${path}${queryText(fields)}`;
  return page("Roles", body, { width: "wide", address, status: found === null ? 400 : 200 });
}

function askForm({ search = "", location = "", remotePolicy, entityId = "" }: RolesAsked): Html {
  return html`<form class="ask" action="${path}"><label>Words of title and description <input type="search" name="search" value="${search}" maxlength="500"></label>
<label>Place <input name="location" value="${location}" maxlength="200"></label>
${choice({ name: "remotePolicy", label: "Work", any: "Anywhere" }, Object.entries(remoteWords), remotePolicy)}
${entityId === "" ? nothing : html`<input type="hidden" name="entityId" value="${entityId}">`}<button class="first">Find roles</button></form>`;
}

function foundList(found: Page<RoleItem>, { page: _page, ...filters }: RolesAsked): Html {
  const { rows, total } = found;
  const isAsked = queryText(filters) !== "";
  const all = isAsked ? html` <a href="${path}">All roles</a>` : nothing;
  if (found.rows.length === 0) {
    return emptyNote(found, {
      isAsked,
      all,
      unlike: "No roles match. Try fewer words or another place.",
      none: html`No role is published yet. The team of a company publishes roles with the API.`,
    });
  }
  const items = rows.map(
    ({ id, title, entityName, location, remotePolicy, salaryRange, publishedAt }) =>
      html`<li><a href="${path}/${id}"><b>${title}</b></a><br>${entityName} <span class="soft">${[location, remotePolicy && remoteWords[remotePolicy], salaryText(salaryRange), dayOf(publishedAt)].filter(Boolean).join(" · ")}</span></li>\n`,
  );
  return html`<p>${total.toLocaleString("en-US")} ${total === 1 ? "role" : "roles"}, ${filters.search ? "best" : "newest"} first.${all}</p><ul class="listed">${items}</ul>`;
}
