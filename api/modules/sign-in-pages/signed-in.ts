import { readCookie } from "../../auth/browser.ts";
import { type Caller, fullScopes } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";

/** A browser's request, and everything that its page may reach. */
export interface Asked {
  deps: Deps;
  from: Sender;
}

/** A browser that somebody is signed in with. */
export interface SignedInBrowser {
  /** The person, as services know callers. */
  caller: Caller & { userId: string };
  email: string;
  /** Of its session's cookie: what its forms are bound to. */
  secret: string;
}

/** Null when nobody is signed in. */
export async function findSignedIn({ deps, from }: Asked): Promise<SignedInBrowser | null> {
  const secret = readCookie(from.headers, "session", deps.publicUrl);
  if (secret === null) return null;
  const found = await deps.credentials.sessions.readBrowser(deps.db, secret, deps.now());
  if (found === null) return null;
  const { userId, isAdmin, email, sessionId, plan } = found;
  const credential = { kind: "token" as const, sessionId };
  const scopes = fullScopes(found);
  return {
    caller: { userId, subject: userId, isAdmin, scopes, plan, credential },
    email,
    secret,
  };
}
