import { scopes } from "#schemas/shapes/accounts/scope.ts";
import { makeApiKey } from "../../auth/api-key.ts";
import { type ApiError, badRequest } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "../../http/signed-in.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { createBody, createKey, getKey, listKeys, revokeKey } from "../api-keys/service.ts";
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

export const keysAddress = "/auth/keys";

/** More are shown by the operations of the API. */
const shownMax = 100;

/** The API keys that work, with a form to make one. */
export const showKeys = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, keysAddress, (browser) => keysPage(asked, browser, null));

async function keysPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
): Promise<WebAnswer> {
  const first = { limit: shownMax, offset: 0 };
  const { rows, total } = await listKeys(deps, browser.caller, first);
  const rest = total - rows.length;
  const mustConfirm = await needsConfirmation(deps, browser);
  const body = html`${refusal(why)}
${rows.length === 0 ? html`<p>You have no API keys.</p>` : nothing}
${rows.map((one) => keySection(browser, one))}
${rest > 0 ? html`<p>${rest} more are not shown.</p>` : nothing}
<h2>A new key</h2>
${mustConfirm ? confirmFirst(keysAddress, "make a key") : accountForm(browser, "make-key", "", newKeyFields(browser))}
${backToAccount}`;
  return page("API keys", body, statusOf(why));
}

type Key = Awaited<ReturnType<typeof getKey>>;

const keySection = (browser: SignedInBrowser, one: Key): Html => html`<section><h2>${one.name}</h2>
<p><code>${one.prefix}…</code> may ${one.permissions.join(", ")}. Made on ${one.createdAt.slice(0, 10)}, ${one.lastUsedAt === null ? "never used" : `last used on ${one.lastUsedAt.slice(0, 10)}`}${one.expiresAt === null ? "" : `, ends on ${one.expiresAt.slice(0, 10)}`}.</p>
${accountForm(browser, "end-key", one.id, html`<button>End the key ${one.name}</button>`)}
</section>`;

const newKeyFields = ({ caller }: SignedInBrowser): Html => html`
<label>Name<input name="name" required maxlength="100" autocomplete="off"></label>
<label>It may<select name="scope">${scopes
  .filter((one) => caller.scopes.includes(one))
  .map((one) => html`<option value="${one}">${one}</option>`)}</select></label>
<button>Make the key</button>`;

export async function submitKey(
  asked: BrowserRequest,
  fields: AccountFields & { name: string; scope: string },
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "make-key", fields);
  const work = async () => {
    const parsed = createBody.safeParse({ name: fields.name, scope: fields.scope });
    if (!parsed.success) throw badRequest("Enter a name for the key and choose its permissions");
    const { name, key } = await createKey(asked.deps, browser.caller, parsed.data, makeApiKey());
    return page(
      "A new key",
      html`<p>${name} is shown this once. Copy it now.</p><p><code>${key}</code></p>
<p>Send it with each request in <code>X-API-Key</code>. What there is to ask is in the <a href="/api/docs">API documentation</a>.</p>
<pre><code>curl -H "X-API-Key: ${key}" ${asked.deps.publicUrl ?? ""}/v2/entities/public/by-ticker/AAPL</code></pre>
<p><a href="${keysAddress}">Back to the keys</a></p>`,
    );
  };
  return orShow(work, (why) => keysPage(asked, browser, why), keysAddress);
}

export async function submitKeyEnd(
  asked: BrowserRequest,
  fields: AccountFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "end-key", fields);
  const work = async () => {
    const { id } = await getKey(asked.deps, browser.caller, fields.id);
    await revokeKey(asked.deps, browser.caller, id);
    return backTo(keysAddress);
  };
  return orShow(work, (why) => keysPage(asked, browser, why), keysAddress);
}
