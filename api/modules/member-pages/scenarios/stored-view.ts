import type { Deps } from "#api/deps.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { readStored } from "#registry/models/stored-overrides.ts";
import {
  headline,
  inWords,
  labelled,
  tryTyped,
  typedOf,
  writeSet,
} from "../../company-pages/service.ts";
import type { PlacedScenario } from "../../model-scenarios/service.ts";
import { getTemplate, loadPricedModel } from "../../models/service.ts";
import { factList } from "../parts.ts";

/** "DCF, 5 years, terminal growth of Apple Inc.", with a link to the company while that is public. */
export const modelOf = ({ templateKey, company }: PlacedScenario): Html =>
  html`${getTemplate(templateKey).name} of ${company === null ? "a company that is not public" : html`<a href="/companies/${company.slug}">${company.name}</a>`}`;

/** Path of the page of a model with inputs. */
export const modelAddress = (slug: string, templateKey: string, set: string): string =>
  `/companies/${slug}/models/${templateKey}${queryText({ set })}`;

/** The inputs of a scenario and what they give as the filings stand, with the way to the model. */
export async function storedView(deps: Deps, scenario: PlacedScenario): Promise<Html> {
  const { entityId, templateKey, company } = scenario;
  const lead = html`<p class="lead">${modelOf(scenario)}</p>`;
  if (company === null) return lead;
  const model = await loadPricedModel(deps, { entityId, templateKey });
  const { current, warnings } = readStored(model.model, scenario);
  const typed = typedOf(model, current);
  const inputs = tryTyped(model, typed);
  const { isRefused } = inputs;
  const { result } = inputs.tried;
  const address = modelAddress(company.slug, templateKey, writeSet(typed));
  const facts = labelled(inputs);
  const why = result.stateReason;
  return html`${lead}
${isRefused ? html`<p role="status">These inputs can no longer be taken. The page of the model says why.</p>` : headline(result)}
${why === null || isRefused ? nothing : html`<p role="status">${inWords(why.message, result, address)}</p>`}
${warnings.length === 0 ? nothing : html`<ul>${warnings.map(({ message }) => html`<li>${inWords(message, result, address)}</li>`)}</ul>`}
<h2>Inputs</h2>
${facts.length === 0 ? html`<p>All inputs are those of the filings.</p>` : factList(facts)}
<p><a class="button" href="${address}">Open the model with these inputs</a></p>`;
}
