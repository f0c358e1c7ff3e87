import { fastify } from "fastify";
import { changeSubscription, decliningCard, type ProviderSetup, pay } from "./provider.ts";
import { type FormBody, readForm, textAt } from "./read-form.ts";
import type { Store } from "./store.ts";
import { serveWire } from "./wire.ts";

export interface StripeImitation {
  port: number;
  /** What it keeps, by id. */
  store: Store;
  close(): Promise<void>;
}

interface Form {
  Params: { id: string };
  Body: FormBody;
}

/**
 * Starts a server that speaks Stripe's protocol on the loopback interface. Its hosted pages only take forms: /pay/:id
 * pays, and /portal/:id makes the card of a subscription one that is declined.
 */
export async function startStripe(given: Omit<ProviderSetup, "store">): Promise<StripeImitation> {
  const setup = { ...given, store: new Map() };
  const server = fastify({ logger: false, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, readForm(body as string)),
  );
  let baseUrl = "";
  serveWire(server, () => ({ ...setup, baseUrl }));
  server.post<Form>("/pay/:id", async ({ params: { id } }, reply) => {
    const session = await pay(setup, id);
    return session === null
      ? reply.code(410).send()
      : reply.redirect(String(session.success_url), 303);
  });
  server.post<Form>("/portal/:id", async ({ body }, reply) => {
    await changeSubscription(setup, textAt(body, "subscription") ?? "", (one) => ({
      ...one,
      default_payment_method: decliningCard,
    }));
    return reply.code(204).send();
  });
  baseUrl = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    port: Number(new URL(baseUrl).port),
    store: setup.store,
    close: () => server.close(),
  };
}
