import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { entitlementsAt } from "#schemas/config/plans.ts";
import { type Page, pageQuery } from "#schemas/shapes/page.ts";
import { listPlaced, type PlacedScenario } from "../../model-scenarios/service.ts";
import { emptyNote, pageLinks, readAsked, refusedQuestion } from "../asked.ts";
import { asData, dayOf } from "../parts.ts";
import type { MemberPage, Reader } from "../show-to-member.ts";
import type { ScenariosAsked } from "./schemas.ts";
import { modelOf } from "./stored-view.ts";

export const scenariosPath = "/scenarios";

/** The reader's own scenarios of all companies and models, newest first. */
export async function scenariosMarkup(
  deps: Pick<Deps, "db" | "now">,
  fields: ScenariosAsked,
  { caller }: Reader,
): Promise<MemberPage> {
  const asked = readAsked(pageQuery, fields, {});
  const found = "query" in asked ? await listPlaced(deps.db, caller.userId, asked.query) : null;
  const { scenarios: most } = entitlementsAt(caller.plan, deps.now());
  return {
    title: "Your scenarios",
    status: found === null ? 400 : 200,
    body: html`
<p class="lead">Inputs of models that you have saved. Only you see them, unless you make an address for one.</p>
${refusedQuestion(asked)}
${found === null ? nothing : html`${foundList(found, most)}${pageLinks(scenariosPath, {}, found)}`}
${asData("/v2/entities/{id}/models/{templateKey}/scenarios")}`,
  };
}

function foundList(found: Page<PlacedScenario>, most: number): Html {
  if (found.rows.length === 0) {
    return emptyNote(found, {
      isAsked: false,
      all: nothing,
      unlike: "",
      none: html`You have not saved a scenario yet. Open a model of a company, type inputs and choose “Save”.`,
    });
  }
  return html`<p>${found.total} of the ${most} that your plan allows, newest first.</p><ul class="listed">${found.rows.map(itemMarkup)}</ul>`;
}

const itemMarkup = (one: PlacedScenario): Html =>
  html`<li><a href="${scenariosPath}/${one.id}"><b>${one.name}</b></a><br>${modelOf(one)}<br><span class="soft">${[`Saved ${dayOf(one.createdAt)}`, one.shareToken && "with an address for others"].filter(Boolean).join(" · ")}</span></li>\n`;
