import { makeSecret } from "#api/auth/secret.ts";
import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { entitlementsAt } from "#schemas/config/plans.ts";
import {
  changeScenario,
  forkBody,
  forkScenario,
  type PlacedScenario,
  removeScenario,
} from "../../model-scenarios/service.ts";
import { memberForm } from "../member-form.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import { scenariosPath } from "./scenarios-page.ts";
import type { ScenarioFields } from "./schemas.ts";
import { storedView } from "./stored-view.ts";

type Act = ScenarioFields["act"];

export const aboutScenario = (act: Act, id: string) => ["scenario", act, id];

/** An own scenario with what it gives now, and what one may do with it. */
export async function scenarioMarkup(
  deps: Deps,
  row: PlacedScenario,
  reader: Reader,
): Promise<MemberPage> {
  return {
    title: row.name,
    body: html`
${await storedView(deps, row)}
<h2 id="acts">Change</h2>${refusal(reader.why)}
${reader.browser === null ? nothing : actForms(row, reader.browser, deps.publicUrl)}
<p><a href="${scenariosPath}">All your scenarios</a></p>`,
  };
}

function actForms(
  { id, name, company, shareToken }: PlacedScenario,
  browser: NonNullable<Reader["browser"]>,
  publicUrl: string,
): Html {
  const form = (act: Act, fields: Html) =>
    memberForm(
      browser,
      { action: `${scenariosPath}/${id}#acts`, about: aboutScenario(act, id) },
      html`<input type="hidden" name="act" value="${act}">${fields}`,
    );
  const named = (label: string, value: string, button: string) =>
    html`<label>${label} <input name="name" required maxlength="120" value="${value}"></label><button>${button}</button>`;
  const remove = form("delete", html`<button>Delete the scenario</button>`);
  if (company === null) return remove;
  return html`${form("rename", named("Name", name, "Rename"))}
${form("copy", named("Name of a copy", copyName(name), "Copy"))}
<h2 id="share">Address for others</h2>
${
  shareToken === null
    ? html`<p>Who has the address of a scenario reads its name and inputs, and not whose it is.</p>${form("share", html`<button>Make an address</button>`)}`
    : html`<p>Who has this address reads the name and the inputs, and not whose they are.</p><p><a class="said" href="${sharedPath(shareToken)}">${publicUrl}${sharedPath(shareToken)}</a></p>${form("unshare", html`<button>End the address</button>`)}`
}
<h2>Delete</h2>${remove}`;
}

export const sharedPath = (token: string): string => `${scenariosPath}/shared/${token}`;

/** A name for a copy, within what a name may have. */
export const copyName = (name: string): string => [...`Copy of ${name}`].slice(0, 120).join("");

/** Does what a form of the page asks. Throws as the API does. */
export function actOnScenario(
  deps: Deps,
  { row, viewer }: { row: PlacedScenario; viewer: Reader["caller"] },
  { act, name: sentName }: ScenarioFields,
): Promise<unknown> {
  const parsedName = () => parseSent(forkBody, { name: sentName }, { name: "Name" });
  const change = (values: { name?: string; shared?: boolean }) =>
    changeScenario(deps, { row, viewer }, values, makeSecret());
  const { scenarios: scenariosMax } = entitlementsAt(viewer.plan, deps.now());
  const acts: Record<Act, () => Promise<unknown>> = {
    rename: () => change(parsedName()),
    copy: () => forkScenario(deps, { row, viewer }, { ...parsedName(), scenariosMax }),
    share: () => change({ shared: true }),
    unshare: () => change({ shared: false }),
    delete: () => removeScenario(deps.db, row.id),
  };
  return acts[act]();
}
