import { renderSVG } from "uqr";
import type { ApiError } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "#api/http/signed-in.ts";
import * as factors from "#api/modules/second-factors/service.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { passkeyFields, passkeyScript } from "#api/pages/passkey.ts";
import { readProof } from "#api/proof.ts";
import {
  type AccountFields,
  type AccountForm,
  accountForm,
  backTo,
  backToAccount,
  checkAccountForm,
  confirmFirst,
  forSignedIn,
  orShow,
  refusal,
  statusOf,
} from "../account-forms.ts";
import { parseField } from "./parse-field.ts";

export const factorsAddress = "/auth/security";

/** The second factors of a person. */
export const showFactors = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, factorsAddress, (browser) => factorsPage(asked, browser, null));

type Factors = Awaited<ReturnType<typeof factors.readFactors>>;

async function factorsPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
): Promise<WebAnswer> {
  const own = await factors.readFactors(deps, browser.caller.userId);
  const { isRecent } = await readProof(deps, browser.caller);
  const script = isRecent ? passkeyScript : undefined;
  const changes = isRecent
    ? await changeForms({ deps, browser, own })
    : confirmFirst(factorsAddress, "change them");
  return page(
    "Second factor",
    html`${refusal(why)}
<p>${own.isOn ? "Signing in asks for your password and for one of these." : "Your password alone opens your account. A second factor keeps it closed to who has learned the password."}</p>
${own.isOn ? factorList(own) : nothing}
${changes}
<p>API keys and authorized applications keep working.</p>
${backToAccount}`,
    { ...statusOf(why), script },
  );
}

const day = (time: string) => time.slice(0, 10);

const factorList = ({ totp, passkeys, recoveryCodesLeft }: Factors): Html => html`<ul>
${totp === null ? nothing : html`<li>An authenticator app, since ${day(totp.confirmedAt)}</li>`}
${passkeys.map(({ name, createdAt, lastUsedAt }) => html`<li>The passkey ${name}, since ${day(createdAt)}, ${lastUsedAt === null ? "not used yet" : `last used on ${day(lastUsedAt)}`}</li>`)}
<li>${recoveryCodesLeft} recovery codes that are not used</li></ul>`;

async function changeForms({
  deps,
  browser,
  own,
}: {
  deps: BrowserRequest["deps"];
  browser: SignedInBrowser;
  own: Factors;
}): Promise<Html> {
  const form = (name: AccountForm, about: string, fields: Html) =>
    accountForm(browser, name, about, fields);
  const options = await factors.startPasskey(deps, browser.caller);
  return html`<h2>Authenticator app</h2>
${
  own.totp === null
    ? form("start-totp", "", html`<button>Set up an authenticator app</button>`)
    : form("remove-totp", "", html`<button>Remove the authenticator app</button>`)
}
<h2>Passkeys</h2>
${own.passkeys.map(
  ({ id, name }) => html`<section><h3>${name}</h3>
${form("rename-passkey", id, html`<label>Name<input name="name" required maxlength="60" value="${name}"></label><button>Rename ${name}</button>`)}
${form("remove-passkey", id, html`<button>Remove ${name}</button>`)}</section>`,
)}
${form("add-passkey", "", html`<label>Name of a new passkey<input name="name" required maxlength="60" autocomplete="off"></label>${passkeyFields("create", options, "Make a passkey")}`)}
${own.isOn ? html`<h2>Recovery codes</h2>${form("renew-codes", "", html`<button>Replace the recovery codes</button>`)}` : nothing}`;
}

/** Does what a form of the page asks, and shows the page again where it is refused. */
async function act(
  asked: BrowserRequest,
  name: AccountForm,
  fields: AccountFields,
  work: (browser: SignedInBrowser) => Promise<WebAnswer>,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, name, fields);
  return orShow(
    () => work(browser),
    (why) => factorsPage(asked, browser, why),
    factorsAddress,
  );
}

export const submitTotpStart = (asked: BrowserRequest, fields: AccountFields) =>
  act(asked, "start-totp", fields, async (browser) => {
    const started = await factors.startTotp(asked.deps, browser.caller);
    return totpPage(browser, started, null);
  });

interface Started {
  secret: string;
  address: string;
}

/** Shows the secret as a QR code and as text, with a form for the first code. */
const totpPage = (
  browser: SignedInBrowser,
  { secret, address }: Started,
  why: ApiError | null,
): WebAnswer =>
  page(
    "Authenticator app",
    html`${refusal(why)}
<p>Read this with your app, or type its secret there:</p>
<figure class="qr" role="img" aria-label="QR code of the secret">${{ html: renderSVG(address, { border: 4 }) }}</figure>
<p><code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
<p>It counts once you give a code of it:</p>
${accountForm(
  browser,
  "confirm-totp",
  secret,
  html`<input type="hidden" name="address" value="${address}"><label>Code of the app<input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"></label><button>Turn it on</button>`,
)}
${backToFactors}`,
    statusOf(why),
  );

const backToFactors = html`<p><a href="${factorsAddress}">Back to the second factor</a></p>`;

export async function submitTotpConfirm(
  asked: BrowserRequest,
  fields: AccountFields & { code: string; address: string },
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "confirm-totp", fields);
  const { deps, from } = asked;
  const { code, id: secret } = fields;
  return orShow(
    async () => {
      const given = { code, address: from.address };
      const { recoveryCodes } = await factors.confirmTotp(deps, browser.caller, given);
      return recoveryCodes === null ? backTo(factorsAddress) : codesPage(recoveryCodes);
    },
    async (why) => totpPage(browser, { secret, address: fields.address }, why),
    factorsAddress,
  );
}

const codesPage = (codes: readonly string[]): WebAnswer =>
  page(
    "Recovery codes",
    html`<p>Each of these opens your account once when you have lost the rest. They are shown this once: print them, or keep them where you keep passwords.</p>
<ul>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${backToFactors}`,
  );

export const submitTotpRemoval = (asked: BrowserRequest, fields: AccountFields) =>
  act(asked, "remove-totp", fields, async ({ caller }) => {
    await factors.removeTotp(asked.deps, caller);
    return backTo(factorsAddress);
  });

export const submitNewCodes = (asked: BrowserRequest, fields: AccountFields) =>
  act(asked, "renew-codes", fields, async ({ caller }) => {
    const { recoveryCodes } = await factors.renewRecoveryCodes(asked.deps, caller);
    return codesPage(recoveryCodes);
  });

export const submitPasskey = (
  asked: BrowserRequest,
  fields: AccountFields & { name: string; passkey: string },
) =>
  act(asked, "add-passkey", fields, async ({ caller }) => {
    const passkey = parseField(factors.madePasskey, fields.passkey);
    const name = parseField(factors.passkeyName, JSON.stringify(fields.name));
    const { recoveryCodes } = await factors.addPasskey(asked.deps, caller, { name, passkey });
    return recoveryCodes === null ? backTo(factorsAddress) : codesPage(recoveryCodes);
  });

export const submitPasskeyName = (
  asked: BrowserRequest,
  fields: AccountFields & { name: string },
) =>
  act(asked, "rename-passkey", fields, async ({ caller }) => {
    const name = parseField(factors.passkeyName, JSON.stringify(fields.name));
    await factors.renamePasskey(asked.deps, caller, { id: fields.id, name });
    return backTo(factorsAddress);
  });

export const submitPasskeyRemoval = (asked: BrowserRequest, fields: AccountFields) =>
  act(asked, "remove-passkey", fields, async ({ caller }) => {
    await factors.removePasskey(asked.deps, caller, fields.id);
    return backTo(factorsAddress);
  });
