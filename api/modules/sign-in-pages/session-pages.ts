import type { WebAnswer } from "../../http/requests/handled.ts";
import type { BrowserRequest, SignedInBrowser } from "../../http/signed-in.ts";
import { type Html, html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import {
  type AccountFields,
  accountForm,
  backTo,
  backToAccount,
  checkAccountForm,
  forSignedIn,
} from "./account-forms.ts";

export const sessionsAddress = "/auth/sessions";

/** The page of the sessions of a person. Applications have their own page. */
export const showSessions = ({ deps, from }: BrowserRequest): Promise<WebAnswer> =>
  forSignedIn({ deps, from }, sessionsAddress, async (browser) => {
    const { userId } = browser.caller;
    const sessions = await deps.credentials.sessions.listOwn(deps.db, userId, deps.now());
    return page(
      "Sessions",
      html`${sessions.map((one) => sessionSection(browser, one))}
<p>Applications that act for you are on <a href="/auth/applications">their own page</a>.</p>
${backToAccount}`,
    );
  });

interface OwnSession {
  id: string;
  kind: string;
  createdAt: string;
  expiresAt: string;
}

function sessionSection(browser: SignedInBrowser, one: OwnSession): Html {
  const what = one.kind === "browser" ? "A browser" : "A program with your password";
  const { credential } = browser.caller;
  const isThis = credential.kind === "token" && credential.sessionId === one.id;
  return html`<section><h2>${isThis ? "This browser" : what}</h2>
<p>Signed in on ${one.createdAt.slice(0, 16).replace("T", " ")} UTC, at most until ${one.expiresAt.slice(0, 10)}.</p>
${accountForm(browser, "end-session", one.id, html`<button>${isThis ? "Sign out here" : `End the session of ${one.createdAt.slice(0, 16).replace("T", " ")}`}</button>`)}
</section>`;
}

/** Ends a session of the person. Does nothing for another account's. */
export async function submitSessionEnd(
  asked: BrowserRequest,
  fields: AccountFields,
): Promise<WebAnswer> {
  const { caller } = await checkAccountForm(asked, "end-session", fields);
  const { db, now, credentials } = asked.deps;
  const own = await credentials.sessions.listOwn(db, caller.userId, now());
  if (own.some(({ id }) => id === fields.id)) {
    await credentials.sessions.end(db, fields.id, now());
    await credentials.forget([fields.id]);
  }
  return backTo(sessionsAddress);
}
