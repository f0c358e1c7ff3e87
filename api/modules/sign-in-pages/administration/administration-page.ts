import { type ApiError, badRequest, forbidden } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "#api/http/signed-in.ts";
import { listOperatorActs } from "#api/modules/administration/service.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import {
  accountForm,
  backTo,
  backToAccount,
  checkAccountForm,
  confirmFirst,
  forSignedIn,
  needsConfirmation,
  orShow,
  refusal,
  statusOf,
} from "../account-forms.ts";
import type { AdministrationFields } from "../schemas.ts";
import { standing } from "./standing.ts";
import type { ActForm, Given, Subject } from "./subject.ts";
import { waiting } from "./waiting.ts";

/** By the word that a form names them with. */
const subjects: Readonly<Record<string, Subject>> = { ...waiting, ...standing };

export const administrationAddress = "/auth/administration";

const actsShown = 20;

/** What waits for an administrator, with a form for each. Throws 403 for other accounts. */
export const showAdministration = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, administrationAddress, (browser) =>
    administrationPage(asked, asAdministrator(browser), null),
  );

function asAdministrator(browser: SignedInBrowser): SignedInBrowser {
  if (!browser.caller.isAdmin) throw forbidden("This page is for administrators");
  return browser;
}

async function administrationPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
): Promise<WebAnswer> {
  const mustConfirm = await needsConfirmation(deps, browser);
  const formOf: FormOf = (name, what, form) =>
    mustConfirm ? nothing : actForm(browser, name, what, form);
  const sections: Html[] = [];
  for (const [name, subject] of Object.entries(subjects)) {
    sections.push(await subjectSection(deps, name, subject, formOf));
  }
  const body = html`${refusal(why)}
${mustConfirm ? confirmFirst(administrationAddress, "decide what waits") : nothing}
${sections}
${await actsSection(deps)}
${backToAccount}`;
  return page("Administration", body, statusOf(why));
}

type FormOf = (name: string, what: string, form: ActForm) => Html;

/** Folded, so that many things that wait fit on a page. */
const actForm = (
  browser: SignedInBrowser,
  name: string,
  what: string,
  { id, fields, decisions }: ActForm,
): Html =>
  html`<details><summary>${what}</summary>${accountForm(
    browser,
    "administer",
    `${name} ${id}`,
    html`${fields}
<label>Reason<input name="reason" maxlength="500" autocomplete="off"></label>
<p class="acts">${decisions.map(([decision, label]) => html`<button name="decision" value="${decision}">${label}</button>`)}</p>`,
  )}</details>`;

async function subjectSection(
  deps: BrowserRequest["deps"],
  name: string,
  { title, none, list, add }: Subject,
  formOf: FormOf,
): Promise<Html> {
  const { rows, total } = await list(deps);
  return html`<h2>${title}${total === 0 ? "" : ` (${total})`}</h2>
${rows.length === 0 ? html`<p>${none}</p>` : nothing}
${rows.map(
  (row) => html`<section><h3>${row.title}</h3>${row.about}
${formOf(name, "Decide", row)}</section>`,
)}
${total > rows.length ? html`<p>${total - rows.length} more are not shown.</p>` : nothing}
${add === undefined ? nothing : formOf(name, add.title, { id: "new", ...add })}`;
}

async function actsSection({ db }: BrowserRequest["deps"]): Promise<Html> {
  const { rows } = await listOperatorActs(db, { limit: actsShown, offset: 0 });
  if (rows.length === 0) return nothing;
  return html`<h2>Last acts</h2><ul>${rows.map(
    ({ at, action, actorName, actorId, subjectType, subjectId, detail }) =>
      html`<li>${at.slice(0, 16).replace("T", " ")} ${action} by ${actorName ?? actorId ?? "the command line"}: ${subjectType} <code>${subjectId}</code>${typeof detail.reason === "string" ? `, ${detail.reason}` : ""}</li>`,
  )}</ul>`;
}

/** Does what a form of the page asks. The page shows why an act is refused. */
export async function submitAct(
  asked: BrowserRequest,
  fields: AdministrationFields,
): Promise<WebAnswer> {
  const browser = asAdministrator(await checkAccountForm(asked, "administer", fields));
  const work = async () => {
    const [name = "", id = ""] = fields.id.split(" ");
    const subject = subjects[name];
    if (subject === undefined) throw badRequest("The form does not say what to change");
    await subject.decide(asked.deps, browser.caller, { ...filled(fields), id });
    return backTo(administrationAddress);
  };
  return orShow(work, (why) => administrationPage(asked, browser, why), administrationAddress);
}

const filled = (fields: AdministrationFields): Omit<Given, "id"> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
