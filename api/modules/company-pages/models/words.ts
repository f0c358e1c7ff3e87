import { type Html, html, nothing } from "#api/pages/html.ts";
import { dilutionKeys } from "#registry/models/share-seeds.ts";
import type { Assumption } from "#schemas/shapes/models/assumption.ts";
import type { StateCode, StateReason } from "#schemas/shapes/models/figures.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";

type Inputs = Pick<ModelResult, "assumptions">;

/** Keys stand in sentences as the API takes them: words with an underscore, and single ones of those to be set. */
const keys = /[a-z][a-z0-9]*(?:_[a-z0-9]+)+|(?<=^Set [a-z_, ]*)\b[a-z]+(?=[, ])/;

/**
 * Replaces the keys of inputs in a sentence of a model by their labels. The label of an editable input links to its field
 * on the page at the address `at`; an empty address is the page itself.
 */
export function inWords(sentence: string, { assumptions }: Inputs, at = ""): Html {
  const parts = sentence.split(new RegExp(`(${keys.source})`)).map((part, place) => {
    if (place % 2 === 0) return html`${part}`;
    const input = assumptions.find(({ key }) => key === part);
    if (input === undefined) return html`${part.replaceAll("_", " ")}`;
    return input.editable
      ? html`<a href="${at}#${part}">${input.label}</a>`
      : html`“${input.label}”`;
  });
  return html`${parts}`;
}

/** Reasons that a number of the reader can take away. */
const mended: ReadonlySet<StateCode> = new Set([
  "missing_core_metric",
  "input_needed",
  "securities_unknown",
]);

/** Whether an input has no value and is no edge or refinement of another, nor named by the reason itself. */
const isNeeded =
  ({ message }: StateReason) =>
  ({ key, editable, value }: Assumption): boolean =>
    editable &&
    value === null &&
    !/_(low|high)$/.test(key) &&
    !dilutionKeys.has(key) &&
    !message.includes(key);

/** Why a model gives nothing, and the fields that are empty and would let it compute. */
export function whyNothing(result: ModelResult): Html {
  const { stateReason, assumptions } = result;
  if (stateReason === null) return nothing;
  const empty = mended.has(stateReason.code) ? assumptions.filter(isNeeded(stateReason)) : [];
  const links = empty.map(
    ({ key, label }, at) => html`${at === 0 ? "" : ", "}<a href="#${key}">${label}</a>`,
  );
  return html`<p role="status">${inWords(stateReason.message, result)}${empty.length === 0 ? nothing : html` Without a value so far: ${links}.`}</p>`;
}
