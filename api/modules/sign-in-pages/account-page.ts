import { plans } from "#schemas/config/plans.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { type BrowserRequest, findSignedIn, signInFirst } from "../../http/signed-in.ts";
import { html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { entitlementsOf, getSubscription } from "../billing/service.ts";
import { backTo } from "./account-forms.ts";
import { billingAddress } from "./billing/billing-pages.ts";
import { planText, returnNote, subscriptionText } from "./billing/plan-words.ts";

export const accountAddress = "/auth/account";

/**
 * What a person's plan allows, and where the rest of the account is. Who is not signed in signs in first, and who comes from another page
 * returns there. With an
 * external issuer the page says where accounts are.
 */
export async function showAccount(
  asked: BrowserRequest,
  { checkout, returnTo }: { checkout: string; returnTo: string },
): Promise<WebAnswer> {
  if (asked.deps.auth !== null) return elsewhere(asked.deps.auth.issuer);
  const browser = await findSignedIn(asked);
  if (browser === null) return signInFirst(returnTo || accountAddress);
  if (returnTo !== "") return backTo(returnTo);
  const { userId } = browser.caller;
  const subscription = await getSubscription(asked.deps.db, userId);
  const allowed = await entitlementsOf(asked.deps, userId);
  const plan = plans.find(({ entitlements }) => entitlements === allowed);
  return page(
    "Account",
    html`
${returnNote(checkout)}
<p>Signed in as ${browser.email}.</p>
<h2>Plan</h2>
${planText(plan ?? null)}
${subscription === null ? "" : subscriptionText(subscription)}
<p><a href="${billingAddress}">Plan and payments</a></p>
<h2>More</h2>
<ul>
<li><a href="/people/${userId}">Your page for others</a></li>
<li><a href="/teams">Your teams</a></li>
<li><a href="/watchlist">Watchlist</a></li>
<li><a href="/notifications">Notifications</a></li>
<li><a href="/scenarios">Scenarios</a></li>
<li><a href="/screens">Saved screens</a></li>
<li><a href="/applications">Applications to roles</a></li>
<li><a href="/auth/keys">API keys</a></li>
<li><a href="/auth/applications">Applications that may act for you, and your own</a></li>
<li><a href="/auth/sessions">Sessions</a></li>
<li><a href="/auth/security">Second factor</a></li>
<li><a href="/auth/mails">Mails</a></li>
<li><a href="/auth/forgot-password">A new password by mail</a></li>
<li><a href="/auth/data">Export and deletion</a></li>
${browser.caller.isAdmin ? html`<li><a href="/auth/administration">Administration</a></li>` : ""}
<li><a href="/auth/sign-in">Sign out</a></li></ul>`,
  );
}

const elsewhere = (issuer: string): WebAnswer =>
  page(
    "Account",
    html`<p>Accounts of this service are kept by ${issuer}. Sign in there.</p>
<p>The <a href="/api/docs">API</a> takes its access tokens. It has your plan, keys, mails, export and deletion.</p>`,
  );
