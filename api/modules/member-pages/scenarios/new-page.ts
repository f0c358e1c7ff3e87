import type { Deps } from "#api/deps.ts";
import { badRequest } from "#api/http/errors.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { entitlementsAt } from "#schemas/config/plans.ts";
import {
  findAddressed,
  labelled,
  readSet,
  type TypedInputs,
  tryTyped,
  writeSet,
} from "../../company-pages/service.ts";
import { saveScenario, scenarioBody } from "../../model-scenarios/service.ts";
import { getTemplate, loadPricedModel, mergeOverrides } from "../../models/service.ts";
import { memberForm } from "../member-form.ts";
import { factList } from "../parts.ts";
import { parseSent } from "../sentence.ts";
import { type MemberPage, type Reader, refusal } from "../show-to-member.ts";
import type { NewAsked } from "./schemas.ts";
import { modelAddress } from "./stored-view.ts";

export const newPath = "/scenarios/new";

export const aboutNew = ({ company = "", model = "", set = "" }: NewAsked) => [
  "scenario",
  "new",
  company,
  model,
  set,
];

/** The model of an address and the inputs that it names. Throws 404 for an unknown company or model. */
async function findInputs(deps: Deps, { company = "", model = "", set = "" }: NewAsked) {
  const template = getTemplate(model);
  const { entity } = await findAddressed(deps, company);
  const of = { entityId: entity.id, templateKey: template.key };
  return { template, entity, inputs: tryTyped(await loadPricedModel(deps, of), readSet(set)) };
}

/** Inputs of a model with the form that saves them under a name. Throws as `findInputs` does. */
export async function newMarkup(
  deps: Deps,
  asked: NewAsked,
  reader: Reader,
  name = "",
): Promise<MemberPage> {
  const { template, entity, inputs } = await findInputs(deps, asked);
  const problem = problemOf(inputs);
  const address = modelAddress(entity.slug, template.key, writeSet(inputs.typed));
  return {
    title: "Save a scenario",
    status: problem === null ? 200 : 400,
    body: html`
<p class="lead">${template.name} of <a href="/companies/${entity.slug}">${entity.name}</a></p>
<h2>Inputs</h2>${factList(labelled(inputs))}
<p><a href="${address}">Back to the model with these inputs</a></p>
${problem === null ? saveForm(asked, reader, name) : html`<p role="alert">${problem}</p>`}`,
  };
}

/** Why nothing can be saved; null where it can. */
function problemOf({ isRefused, typed }: TypedInputs): string | null {
  if (isRefused) return "The model does not take these inputs. Its page says why.";
  return Object.keys(typed).length === 0 ? "No input of the model is typed yet." : null;
}

const saveForm = (asked: NewAsked, { browser, why }: Reader, name: string): Html =>
  browser === null
    ? nothing
    : html`<h2 id="save">Name</h2>${refusal(why)}${memberForm(
        browser,
        { action: `${newPath}#save`, about: aboutNew(asked) },
        html`${(["company", "model", "set"] as const).map((key) => html`<input type="hidden" name="${key}" value="${asked[key] ?? ""}">`)}<label>Name of the scenario <input name="name" required maxlength="120" value="${name}"></label><button class="first">Save</button>`,
      )}`;

/** Saves the inputs of an address. Throws 404 as `findInputs` does, 400 for refused inputs, and 403 at the limit of the plan. */
export async function saveNew(
  deps: Deps,
  { name: sentName, ...asked }: NewAsked & { name: string },
  viewer: Reader["caller"],
): Promise<void> {
  const { name } = parseSent(scenarioBody, { name: sentName }, { name: "Name of the scenario" });
  const { template, entity, inputs } = await findInputs(deps, asked);
  const problem = problemOf(inputs);
  if (problem !== null) throw badRequest(problem);
  const { scenarios: scenariosMax } = entitlementsAt(viewer.plan, deps.now());
  const body = { name, ...mergeOverrides(inputs.overrides) };
  const of = { id: entity.id, templateKey: template.key };
  await saveScenario(deps, { viewer, scenariosMax }, of, body);
}
