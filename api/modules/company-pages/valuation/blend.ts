import type { Deps } from "#api/deps.ts";
import { percentText, priceText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { BlendAnswer } from "#schemas/shapes/models/valuation.ts";
import { blendModels, type DefaultResult } from "../../models/service.ts";
import { priceBody } from "./price-body.ts";

/** Weights by the key of a template, above 0. */
export type Weights = ReadonlyMap<string, number>;

export interface AskedBlend {
  weights: Weights;
  /** What of the address is no weight of a model; null where all of it is. */
  problem: string | null;
}

/**
 * Reads `dcf_5_year_terminal_growth:2;ev_ebitda_multiples:1`. Parts without a weight count as absent, as the form sends
 * them.
 */
export function readBlend(text: string): AskedBlend {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const read = parts.map(readPart);
  const wrong = parts.find((_, at) => read[at] === null);
  const weights = new Map(read.filter((part) => part !== null));
  const problem =
    wrong === undefined ? null : `“${wrong.slice(0, 100)}” is no weight of a model with a value.`;
  return { weights: problem === null ? weights : new Map(), problem };
}

/** The weights as an address has them; nothing without any. */
export const writeBlend = (weights: Weights): string =>
  [...weights].map(([key, weight]) => `${key}:${weight}`).join(";");

function readPart(part: string): [string, number] | null {
  const [, key = "", weight = ""] = /^(\w{1,80}):(\d{1,4}(?:\.\d{1,3})?)$/.exec(part.trim()) ?? [];
  const template = findTemplate(key);
  const isValued = template !== null && !unvalued.has(template.family);
  return isValued && Number(weight) > 0 ? [template.key, Number(weight)] : null;
}

/** Families whose models give no value per share. */
const unvalued: ReadonlySet<string> = new Set(["historical", "cost_of_capital"]);

interface BlendOf {
  entityId: string;
  asOf: string | undefined;
  weights: Weights;
  /** Of the address; null: the newest close. */
  price: Price | null;
}

/** The weighted mean of the chosen models beside the price; null where none is chosen. */
export async function loadBlend(
  deps: Deps,
  { weights, price, ...of }: BlendOf,
): Promise<BlendAnswer | null> {
  if (weights.size === 0) return null;
  const models = [...weights].map(([templateKey, weight]) => ({ templateKey, weight }));
  return blendModels(deps, { ...of, viewer: null, body: { models, ...priceBody(price) } });
}

/** The blend as a row below the models. Without a value it is said in the form. */
export function blendRow(blend: BlendAnswer | null, bar: Html, isPriced: boolean): Html {
  if (blend === null || blend.fairValuePerShare.mid === null) return nothing;
  const { low, mid, high } = blend.fairValuePerShare;
  const values = [low, mid, high].map(
    (value) => html`<td class="n">${value === null ? "–" : priceText(value)}</td>`,
  );
  return html`<tr class="total" id="blended"><th scope="row"><a href="#blend">Your blend</a></th>${values}<td class="drawn">${bar}</td>${isPriced ? pricedCells(blend.market) : nothing}</tr>\n`;
}

/** The middle value on the day of the price, where it is carried to it, and the upside that follows from it. */
export function pricedCells({ carried, upside }: BlendAnswer["market"]): Html {
  const mid = carried?.fairValuePerShare.mid ?? null;
  const percent = upside?.mid ?? null;
  return html`<td class="n">${mid === null ? "–" : priceText(mid)}</td><td class="n">${percent === null ? "–" : percentText(percent)}</td>`;
}

/** The weights of the models with a value. They are sent with the price, as one form. */
export function blendForm(
  valued: readonly Pick<DefaultResult, "template">[],
  { weights, problem }: AskedBlend,
  blend: BlendAnswer | null,
): Html {
  const fields = valued.map(({ template: { key, name } }) => {
    const chosen = weights.get(key);
    const steps = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen];
    const options = steps.map(
      (step) =>
        html`<option value="${key}:${step}"${step === chosen ? html` selected` : nothing}>${step}</option>`,
    );
    return html`<label>${name} <select name="blend" form="price-form"><option value="">–</option>${options}</select></label>\n`;
  });
  const isOpen = weights.size > 0 || problem !== null;
  return html`<details id="blend"${isOpen ? html` open` : nothing}><summary>Blend of models</summary>
<p class="soft small">Weigh the models that suit the company. Their weighted mean becomes the last row of the table.</p>
${problem === null ? nothing : html`<p class="bad" role="alert">${problem}</p>`}${leftOut(blend)}
<div class="inputs weights">${fields}</div><p class="acts"><button form="price-form">Blend</button></p></details>\n`;
}

const offered = [1, 2, 3, 4, 5];

/** The chosen models that give no value now, by name. */
function leftOut(blend: BlendAnswer | null): Html {
  const names = (blend?.parts ?? []).filter(({ share }) => share === null).map(({ name }) => name);
  if (names.length === 0) return nothing;
  return html`<p role="status">Without a value per share, and so left out: ${names.join(", ")}.</p>`;
}
