import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import type { PaymentObject, Purchase } from "./objects.ts";
import {
  changeSubscription,
  decliningCard,
  endAtPeriodEnd,
  isOpen,
  type ProviderSetup,
  pay,
  secondsOf,
  settleAll,
} from "./provider.ts";
import type { FormBody } from "./read-form.ts";
import { textAt } from "./read-form.ts";
import { findObject, listObjects } from "./store.ts";

/** Serves the hosted pages, without scripts: a checkout to pay or decline, and the customer portal. */
export function servePages(server: FastifyInstance, setup: () => ProviderSetup): void {
  server.get<{ Params: { id: string } }>("/pay/:id", async ({ params: { id } }, reply) =>
    showCheckout(setup(), id, reply, null),
  );
  server.post<{ Params: { id: string }; Body: FormBody }>(
    "/pay/:id",
    async ({ params: { id }, body }, reply) => {
      if (textAt(body ?? {}, "card") !== "pays") {
        return showCheckout(setup(), id, reply, "The card was declined. Nothing was charged.");
      }
      const session = await pay(setup(), id);
      if (session === null) return showCheckout(setup(), id, reply, null);
      return reply.redirect(
        String(session.success_url).replaceAll("{CHECKOUT_SESSION_ID}", id),
        303,
      );
    },
  );
  server.get<{ Params: { id: string } }>("/portal/:id", async ({ params: { id } }, reply) =>
    showPortal(setup(), id, reply),
  );
  server.post<{ Params: { id: string }; Body: FormBody }>(
    "/portal/:id",
    async ({ params: { id }, body }, reply) => {
      const form = body ?? {};
      const portal = await findObject(setup().db, id);
      const subscription = await findObject(setup().db, textAt(form, "subscription") ?? "");
      const isOwn = portal !== null && subscription?.customer === portal.customer;
      if (isOwn && subscription !== null) {
        await actInPortal(setup(), subscription.id, textAt(form, "act") ?? "");
      }
      return reply.redirect(`/portal/${id}`, 303);
    },
  );
}

async function actInPortal(setup: ProviderSetup, id: string, act: string): Promise<void> {
  if (act === "cancel") await changeSubscription(setup, id, endAtPeriodEnd(true));
  if (act === "resume") await changeSubscription(setup, id, endAtPeriodEnd(false));
  if (act === "declining-card" || act === "paying-card") {
    const card = act === "declining-card" ? decliningCard : "pm_card_visa";
    await changeSubscription(setup, id, (one) => ({ ...one, default_payment_method: card }));
  }
}

function sendPage(
  reply: FastifyReply,
  title: string,
  body: Html,
  { status = 200, formTargets = [] as string[] } = {},
) {
  const answer = page(title, body, { status, formTargets });
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .type("text/html; charset=utf-8")
    .send(answer.body);
}

async function showCheckout(
  setup: ProviderSetup,
  id: string,
  reply: FastifyReply,
  why: string | null,
) {
  await settleAll(setup);
  const session = await findObject(setup.db, id);
  const bought = await findObject(setup.db, `internal_${id}`);
  if (session?.object !== "checkout.session" || bought === null) {
    return sendPage(reply, "Not found", html`<p>There is no such checkout.</p>`, { status: 404 });
  }
  const back = html`<p><a href="${String(session.cancel_url)}">Go back without paying</a></p>`;
  if (!isOpen(session, await secondsOf(setup))) {
    const state = session.status === "complete" ? "It was paid already." : "It is over.";
    return sendPage(reply, "Checkout", html`<p>${state} Nothing is charged.</p>${back}`, {
      status: 410,
    });
  }
  const { name, currency, unitAmount, interval } = bought.purchase as Purchase;
  const amount = `${(unitAmount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const shown = html`
${why === null ? "" : html`<p role="alert">${why}</p>`}
<p>${name}: ${amount} a ${interval}.</p>
<p>This is the built-in payment provider of a trial installation. No money moves.</p>
<form method="post"><input type="hidden" name="card" value="pays"><button>Pay ${amount}</button></form>
<form method="post"><input type="hidden" name="card" value="declines"><button>Try a card that is declined</button></form>
${back}`;
  const formTargets = [new URL(String(session.success_url)).origin];
  return sendPage(reply, "Checkout", shown, { status: why === null ? 200 : 402, formTargets });
}

async function showPortal(setup: ProviderSetup, id: string, reply: FastifyReply) {
  await settleAll(setup);
  const portal = await findObject(setup.db, id);
  if (portal?.object !== "billing_portal.session") {
    return sendPage(reply, "Not found", html`<p>There is no such page.</p>`, { status: 404 });
  }
  const customer = String(portal.customer);
  const all = await listObjects(setup.db, "subscription", { customer });
  const shown = html`
${all.length === 0 ? html`<p>There is no subscription.</p>` : all.map(subscriptionBlock)}
<p><a href="${String(portal.return_url)}">Back</a></p>`;
  return sendPage(reply, "Payments", shown);
}

function subscriptionBlock(one: PaymentObject): Html {
  const isEnding = one.cancel_at_period_end === true;
  const button = (act: string, text: string) => html`<form method="post">
<input type="hidden" name="subscription" value="${one.id}"><input type="hidden" name="act" value="${act}">
<button>${text}</button></form>`;
  const state = `${String(one.status)}${isEnding ? ", ends with its period" : ""}`;
  if (one.status === "canceled") return html`<p>Subscription ${one.id}: ${state}.</p>`;
  return html`<p>Subscription ${one.id}: ${state}.</p>
${isEnding ? button("resume", "Renew it after all") : button("cancel", "End it with its period")}
${button("declining-card", "Use a card that is declined")}${button("paying-card", "Use a card that pays")}`;
}
