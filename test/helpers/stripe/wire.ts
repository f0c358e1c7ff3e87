import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  listOf,
  makeCustomer,
  makePortal,
  makeSession,
  type PaymentObject,
  type Purchase,
} from "./objects.ts";
import {
  changeSubscription,
  endAtPeriodEnd,
  endNow,
  isOpen,
  type ProviderSetup,
  secondsOf,
  settleAll,
} from "./provider.ts";
import { type FormBody, textAt, textsAt } from "./read-form.ts";
import { listObjects, putObject, type Store } from "./store.ts";

type ProviderRequest = { id: string; body: FormBody; query: Record<string, string | undefined> };
type Act = (
  setup: ProviderSetup & { baseUrl: string },
  asked: ProviderRequest,
) => Promise<object | null> | object | null;

/** An error in Stripe's format. */
class WireError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The Stripe operations that the service and its tests use. Null becomes 404. */
const operations: Readonly<Record<string, Act>> = {
  "POST /v1/customers": async (setup, { body }) =>
    putObject(
      setup.store,
      makeCustomer(secondsOf(setup), textAt(body, "email"), textsAt(body, "metadata")),
    ),
  "GET /v1/customers/:id": ({ store }, { id }) => findOf(store, "customer", id),
  "DELETE /v1/customers/:id": deleteCustomer,
  "POST /v1/checkout/sessions": startCheckout,
  "GET /v1/checkout/sessions/:id": ({ store }, { id }) => findOf(store, "checkout.session", id),
  "POST /v1/checkout/sessions/:id/expire": expireCheckout,
  "GET /v1/subscriptions": async ({ store }, { query: { customer, status } }) =>
    listOf(
      "/v1/subscriptions",
      listObjects(
        store,
        "subscription",
        given({ customer, status: status === "all" ? undefined : (status ?? "active") }),
      ),
    ),
  "GET /v1/subscriptions/:id": ({ store }, { id }) => findOf(store, "subscription", id),
  "POST /v1/subscriptions/:id": (setup, { id, body }) =>
    changeSubscription(setup, id, endAtPeriodEnd(textAt(body, "cancel_at_period_end") === "true")),
  "DELETE /v1/subscriptions/:id": (setup, { id }) => changeSubscription(setup, id, endNow),
  "POST /v1/billing_portal/sessions": async (setup, { body }) => {
    const customer = findOf(setup.store, "customer", textAt(body, "customer") ?? "");
    if (customer === null) throw new WireError(400, "No such customer");
    const returnUrl = textAt(body, "return_url") ?? setup.baseUrl;
    const { baseUrl } = setup;
    const portal = makePortal(secondsOf(setup), customer.id, { returnUrl, baseUrl });
    return putObject(setup.store, portal);
  },
};

const given = (members: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((one): one is [string, string] => one[1] !== undefined),
  );

function findOf(store: Store, object: string, id: string): PaymentObject | null {
  const one = store.get(id);
  return one?.object === object ? one : null;
}

/** Ends the customer's subscriptions and deletes the customer. */
async function deleteCustomer(
  setup: ProviderSetup,
  { id }: ProviderRequest,
): Promise<object | null> {
  if (findOf(setup.store, "customer", id) === null) return null;
  for (const one of listObjects(setup.store, "subscription", { customer: id })) {
    await changeSubscription(setup, one.id, endNow);
    setup.store.delete(one.id);
  }
  setup.store.delete(id);
  return { id, object: "customer", deleted: true };
}

async function startCheckout(
  setup: ProviderSetup & { baseUrl: string },
  { body }: ProviderRequest,
): Promise<object> {
  const customer = textAt(body, "customer") ?? "";
  if (findOf(setup.store, "customer", customer) === null) {
    throw new WireError(400, "No such customer");
  }
  const price = ["line_items", "0", "price_data"];
  const purchase: Purchase = {
    customer,
    name: textAt(body, ...price, "product_data", "name") ?? "Subscription",
    currency: textAt(body, ...price, "currency") ?? "usd",
    unitAmount: Number(textAt(body, ...price, "unit_amount")),
    interval: textAt(body, ...price, "recurring", "interval") === "year" ? "year" : "month",
    metadata: textsAt(body, "subscription_data", "metadata"),
    successUrl: textAt(body, "success_url") ?? setup.baseUrl,
    cancelUrl: textAt(body, "cancel_url") ?? setup.baseUrl,
  };
  if (!Number.isSafeInteger(purchase.unitAmount) || purchase.unitAmount < 1) {
    throw new WireError(400, "Invalid integer: line_items[0][price_data][unit_amount]");
  }
  const session = makeSession(secondsOf(setup), purchase, setup.baseUrl);
  await putObject(setup.store, { id: `internal_${session.id}`, object: "internal", purchase });
  return putObject(setup.store, session);
}

async function expireCheckout(
  setup: ProviderSetup,
  { id }: ProviderRequest,
): Promise<object | null> {
  const session = findOf(setup.store, "checkout.session", id);
  if (session === null) return null;
  if (!isOpen(session, secondsOf(setup))) {
    throw new WireError(400, "Only open sessions can be expired");
  }
  return putObject(setup.store, { ...session, status: "expired", url: null });
}

/** Serves the operations. A POST runs once per Idempotency-Key. */
export function serveWire(
  server: FastifyInstance,
  setup: () => ProviderSetup & { baseUrl: string },
): void {
  const once = onceByKey();
  for (const [name, act] of Object.entries(operations)) {
    const [method = "", url = ""] = name.split(" ");
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        if (!/^Bearer \S+$/.test(request.headers.authorization ?? "")) {
          return refuse(reply, 401, "You did not provide an API key");
        }
        await settleAll(setup());
        const { status, body } = await once(request, () => answerOf(act, setup(), request));
        return reply.code(status).type("application/json").send(JSON.stringify(body));
      },
    });
  }
}

interface Answer {
  status: number;
  body: object;
}

const errorBody = (message: string) => ({ error: { type: "invalid_request_error", message } });
const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send(errorBody(message));

async function answerOf(
  act: Act,
  setup: ProviderSetup & { baseUrl: string },
  request: FastifyRequest,
): Promise<Answer> {
  const { id = "" } = request.params as { id?: string };
  const body = (request.body ?? {}) as FormBody;
  const query = request.query as ProviderRequest["query"];
  try {
    const answer = await act(setup, { id, body, query });
    return answer === null
      ? { status: 404, body: errorBody(`No such object: '${id}'`) }
      : { status: 200, body: answer };
  } catch (error) {
    if (error instanceof WireError) return { status: error.status, body: errorBody(error.message) };
    throw error;
  }
}

/** A repeated POST with the same key gets the first answer and changes nothing. */
function onceByKey() {
  const answers = new Map<string, Promise<Answer>>();
  return async (request: FastifyRequest, act: () => Promise<Answer>): Promise<Answer> => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || typeof key !== "string") return act();
    const name = `${request.url} ${key}`;
    const answer = answers.get(name) ?? act();
    answers.set(name, answer);
    if ((await answer).status >= 300) answers.delete(name);
    return answer;
  };
}
