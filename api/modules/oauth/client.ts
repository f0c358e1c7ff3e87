import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../../auth/secret.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { badClient, oauthError } from "./oauth-error.ts";
import { type ClientRow, findClient } from "./queries.ts";

interface Proof {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/**
 * The application that a request proves to be, by HTTP Basic or by its body, not by both (RFC 6749 2.3). The
 * secret is always asked for. Throws `invalid_client` with 401, and 429 after ten wrong ones a minute.
 */
export async function authenticateClient(
  deps: Deps,
  from: Sender,
  body: Proof,
): Promise<ClientRow> {
  const { id, secret } = readProof(from.headers, body);
  const { guesses, hashSecret } = deps.credentials;
  const bound = { of: `client ${id} ${from.address}`, persons: [], max: 10, seconds: 60 };
  await guesses.check(bound);
  const client = await findClient(deps.db, id);
  const isRight = isSameSecret(client?.secretHash ?? "", hashSecret(secret));
  if (client !== null && isRight) return client;
  await guesses.count([bound]);
  throw badClient();
}

function readProof(headers: IncomingHttpHeaders, body: Proof): { id: string; secret: string } {
  const basic = readBasic(headers.authorization);
  if (basic !== null) {
    if (body.client_secret !== undefined) {
      throw oauthError("invalid_request", "Authenticate by header or by body, not by both");
    }
    if (body.client_id !== undefined && body.client_id !== basic.id) {
      throw oauthError("invalid_request", "client_id differs from the one in the header");
    }
    return basic;
  }
  const { client_id: id, client_secret: secret } = body;
  if (id === undefined || secret === undefined) throw badClient();
  return { id, secret };
}

/** Id and secret are form-encoded before they are put into the header; some clients leave that out. */
function readBasic(header: string | undefined): { id: string; secret: string } | null {
  if (header === undefined) return null;
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]{1,2000}={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) throw badClient();
  const [, id, secret] =
    /^([^:]{1,400}):(.{1,1000})$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  if (id === undefined || secret === undefined) throw badClient();
  return { id: decodeForm(id), secret: decodeForm(secret) };
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw badClient();
  }
}
