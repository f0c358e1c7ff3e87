import { cookie } from "../../auth/browser.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import type { BrowserRequest } from "../../http/signed-in.ts";
import { formPage } from "./form-page.ts";
import { signedInNote } from "./pages.ts";

/** A browser stays signed in for half a day; grants to applications have their own lifetime. */
const browserSeconds = 43_200;

/** Starts the session of a browser whose person has proved everything that the account asks for, and sends it on. */
export async function enter(
  asked: BrowserRequest,
  { account, returnTo }: { account: { id: string; email: string }; returnTo: string },
): Promise<WebAnswer> {
  const { deps } = asked;
  const secret = await deps.credentials.sessions.startBrowser(deps.db, {
    userId: account.id,
    at: deps.now(),
    lifetimeSeconds: browserSeconds,
  });
  const { publicUrl } = deps;
  const session = cookie("session", secret, { publicUrl, lifetimeSeconds: browserSeconds });
  if (returnTo !== "")
    return { status: 302, headers: { location: returnTo, "set-cookie": session } };
  const answer = signedInPage(asked, account.email);
  return { ...answer, headers: { ...answer.headers, "set-cookie": session } };
}

export const signedInPage = (asked: BrowserRequest, email: string) =>
  formPage(asked, "sign-out", "Signed in", (token) => signedInNote(token, email));
