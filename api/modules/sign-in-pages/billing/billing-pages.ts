import { takesPayments } from "#api/clients/payments.ts";
import { type ApiError, badRequest } from "#api/http/errors.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { billingCycle, findPlan, type Plan, plans } from "#schemas/config/plans.ts";
import { listOwn as listOwnPackages } from "../../access-packages/service.ts";
import * as billing from "../../billing/service.ts";
import {
  type AccountFields,
  accountForm,
  backTo,
  backToAccount,
  checkAccountForm,
  forSignedIn,
  orShow,
  refusal,
  statusOf,
} from "../account-forms.ts";
import {
  allowedText,
  planName,
  planText,
  priceText,
  type Subscription,
  subscriptionText,
} from "./plan-words.ts";

export const billingAddress = "/auth/billing";

/** More are shown by the operations of the API. */
const packagesShown = 50;

/** The plan of the account, its subscription with forms to pay and to end it, and its packages. */
export const showBilling = (asked: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn(asked, billingAddress, (browser) => billingPage(asked, browser, null));

async function billingPage(
  { deps }: BrowserRequest,
  browser: SignedInBrowser,
  why: ApiError | null,
): Promise<WebAnswer> {
  const { userId } = browser.caller;
  const allowed = await billing.entitlementsOf(deps, userId);
  const subscription = await billing.getSubscription(deps.db, userId);
  const body = html`${refusal(why)}
<h2>Plan</h2>
${planText(plans.find(({ entitlements }) => entitlements === allowed) ?? null)}
${subscription === null ? nothing : subscriptionText(subscription)}
${takesPayments(deps.payments) ? paymentForms(browser, subscription) : html`<p role="status">This installation takes no payments.</p>`}
<h2>Packages</h2>
${await packagesList(deps, userId)}
${backToAccount}`;
  return page("Plan and payments", body, statusOf(why));
}

const isOver = (subscription: Subscription | null): subscription is null =>
  subscription === null || ["canceled", "incomplete"].includes(subscription.status);

function paymentForms(browser: SignedInBrowser, subscription: Subscription | null): Html {
  const portal =
    subscription === null
      ? nothing
      : accountForm(browser, "open-portal", "", html`<button>Cards and invoices</button>`);
  if (isOver(subscription))
    return html`${portal}${plans.map((plan) => planSection(browser, plan))}`;
  return html`${portal}${subscription.cancelAtPeriodEnd ? nothing : cancelForm(browser, subscription)}`;
}

const cancelForm = (browser: SignedInBrowser, { id, planId, currentPeriodEnd }: Subscription) =>
  html`<h2>End the subscription</h2>
<p>${planName(planId)} stays yours until ${currentPeriodEnd.slice(0, 10)} and is not renewed.</p>
${accountForm(browser, "cancel-plan", id, html`<button>End ${planName(planId)} with its period</button>`)}`;

/** A plan with a button for each billing cycle; nothing for one that cannot be bought. */
function planSection(browser: SignedInBrowser, plan: Plan): Html {
  const buttons = billingCycle.options.flatMap((cycle) => {
    const price = priceText(plan, cycle);
    if (price === null) return [];
    const label = html`<button>${plan.name} for ${price}</button>`;
    return [accountForm(browser, "buy-plan", `${plan.id} ${cycle}`, label)];
  });
  if (buttons.length === 0) return nothing;
  return html`<section><h2>${plan.name}</h2><p>${plan.summary}. ${allowedText(plan)}</p>${buttons}</section>`;
}

async function packagesList(deps: BrowserRequest["deps"], userId: string): Promise<Html> {
  const first = { limit: packagesShown, offset: 0 };
  const { rows, total } = await listOwnPackages(deps.db, userId, first);
  if (rows.length === 0) return html`<p>You have no package requests.</p>`;
  const items = rows.map(
    ({ title, status, expiresAt }) =>
      html`<li>${title}: ${status.replace("_", " ")}${expiresAt === null ? nothing : html`, until ${expiresAt.slice(0, 10)}`}</li>\n`,
  );
  const rest = total - rows.length;
  return html`<p>Packages of companies that you have asked for.</p><ul>${items}</ul>${rest > 0 ? html`<p>${rest} more are not shown.</p>` : nothing}`;
}

/** Opens a checkout and leads to it. One that was opened before ends, so that one can be paid. */
export async function submitPurchase(
  asked: BrowserRequest,
  fields: AccountFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "buy-plan", fields);
  const work = async () => {
    const [planId = "", cycle] = fields.id.split(" ");
    const parsed = billingCycle.safeParse(cycle);
    const plan = findPlan(planId);
    if (!parsed.success || plan === null) throw badRequest("There is no such plan to buy");
    const { url } = await billing.startCheckout(asked.deps, {
      userId: browser.caller.userId,
      planId,
      billingCycle: parsed.data,
      idempotencyKey: null,
    });
    return leadTo(url, `Pay ${priceText(plan, parsed.data) ?? ""}`, `${plan.name} is paid for`);
  };
  return orShow(work, (why) => billingPage(asked, browser, why), billingAddress);
}

/** Leads to the payment provider's page for cards and invoices. */
export async function submitPortal(
  asked: BrowserRequest,
  fields: AccountFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "open-portal", fields);
  const { url } = await billing.openPortal(asked.deps, browser.caller.userId);
  return leadTo(url, "Open cards and invoices", "Cards and invoices are");
}

/** A link, because browsers follow no redirect of a form to another site that the page does not name. */
const leadTo = (url: string, label: string, what: string): WebAnswer =>
  page(
    "Payments",
    html`<p>${what} on a page of the payment provider. It leads back here.</p>
<p><a class="button" href="${url}">${label}</a></p>
<p><a href="${billingAddress}">Back to plan and payments</a></p>`,
  );

/** Ends the own subscription with its period. Repeating the request changes nothing. */
export async function submitPlanEnd(
  asked: BrowserRequest,
  fields: AccountFields,
): Promise<WebAnswer> {
  const browser = await checkAccountForm(asked, "cancel-plan", fields);
  const work = async () => {
    await billing.cancelSubscription(asked.deps, browser.caller.userId, fields.id);
    return backTo(billingAddress);
  };
  return orShow(work, (why) => billingPage(asked, browser, why), billingAddress);
}
