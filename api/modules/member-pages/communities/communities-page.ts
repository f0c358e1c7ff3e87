import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { type Community, communitiesQuery, listCommunities } from "../../communities/service.ts";
import { choice, emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asData } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import { joiningWords } from "./join-form.ts";
import type { CommunitiesAsked } from "./schemas.ts";

export const communitiesPath = "/communities";

const names = { search: "Words", category: "Category", tag: "Tag", scope: "Which" };

/** Communities that the reader may discover, or is a member of. */
export async function communitiesMarkup(
  { db }: Pick<Deps, "db">,
  fields: CommunitiesAsked,
  { caller }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(communitiesQuery, fields, names);
  const found = "query" in asked ? await listCommunities(db, caller.userId, asked.query) : null;
  const { page: _page, ...filters } = fields;
  return {
    title: "Communities",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">Rooms for people who share an interest. Members write and read with the API.</p>
${refusedQuestion(asked)}${askForm(fields)}
${found === null ? nothing : html`${foundList(found, queryText(filters) !== "")}${pageLinks(communitiesPath, filters, found)}`}
${asData(`/v2/messaging/communities${queryText(filters)}`)}`,
  };
}

const askForm = ({ search = "", category = "", tag = "", scope }: CommunitiesAsked): Html =>
  html`<form class="ask" action="${communitiesPath}"><label>Part of name or summary <input type="search" name="search" value="${search}" maxlength="200"></label>
<label>Category <input name="category" value="${category}" maxlength="60"></label>
<label>Tag <input name="tag" value="${tag}" maxlength="40"></label>
${choice({ name: "scope", label: "Which", any: "That may be discovered" }, [["mine", "My own"]], scope)}<button class="first">Find communities</button></form>`;

function foundList(found: Page<Community>, isAsked: boolean): Html {
  const { rows, total } = found;
  const all = isAsked ? html` <a href="${communitiesPath}">All communities</a>` : nothing;
  if (rows.length === 0) {
    return emptyNote(found, {
      isAsked,
      all,
      unlike: "No communities match.",
      none: html`No community may be discovered yet. With the API you can make one.`,
    });
  }
  const items = rows.map(
    ({ name, path, summary, category, tags, memberCount, membership, joining }) =>
      html`<li><a href="${path}"><b>${name}</b></a><br>${summary === null ? nothing : html`${summary}<br>`}<span class="soft">${[category, tags.join(", "), `${memberCount.toLocaleString("en-US")} ${memberCount === 1 ? "member" : "members"}`, noteOf(membership, joining)].filter(Boolean).join(" · ")}</span></li>\n`,
  );
  return html`<p>${total.toLocaleString("en-US")} ${total === 1 ? "community" : "communities"}, newest first.${all}</p><ul class="listed">${items}</ul>`;
}

const noteOf = (membership: Community["membership"], joining: Community["joining"]): string =>
  ({ member: "you are a member", requested: "you asked to join", none: joiningWords[joining] })[
    membership
  ];
