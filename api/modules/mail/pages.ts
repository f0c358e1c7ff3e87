import type { Db } from "#schemas/database/db.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { mailNames, unsubscribe } from "./service.ts";
import { checkLink, type MailLink } from "./unsubscribe-link.ts";

/** Opening the link changes nothing, because mail programs open links too. The button does. */
export async function showUnsubscribe(db: Db, link: MailLink): Promise<WebAnswer> {
  await checkLink(db, link);
  const query = new URLSearchParams({ ...link });
  return page(
    "No more mails",
    html`<p>Press the button to get no more ${mailNames[link.kind]} at your address.</p>
<form method="post" action="/mail/unsubscribe?${query.toString()}">
<input type="hidden" name="List-Unsubscribe" value="One-Click"><button>End these mails</button>
</form>`,
  );
}

export async function submitUnsubscribe(db: Db, link: MailLink): Promise<WebAnswer> {
  await unsubscribe(db, link);
  return page("Done", html`<p>No more ${mailNames[link.kind]} will come to your address.</p>`);
}
