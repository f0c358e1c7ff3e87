import { readCookie } from "../auth/browser.ts";
import { type Caller, fullScopes } from "../auth/caller.ts";
import type { Deps } from "../deps.ts";
import type { Sender } from "./endpoint.ts";
import type { WebAnswer } from "./requests/handled.ts";

/** A browser's request, and everything that its page may reach. */
export interface BrowserRequest {
  deps: Deps;
  from: Sender;
}

/** A browser session of a person who is signed in. */
export interface SignedInBrowser {
  /** The person as a caller of services. */
  caller: Caller & { userId: string };
  email: string;
  /** How the person is called: the name, else the address. */
  name: string;
  /** The value of the session cookie. Forms for this browser are bound to it. */
  secret: string;
}

/** The person of the session cookie. Null without a session, and with an external issuer. */
export async function findSignedIn({
  deps,
  from,
}: Pick<BrowserRequest, "deps"> & {
  from: Pick<Sender, "headers">;
}): Promise<SignedInBrowser | null> {
  const secret = deps.auth === null ? readCookie(from.headers, "session", deps.publicUrl) : null;
  if (secret === null) return null;
  const session = await deps.credentials.sessions.readBrowser(deps.db, secret, deps.now());
  if (session === null) return null;
  const { userId, isAdmin, email, name, sessionId, plan } = session;
  const credential = { kind: "token" as const, sessionId };
  const scopes = fullScopes(session);
  return {
    caller: { userId, subject: userId, isAdmin, scopes, plan, credential },
    email,
    name: name?.trim() || email,
    secret,
  };
}

/** Sends a browser to sign in, and from there to the path `returnTo` of this service. */
export const signInFirst = (returnTo: string): WebAnswer => ({
  status: 302,
  headers: { location: `/auth/sign-in?${new URLSearchParams({ return_to: returnTo })}` },
});
