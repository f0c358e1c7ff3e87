import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { addressOf, saveScreen, screenBody } from "../../saved-screens/service.ts";
import { memberForm } from "../member-form.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import type { NewAsked } from "./schemas.ts";
import { readOrSentence, screenFacts } from "./screen-words.ts";

const newPath = "/screens/new";

/** The parts of an address in the order of the form. */
const partNames = ["where", "currency", "sort", "columns"] as const;

/** Path and query of the page that saves a screen. */
export const newAddress = (asked: NewAsked): string => `${newPath}${queryText(asked)}`;

export const aboutNew = (asked: NewAsked) => [
  "screen",
  "new",
  ...partNames.map((name) => asked[name] ?? ""),
];

/** What a screen asks, with the form that saves it under a name; the sentence of what cannot be read, with 400. */
export function newMarkup(
  { registry }: Pick<Deps, "registry">,
  asked: NewAsked,
  reader: Reader,
  name = "",
): MemberPage {
  const read = readOrSentence(registry, asked);
  const isRefused = typeof read === "string";
  return {
    title: "Save a screen",
    status: isRefused ? 400 : 200,
    body: html`
${isRefused ? html`<p role="alert">${read}</p>` : screenFacts(asked, read)}
<p><a href="${addressOf(asked)}">Back to the screen</a></p>
${isRefused ? nothing : saveForm(asked, reader, name)}`,
  };
}

const saveForm = (asked: NewAsked, { browser, why }: Reader, name: string): Html =>
  browser === null
    ? nothing
    : html`<h2 id="save">Name</h2>${refusal(why)}${memberForm(
        browser,
        { action: `${newPath}#save`, about: aboutNew(asked) },
        html`${partNames.map((part) => html`<input type="hidden" name="${part}" value="${asked[part] ?? ""}">`)}<label>Name of the screen <input name="name" required maxlength="120" value="${name}"></label><button class="first">Save</button>`,
      )}`;

const fieldNames = {
  name: "Name of the screen",
  where: "Conditions",
  currency: "Currency",
  sort: "Sorted by",
  columns: "Columns",
};

/** Saves the screen of an address. Throws 400 for a name or conditions that cannot be, 409 for one screen too many. */
export async function saveNew(
  deps: Pick<Deps, "db" | "registry">,
  { currency = "", ...asked }: NewAsked & { name: string },
  userId: string,
): Promise<void> {
  const sent = { ...asked, currency: currency || null };
  await saveScreen(deps, userId, parseSent(screenBody, sent, fieldNames));
}
