import { cookie } from "../../auth/browser.ts";
import { type ApiError, badRequest } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "../../http/signed-in.ts";
import { html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { exportAccount, leave } from "../leaving/service.ts";
import { getPreferences, mailNames, setPreferences } from "../mail/service.ts";
import {
  type AccountFields,
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
} from "./account-forms.ts";

export const mailsAddress = "/auth/mails";
export const dataAddress = "/auth/data";

/** Which mails the person gets. */
export const showMails = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, mailsAddress, async (browser) => {
    const preferences = await getPreferences(asked.deps.db, browser.caller.userId);
    const box = (kind: keyof typeof mailNames) =>
      html`<label><input type="checkbox" name="${kind}" value="yes"${preferences[kind] ? { html: " checked" } : ""}> ${mailNames[kind]}</label>`;
    const fields = html`${box("invitations")}${box("alerts")}<button>Keep this choice</button>`;
    return page(
      "Mails",
      html`${preferences.isAddressRefused ? html`<p role="alert">The mail server of ${browser.email} has refused your address: no mail is sent there.</p>` : ""}
<p>Mails about the security of your account always come to ${browser.email}. Beside them you get:</p>
${accountForm(browser, "choosemails", "", fields)}
${backToAccount}`,
    );
  });

export async function submitMails(
  asked: BrowserRequest,
  fields: AccountFields & { invitations: string; alerts: string },
): Promise<WebAnswer> {
  const { caller } = await checkAccountForm(asked, "choosemails", fields);
  await setPreferences(asked.deps, caller.userId, {
    invitations: fields.invitations === "yes",
    alerts: fields.alerts === "yes",
  });
  return backTo(mailsAddress);
}

/** The page of export and deletion. */
export const showData = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, dataAddress, (browser) => dataPage(asked, browser, null));

async function dataPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
): Promise<WebAnswer> {
  const mustConfirm = await needsConfirmation(deps, browser);
  const fields = html`<label>Password<input name="password" type="password" autocomplete="current-password"></label>
<p>It is not needed within ten minutes of signing in.</p>
<label><input type="checkbox" name="confirm" value="yes" required> Delete my account with all that is mine</label>
<button>Delete the account</button>`;
  return page(
    "Your data",
    html`${refusal(why)}
<h2>Export</h2>
<p><a href="/auth/data/export">Download everything that is held about you</a>, as one JSON file without secrets.</p>
<h2>Deletion</h2>
<p>Your own data are deleted immediately. Records that others rely on are kept without your name.</p>
${mustConfirm ? confirmFirst(dataAddress, "delete your account") : accountForm(browser, "leave", "", fields)}
${backToAccount}`,
    statusOf(why),
  );
}

export const downloadExport = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, dataAddress, async ({ caller }) => ({
    status: 200,
    headers: { "content-disposition": "attachment; filename=tenk-account.json" },
    type: "application/json",
    body: JSON.stringify(await exportAccount(asked.deps, caller.userId), null, 2),
  }));

export async function submitLeaving(
  asked: BrowserRequest,
  fields: AccountFields & { password: string; confirm: string },
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "leave", fields);
  const { deps, from } = asked;
  const work = async () => {
    if (fields.confirm !== "yes") throw badRequest("Select the checkbox to delete the account");
    const password = fields.password === "" ? null : fields.password;
    await leave(deps, browser.caller, { password, address: from.address });
    const { publicUrl } = deps;
    const headers = { "set-cookie": cookie("session", "", { publicUrl, lifetimeSeconds: 0 }) };
    return page("Deleted", html`<p>Your account is deleted.</p>`, { headers });
  };
  return orShow(work, (why) => dataPage(asked, browser, why), dataAddress);
}
