import { type FastifyInstance, type FastifyReply, fastify } from "fastify";
import { type Html, html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import {
  type BuiltInSetup,
  changeSubscription,
  isChange,
  isOpen,
  listSettled,
  pay,
  tell,
} from "./built-in-acts.ts";
import { findRecord, type StoredSubscription } from "./built-in-store.ts";

export interface RunningPages {
  baseUrl: string;
  close(): Promise<void>;
}

interface Form {
  Params: { id: string };
  Body: Record<string, string | undefined> | undefined;
}

/**
 * Serves the pages of the built-in provider on the loopback interface, without scripts: a checkout to pay or decline,
 * and the customer portal. The port is another one after each start.
 */
export async function startPages(setup: BuiltInSetup): Promise<RunningPages> {
  const server = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 65_536 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  serveCheckout(server, setup);
  servePortal(server, setup);
  server.setErrorHandler((error, _request, reply) => {
    setup.log.warn({ err: error }, "the built-in payment provider failed");
    return sendPage(reply, "It failed", html`<p>Nothing was charged.</p>`, { status: 500 });
  });
  const baseUrl = await server.listen({ host: "127.0.0.1", port: 0 });
  // It must not keep this process running.
  server.server.unref();
  return { baseUrl, close: () => server.close() };
}

function serveCheckout(server: FastifyInstance, setup: BuiltInSetup): void {
  server.get<Form>("/pay/:id", async ({ params: { id } }, reply) =>
    showCheckout(setup, id, reply, null),
  );
  server.post<Form>("/pay/:id", async ({ params: { id }, body }, reply) => {
    if (body?.card !== "pays") {
      return showCheckout(setup, id, reply, "The card was declined. Nothing was charged.");
    }
    const paid = await pay(setup, id);
    return paid === null ? showCheckout(setup, id, reply, null) : reply.redirect(paid.paidUrl, 303);
  });
}

function servePortal(server: FastifyInstance, setup: BuiltInSetup): void {
  server.get<Form>("/portal/:id", async ({ params: { id } }, reply) =>
    showPortal(setup, id, reply),
  );
  server.post<Form>("/portal/:id", async ({ params: { id }, body }, reply) => {
    const portal = await findRecord(setup.db, "portal", id);
    const subscription = await findRecord(setup.db, "subscription", body?.subscription ?? "");
    const isOwn = portal !== null && subscription?.customer === portal.customer;
    if (isOwn && subscription !== null && isChange(body?.act)) {
      await changeSubscription(setup, subscription.id, body.act);
      await tell(setup, portal.customer);
    }
    return reply.redirect(`/portal/${id}`, 303);
  });
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
  setup: BuiltInSetup,
  id: string,
  reply: FastifyReply,
  why: string | null,
) {
  const checkout = await findRecord(setup.db, "checkout", id);
  if (checkout === null) {
    return sendPage(reply, "Not found", html`<p>There is no such checkout.</p>`, { status: 404 });
  }
  const back = html`<p><a href="${checkout.leftUrl}">Go back without paying</a></p>`;
  if (!isOpen(checkout, setup)) {
    const state = checkout.state === "paid" ? "It was paid already." : "It is over.";
    return sendPage(reply, "Checkout", html`<p>${state} Nothing is charged.</p>${back}`, {
      status: 410,
    });
  }
  const amount = `${checkout.amount} ${checkout.currency.toUpperCase()}`;
  const shown = html`
${why === null ? "" : html`<p role="alert">${why}</p>`}
<p>${checkout.name}: ${amount} a ${checkout.billingCycle === "yearly" ? "year" : "month"}.</p>
<p>This is the built-in payment provider of a trial installation. No money moves.</p>
<form method="post"><input type="hidden" name="card" value="pays"><button>Pay ${amount}</button></form>
<form method="post"><input type="hidden" name="card" value="declines"><button>Try a card that is declined</button></form>
${back}`;
  const formTargets = [new URL(checkout.paidUrl).origin];
  return sendPage(reply, "Checkout", shown, { status: why === null ? 200 : 402, formTargets });
}

async function showPortal(setup: BuiltInSetup, id: string, reply: FastifyReply) {
  const portal = await findRecord(setup.db, "portal", id);
  if (portal === null) {
    return sendPage(reply, "Not found", html`<p>There is no such page.</p>`, { status: 404 });
  }
  const { all, hasChanged } = await listSettled(setup, portal.customer);
  if (hasChanged) await tell(setup, portal.customer);
  const shown = html`
${all.length === 0 ? html`<p>There is no subscription.</p>` : all.map(subscriptionBlock)}
<p><a href="${portal.returnUrl}">Back</a></p>`;
  return sendPage(reply, "Payments", shown);
}

function subscriptionBlock({ id, status, endsAt }: StoredSubscription): Html {
  const button = (act: string, text: string) => html`<form method="post">
<input type="hidden" name="subscription" value="${id}"><input type="hidden" name="act" value="${act}">
<button>${text}</button></form>`;
  const state = `${status}${endsAt === null ? "" : ", ends with its period"}`;
  if (status === "canceled") return html`<p>Subscription ${id}: ${state}.</p>`;
  return html`<p>Subscription ${id}: ${state}.</p>
${endsAt === null ? button("cancel", "End it with its period") : button("resume", "Renew it after all")}
${button("declining-card", "Use a card that is declined")}${button("paying-card", "Use a card that pays")}`;
}
