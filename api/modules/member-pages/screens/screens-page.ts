import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Db } from "#schemas/database/db.ts";
import { type Page, pageQuery } from "#schemas/shapes/page.ts";
import {
  changeScreen,
  listOwnScreens,
  ownScreens,
  type SavedScreen,
  screenChange,
  screensMax,
} from "../../saved-screens/service.ts";
import { emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { memberForm } from "../member-form.ts";
import { asData, dayOf } from "../parts.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import type { ScreenFields, ScreensAsked } from "./schemas.ts";
import { readOrSentence, sortWords } from "./screen-words.ts";

export const screensPath = "/screens";

export const aboutScreen = ({ act, id }: Pick<ScreenFields, "act" | "id">) => ["screen", act, id];

/** The reader's own saved screens, newest first, each with the way to what it finds and forms to change it. */
export async function screensMarkup(
  { db, registry }: Pick<Deps, "db" | "registry">,
  fields: ScreensAsked,
  { caller, browser, why }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(pageQuery, fields, {});
  const found = "query" in asked ? await listOwnScreens(db, caller.userId, asked.query) : null;
  const action = `${screensPath}${queryText(fields)}`;
  const itemOf = (screen: SavedScreen) =>
    html`<li>${summaryOf(registry, screen)}${browser === null ? nothing : changeForms(screen, browser, action)}</li>\n`;
  return {
    title: "Your screens",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">Screens that you have saved. Only you see them. Each finds companies by their figures as known today.</p>
${refusedQuestion(asked)}${refusal(why)}
${found === null ? nothing : html`${listMarkup(found, itemOf)}${pageLinks(screensPath, {}, found)}`}
<p><a href="/screen">Make another screen</a></p>
${asData("/v2/screens")}`,
  };
}

function listMarkup(found: Page<SavedScreen>, itemOf: (screen: SavedScreen) => Html): Html {
  if (found.rows.length === 0) {
    return emptyNote(found, {
      isAsked: false,
      all: nothing,
      unlike: "",
      none: html`You have not saved a screen yet. Find companies on the page of screens, and choose “Save this screen” below the table.`,
    });
  }
  return html`<p>${found.total} of at most ${screensMax}, newest first.</p><ul class="listed">${found.rows.map(itemOf)}</ul>`;
}

function summaryOf(registry: Deps["registry"], screen: SavedScreen): Html {
  const { name, where, currency, address, createdAt } = screen;
  const read = readOrSentence(registry, screen);
  const order = typeof read === "string" ? [] : read.sorts.map(sortWords);
  const facts = [currency ?? "All currencies", ...order, `Saved ${dayOf(createdAt)}`];
  return html`<a href="${address}"><b>${name}</b></a><br>${where === null ? "All companies" : html`<code>${where}</code>`}<br><span class="soft">${facts.join(" · ")}</span>${typeof read === "string" ? html`<p role="status">It is no longer available. ${read}</p>` : nothing}`;
}

function changeForms(
  { id, name }: SavedScreen,
  browser: NonNullable<Reader["browser"]>,
  action: string,
): Html {
  const form = (act: ScreenFields["act"], fields: Html) =>
    memberForm(
      browser,
      { action, about: aboutScreen({ act, id }) },
      html`<input type="hidden" name="act" value="${act}"><input type="hidden" name="id" value="${id}">${fields}`,
    );
  return html`<details><summary>Rename or delete</summary>
${form("rename", html`<label>Name <input name="name" required maxlength="120" value="${name}"></label><button>Rename</button>`)}
${form("delete", html`<button>Delete the screen</button>`)}</details>`;
}

/** Renames or deletes an own screen. Throws 400 for a name that cannot be, and 404 for a screen of another account. */
export async function actOnScreen(
  deps: Pick<Deps, "db" | "registry">,
  userId: string,
  { act, id, name }: ScreenFields,
): Promise<void> {
  const row = await findOwn(deps.db, id, userId);
  if (act === "delete") return ownScreens.remove(deps.db, row.id);
  await changeScreen(deps, row, parseSent(screenChange, { name }, { name: "Name" }));
}

const findOwn = async (db: Db, id: string, userId: string) =>
  required(await ownScreens.find(db, id, userId), "Saved screen");
