import type { Answer } from "#api/and-then.ts";
import type { Caller } from "#api/auth/caller.ts";
import type { Deps } from "#api/deps.ts";
import type { WebAnswer } from "#api/http/requests/handled.ts";
import type { BrowserRequest } from "#api/http/signed-in.ts";
import { percentText, priceText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { BlendAnswer } from "#schemas/shapes/models/valuation.ts";
import { blendModels, type DefaultResult, listSaved } from "../../models/service.ts";
import { type Shown, withOwn } from "../own-place.ts";
import { priceBody } from "./price-body.ts";

/** A weighed model of a blend, as it is from the filings or with a saved scenario of the reader. */
interface Weighed {
  templateKey: string;
  /** Above 0. */
  weight: number;
  scenarioId?: string;
}

export interface AskedBlend {
  /** Each model and each scenario once. */
  parts: readonly Weighed[];
  /** What of the address is no weight of a model; null where all of it is. */
  problem: string | null;
}

/**
 * Reads `dcf_5_year_terminal_growth:2;ev_ebitda_multiples:1`; the id of a scenario may follow a weight. Parts without a
 * weight count as absent, as the form sends them.
 */
export function readBlend(text: string): AskedBlend {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const read = parts.map(readPart);
  const wrong = parts.find((_, at) => read[at] === null);
  if (wrong !== undefined) {
    const problem = `“${wrong.slice(0, 100)}” is no weight of a model with a value.`;
    return { parts: [], problem };
  }
  const weighed = read.filter((part) => part !== null);
  const byPlace = new Map(weighed.map((part) => [placeOf(part), part]));
  return { parts: [...byPlace.values()], problem: null };
}

const placeOf = ({ templateKey, scenarioId = "" }: Omit<Weighed, "weight">) =>
  `${templateKey} ${scenarioId}`;

/** The weights as an address has them; nothing without any. */
export const writeBlend = ({ parts }: AskedBlend): string => parts.map(writePart).join(";");

const writePart = ({ templateKey, weight, scenarioId }: Weighed): string =>
  [templateKey, weight, scenarioId].filter((one) => one !== undefined).join(":");

const written =
  /^(\w{1,80}):(\d{1,4}(?:\.\d{1,3})?)(?::([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/;

function readPart(part: string): Weighed | null {
  const [, key = "", digits = "", scenarioId] = written.exec(part.trim()) ?? [];
  const template = findTemplate(key);
  const weight = Number(digits);
  if (template === null || unvalued.has(template.family) || !(weight > 0)) return null;
  return { templateKey: template.key, weight, ...(scenarioId && { scenarioId }) };
}

/** Families whose models give no value per share. */
const unvalued: ReadonlySet<string> = new Set(["historical", "cost_of_capital"]);

interface BlendOf {
  entityId: string;
  asOf: string | undefined;
  /** Whose scenarios the parts may name. */
  viewer: Caller | null;
  parts: AskedBlend["parts"];
  /** Of the address; null: the newest close. */
  price: Price | null;
}

/** The weighted mean of the chosen models beside the price; null where none is chosen. Throws 404 for a scenario of others. */
export async function loadBlend(
  deps: Deps,
  { parts, price, ...of }: BlendOf,
): Promise<BlendAnswer | null> {
  if (parts.length === 0) return null;
  return blendModels(deps, { ...of, body: { models: [...parts], ...priceBody(price) } });
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
  entityId: string,
  valued: readonly Pick<DefaultResult, "template">[],
  { asked, blend }: { asked: AskedBlend; blend: BlendAnswer | null },
): Html {
  const fields = valued.map(({ template: { key, name } }) =>
    weightField(name, { templateKey: key }, asked),
  );
  const { parts, problem } = asked;
  const isOpen = parts.length > 0 || problem !== null;
  return html`<details id="blend"${isOpen ? html` open` : nothing}><summary>Blend of models</summary>
<p class="soft small">Weigh the models that suit the company. Their weighted mean becomes the last row of the table.</p>
${problem === null ? nothing : html`<p class="bad" role="alert">${problem}</p>`}${leftOut(blend)}
<div class="inputs weights">${fields}<span id="own-scenarios" data-of="${entityId}"></span></div><p class="acts"><button form="price-form">Blend</button></p></details>\n`;
}

function weightField(label: string, of: Omit<Weighed, "weight">, { parts }: AskedBlend): Html {
  const chosen = parts.find((part) => placeOf(part) === placeOf(of))?.weight;
  const steps = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen];
  const options = steps.map(
    (weight) =>
      html`<option value="${writePart({ ...of, weight })}"${weight === chosen ? html` selected` : nothing}>${weight}</option>`,
  );
  return html`<label>${label} <select name="blend" form="price-form"><option value="">–</option>${options}</select></label>\n`;
}

/** The page of a valuation with the weights of the reader's saved scenarios among those of the models. */
export const withScenarios = <A extends Shown>(
  given: BrowserRequest,
  page: Answer<A>,
  asked: AskedBlend,
): Answer<A | WebAnswer> =>
  withOwn(given, page, {
    id: "own-scenarios",
    own: async ({ caller: { userId } }, element) => {
      const [, entityId] = /data-of="([\w-]{36})"/.exec(element) ?? [];
      if (entityId === undefined) return null;
      const saved = await listSaved(given.deps.db, { userId, entityId });
      return html`${saved.flatMap(({ id, name, templateKey }) => {
        const template = findTemplate(templateKey);
        if (template === null || unvalued.has(template.family)) return [];
        const label = `${name} (${template.name})`;
        return [weightField(label, { templateKey, scenarioId: id }, asked)];
      })}`.html;
    },
  });

const offered = [1, 2, 3, 4, 5];

/** The chosen models that give no value now, by name. */
function leftOut(blend: BlendAnswer | null): Html {
  const names = (blend?.parts ?? [])
    .filter(({ share }) => share === null)
    .map(({ name, scenario }) => (scenario === null ? name : `${name} (${scenario})`));
  if (names.length === 0) return nothing;
  return html`<p role="status">Without a value per share, and so left out: ${names.join(", ")}.</p>`;
}
