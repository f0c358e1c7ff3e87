import { checkRule } from "#api/auth/rules.ts";
import type { Deps } from "#api/deps.ts";
import type { Sender } from "#api/http/endpoint.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import { findSignedIn, type SignedInBrowser } from "#api/http/signed-in.ts";
import { type Html, html } from "#api/pages/html.ts";
import { page } from "#api/pages/page.ts";
import { queryText } from "#api/pages/query.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { entitlementsAt } from "#schemas/config/plans.ts";
import {
  forkBody,
  forkScenario,
  opensShared,
  type PlacedScenario,
} from "../../model-scenarios/service.ts";
import { memberForm } from "../member-form.ts";
import { asOpenData } from "../parts.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import { copyName, sharedPath } from "./scenario-page.ts";
import { storedView } from "./stored-view.ts";

export const aboutShared = (token: string) => ["scenario", "shared", token];

/** A shared scenario for everybody; who is signed in may copy it. Throws 404 for an unknown or ended address. */
export async function showShared(
  { deps, from }: { deps: Deps; from: Sender },
  token: string,
): Promise<WebAnswer> {
  const { subject } = await checkRule(deps.db, opensShared, { shareToken: token }, null);
  const browser = await findSignedIn({ deps, from });
  const reader = browser === null ? null : { browser, why: null };
  const { title, body } = await sharedMarkup(deps, subject as PlacedScenario, reader);
  const shown = page(title, body, { width: "wide", address: sharedPath(token) });
  return browser === null ? shown : { ...shown, hasToken: true };
}

/** `reader` is null for who is not signed in. */
export async function sharedMarkup(
  deps: Deps,
  row: PlacedScenario,
  reader: Pick<Reader, "browser" | "why"> | null,
): Promise<MemberPage> {
  const token = row.shareToken ?? "";
  const signIn = `/auth/account${queryText({ return_to: sharedPath(token) })}`;
  return {
    title: row.name,
    body: html`
${await storedView(deps, row)}
<h2 id="copy">Keep a copy</h2>
${reader?.browser ? html`${refusal(reader.why)}${copyForm(row, reader.browser)}` : html`<p><a href="${signIn}">Sign in</a> to copy this scenario to your own.</p>`}
<p class="soft small">${modelDisclaimer}</p>
${asOpenData(`/v2/model-scenarios/shared/${token}`)}`,
  };
}

function copyForm({ name, shareToken }: PlacedScenario, browser: SignedInBrowser): Html {
  const token = shareToken ?? "";
  return memberForm(
    browser,
    { action: `${sharedPath(token)}#copy`, about: aboutShared(token) },
    html`<label>Name of the copy <input name="name" required maxlength="120" value="${copyName(name)}"></label><button class="first">Copy to my scenarios</button>`,
  );
}

/** Copies a shared scenario to one's own. Throws 400 for the name and 403 where the plan allows no more. */
export function copyShared(
  deps: Deps,
  { row, viewer }: { row: PlacedScenario; viewer: Reader["caller"] },
  sentName: string,
): Promise<unknown> {
  const { name } = parseSent(forkBody, { name: sentName }, { name: "Name of the copy" });
  const { scenarios: scenariosMax } = entitlementsAt(viewer.plan, deps.now());
  return forkScenario(deps, { row, viewer }, { name, scenariosMax });
}
