import { isIP } from "node:net";
import { Agent, errors, request } from "undici";
import type { Config } from "#schemas/config/config.ts";
import type { AttemptOutcome } from "#schemas/shapes/accounts/webhook.ts";
import { openStored, seal } from "../auth/sealed-setting.ts";
import {
  ForbiddenAddressError,
  guardedConnect,
  type Lookup,
  systemResolver,
} from "./webhooks/guarded-connect.ts";
import { openNetworks } from "./webhooks/networks.ts";

/** What came of one request. */
export interface SendOutcome {
  outcome: AttemptOutcome;
  /** Null where the receiver did not answer. */
  statusCode: number | null;
  durationMs: number;
}

/** Sends webhooks, and keeps their secrets. */
export interface WebhookClient {
  /** Says in a sentence why webhooks cannot be sent to an address. Null when they can. */
  refusalOf(url: string): string | null;
  /** Posts a signed body. Never throws; follows no redirect; reads nothing of the answer but its status. */
  send(message: {
    url: string;
    headers: Record<string, string>;
    body: string;
    signal?: AbortSignal;
  }): Promise<SendOutcome>;
  /** A secret as it is stored. */
  seal(secret: string): Promise<string>;
  /** The secret that was stored. Null where SECRET_KEY is not the one that it was stored with. */
  open(stored: string): Promise<string | null>;
}

export interface WebhookClientOptions {
  /** Networks beside the public internet that may be reached, also without encryption; default none. */
  networks?: readonly string[];
  secretKey?: string | null;
  /** Time for a whole request; default 15 s. */
  timeoutMs?: number;
  lookup?: Lookup;
}

/** The client that the settings describe. */
export const webhooksOf = ({
  webhookNetworks,
  secretKey,
}: Pick<Config, "webhookNetworks" | "secretKey">): WebhookClient =>
  openWebhookClient({ networks: webhookNetworks, secretKey });

/** Opens the client. It holds no connection open behind an answer. */
export function openWebhookClient({
  networks: named = [],
  secretKey = null,
  timeoutMs = 15_000,
  lookup = systemResolver,
}: WebhookClientOptions = {}): WebhookClient {
  const networks = openNetworks(named);
  return {
    refusalOf: (url) => refusalOf(new URL(url), networks, named.length > 0),
    async send({ url, headers, body, signal }) {
      const started = performance.now();
      const dispatcher = new Agent({ connect: guardedConnect(networks, lookup) });
      const inTime = AbortSignal.timeout(timeoutMs);
      const ending = signal === undefined ? inTime : AbortSignal.any([inTime, signal]);
      const settled = await post({ url, headers, body, dispatcher, ending });
      await dispatcher.destroy().catch(() => {});
      return { ...settled, durationMs: Math.round(performance.now() - started) };
    },
    seal: async (secret) => (secretKey === null ? secret : seal(secret, secretKey)),
    open: (stored) => openStored(stored, secretKey),
  };
}

function refusalOf(
  { protocol, hostname, username, password }: URL,
  { isNamed, mayReach }: ReturnType<typeof openNetworks>,
  hasNetworks: boolean,
): string | null {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (username !== "" || password !== "") return "The address must not hold a name or password";
  if (isIP(host) !== 0 && !mayReach(host)) return "The address is not on the public internet";
  const isPlainAllowed = isIP(host) === 0 ? hasNetworks : isNamed(host);
  if (protocol !== "https:" && !isPlainAllowed) return "The address must begin with https:";
  return null;
}

interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
  dispatcher: Agent;
  ending: AbortSignal;
}

async function post({
  ending,
  ...asked
}: Posted): Promise<Pick<SendOutcome, "outcome" | "statusCode">> {
  try {
    const { url, headers, body, dispatcher } = asked;
    const answer = await request(url, {
      method: "POST",
      headers,
      body,
      dispatcher,
      signal: ending,
    });
    // The body is not needed. Closing the connection is cheaper than reading it; the close raises an error event.
    answer.body.on("error", () => {}).destroy();
    return { outcome: outcomeOf(answer.statusCode), statusCode: answer.statusCode };
  } catch (error) {
    return { outcome: failureOf(error, ending), statusCode: null };
  }
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return "delivered";
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

function failureOf(error: unknown, ending: AbortSignal): AttemptOutcome {
  if (error instanceof ForbiddenAddressError) return "forbidden_address";
  const isLate =
    ending.aborted ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError;
  return isLate ? "timeout" : "unreachable";
}
