import type { Deps } from "#api/deps.ts";
import type { SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import {
  listToShow,
  notificationsQuery,
  type ShownNotification,
} from "../../notifications/service.ts";
import { rowsShown } from "../asked.ts";
import { memberForm } from "../member-form.ts";
import { asData } from "../parts.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import { placeOf } from "./place-of.ts";
import type { NotificationsAsked, ReadFields } from "./schemas.ts";

export const notificationsPath = "/notifications";

export const aboutReading = ({ act, id }: Pick<ReadFields, "act" | "id">) => [
  "notification",
  act,
  id,
];

/** The reader's own notifications, newest first, with buttons that mark them as read. Throws 400 for a wrong question. */
export async function notificationsMarkup(
  deps: Pick<Deps, "db">,
  fields: NotificationsAsked,
  { caller, browser, why }: Reader,
): Promise<MemberPage> {
  const query = parseSent(notificationsQuery, { ...fields, limit: String(rowsShown) }, {});
  const { rows, nextCursor, unread } = await listToShow(deps, caller.userId, query);
  const isOfUnread = query.unread === true;
  const action = `${notificationsPath}${queryText(fields)}`;
  return {
    title: "Notifications",
    body: html`
<p class="lead">${unread === 0 ? "Nothing is unread." : `${unread.toLocaleString("en-US")} unread.`} ${isOfUnread ? html`<a href="${notificationsPath}">Show all</a>` : html`<a href="${notificationsPath}?unread=true">Show the unread alone</a>`}</p>
${refusal(why)}${browser === null || unread === 0 ? nothing : readAllForm(browser, action, rows)}
${rows.length === 0 ? emptyText(isOfUnread) : html`<ul class="listed">${rows.map((one) => itemMarkup(one, browser, action))}</ul>`}
${pagesLinks(fields, nextCursor)}
<p class="soft">They are kept for 180 days. <a href="/auth/mails">Which of them come as mails</a></p>
${asData(`/api/v1/users/me/notifications${queryText({ unread: fields.unread })}`)}`,
  };
}

const emptyText = (isOfUnread: boolean): Html =>
  html`<p role="status">${isOfUnread ? "No notification is unread." : "You have no notification yet. They tell of your applications, follows, engagements, watched companies and of decisions on what you handed in."}</p>`;

function pagesLinks({ unread, cursor }: NotificationsAsked, next: string | null): Html {
  const to = (at: string | undefined, text: string) =>
    html`<a href="${notificationsPath}${queryText({ unread, cursor: at })}">${text}</a> `;
  if (next === null && cursor === undefined) return nothing;
  return html`<p>${cursor === undefined ? nothing : to(undefined, "Newest")}${next === null ? nothing : to(next, "Older")}</p>`;
}

const readAllForm = (
  browser: SignedInBrowser,
  action: string,
  [newest]: readonly ShownNotification[],
): Html =>
  newest === undefined
    ? nothing
    : readForm(browser, action, {
        act: "all",
        id: newest.id,
        button: html`<button>Mark all as read</button>`,
      });

function itemMarkup(
  told: ShownNotification,
  browser: SignedInBrowser | null,
  action: string,
): Html {
  const { id, title, actor, readAt, createdAt } = told;
  const place = placeOf(told);
  const text = readAt === null ? html`<b>${title}</b>` : html`${title}`;
  const facts = [
    readAt === null ? "Unread" : null,
    `${createdAt.slice(0, 16).replace("T", " ")} UTC`,
    actor?.name ?? null,
  ];
  const act = readAt === null ? "read" : "unread";
  return html`<li>${place === null ? text : html`<a href="${place}">${text}</a>`}<br><span class="soft">${facts.filter(Boolean).join(" · ")}</span>${
    browser === null
      ? nothing
      : readForm(browser, action, {
          act,
          id,
          button: html`<button>Mark as ${act}<span class="unseen">: ${title}</span></button>`,
        })
  }</li>\n`;
}

function readForm(
  browser: SignedInBrowser,
  action: string,
  { act, id, button }: Pick<ReadFields, "act" | "id"> & { button: Html },
): Html {
  const fields = html`<input type="hidden" name="act" value="${act}"><input type="hidden" name="id" value="${id}">${button}`;
  return memberForm(browser, { action, about: aboutReading({ act, id }) }, fields);
}
