import { type Html, html, nothing } from "#api/pages/html.ts";
import { type Entity, entityTypes } from "../../entities/service.ts";
import type { ProfileDraft } from "../../publication/service.ts";
import { factList, paragraphs, wordsOf } from "../parts.ts";
import { refusal } from "../show-to-member.ts";
import type { TeamFields } from "./schemas.ts";
import { managerForm, type TeamView } from "./view.ts";

/** The texts of the profile that are one line, with their names on the page. */
export const profileTexts = [
  ["tagline", "In one line"],
  ["category", "Category"],
  ["location", "Location"],
  ["websiteUrl", "Website"],
  ["legalName", "Legal name"],
  ["employeeCount", "Employees"],
  ["directEmail", "Email"],
  ["directPhone", "Telephone"],
  ["streetAddress", "Street address"],
] as const;

/** Contacts that are shown only where their box is ticked. */
export const contacts = ["directEmail", "directPhone", "streetAddress"] as const;

/** Who the team is, and for those who may manage it (`draft`) what it has written, with the forms to change it. */
export function profileSection(entity: Entity, draft: ProfileDraft | null, view: TeamView): Html {
  const { typed, reader } = view;
  const isHere = typed?.act === "describe" || typed?.act === "profile";
  return html`<h2 id="profile">Profile</h2>${isHere ? refusal(reader.why) : nothing}
${paragraphs(entity.description)}
${factList([["Kind", wordsOf(entity.entityType)], ["Name in addresses", entity.slug], ...(draft === null ? [] : profileTexts.map(([name, label]) => [label, factOf(draft, name)] as const))])}
${
  draft === null
    ? html`<p class="soft small">Owners, admins and members with the permission listing.manage read and change what the directory says.</p>`
    : html`<h3>Change the profile</h3>
${describeForm(entity, view)}
<h3>Change what the directory says</h3>
${profileForm(draft, view)}`
}`;
}

function factOf(draft: ProfileDraft, name: (typeof profileTexts)[number][0]): string | null {
  const value = draft[name] ?? null;
  if (value === null) return null;
  const contact = contacts.find((one) => one === name);
  return contact === undefined || draft.disclosure[contact]
    ? String(value)
    : `${value} (not shown to others)`;
}

function describeForm(entity: Entity, view: TeamView): Html {
  const typed = view.typed?.act === "describe" ? view.typed : null;
  const kind = typed?.entityType ?? entity.entityType;
  const kinds = entityTypes.map(
    (one) =>
      html`<option value="${one}"${one === kind ? html` selected` : nothing}>${wordsOf(one)}</option>`,
  );
  return managerForm(
    view,
    "describe",
    html`<label>Name <input name="name" required maxlength="200" value="${typed?.name ?? entity.name}"></label>
<label>Kind <select name="entityType">${kinds}</select></label>
<label>Description<textarea name="description" rows="5" maxlength="5000">${typed?.description ?? entity.description ?? ""}</textarea></label>
<label>Address of the logo <input name="logoUrl" type="url" maxlength="2000" value="${typed?.logoUrl ?? entity.logoUrl ?? ""}"></label>
<button>Save</button>
<p class="soft small">While the profile is published, name, description and logo wait for its next version. A new name ends the verification.</p>`,
  );
}

function profileForm(draft: ProfileDraft, view: TeamView): Html {
  const typed = view.typed?.act === "profile" ? view.typed : null;
  const shown = typed === null ? contacts.filter((one) => draft.disclosure[one]) : shownIn(typed);
  const asks = typed === null ? draft.asksFollowers : typed.asksFollowers === "yes";
  const labels = new Map<string, string>(profileTexts);
  const box = (name: string, value: string, isTicked: boolean, label: string) =>
    html`<label><input type="checkbox" name="${name}" value="${value}"${isTicked ? html` checked` : nothing}> ${label}</label>`;
  return managerForm(
    view,
    "profile",
    html`${profileTexts.map(
      ([name, label]) =>
        html`<label>${label} <input name="${name}" maxlength="2000" value="${typed?.[name] ?? String(draft[name] ?? "")}"></label>\n`,
    )}
<fieldset><legend>Everybody may read</legend>${contacts.map((one) => box("shown", one, shown.includes(one), labels.get(one) ?? one))}</fieldset>
${box("asksFollowers", "yes", asks, "Followers ask first")}
<button>Save</button>
<p class="soft small">Texts are public with the next version. Checkboxes take effect immediately. Links, people, credentials, evidence and addresses change with the API.</p>`,
  );
}

/** The contacts that a sent form shows. */
export const shownIn = ({ shown }: TeamFields): string[] => [shown].flat();
