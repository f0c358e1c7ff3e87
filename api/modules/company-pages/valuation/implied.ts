import type { Deps } from "#api/deps.ts";
import { percentText, priceText, rateText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { whyText } from "#api/pages/null-reasons.ts";
import { queryText } from "#api/pages/query.ts";
import { scrollTable } from "#api/pages/table.ts";
import type { ReverseResult } from "#registry/models/market/reverse.ts";
import type { UnknownKey } from "#registry/models/market/unknowns.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { HistoricalRow } from "#schemas/shapes/models/result.ts";
import { unknownKeys } from "#schemas/shapes/models/valuation.ts";
import { type DefaultResult, reverseModel } from "../../models/service.ts";
import { baseOf, dayText, type Frame } from "../company-frame.ts";
import { typedText } from "../models/fields.ts";
import { writeSet } from "../models/schemas.ts";
import { inWords } from "../models/words.ts";
import { priceBody } from "./price-body.ts";

/** What the price needs of one model. */
export interface Implied {
  /** The model that is solved. */
  dcf: DefaultResult;
  /** One for each input that it can be solved for; none without a price. */
  solved: readonly ReverseResult[];
  /** What the company reported, oldest first. */
  reported: readonly HistoricalRow[];
}

const solvedTemplate = "dcf_5_year_terminal_growth";

interface ImpliedOf {
  entityId: string;
  asOf: string | undefined;
  models: readonly DefaultResult[];
  /** Of the address; null: the newest close. */
  price: Price | null;
}

/** Solves the model for each input in turn; null for a company without such a model. */
export async function loadImplied(
  deps: Deps,
  { models, price, ...of }: ImpliedOf,
): Promise<Implied | null> {
  const dcf = models.find(({ template }) => template.key === solvedTemplate);
  if (dcf === undefined) return null;
  const income = models.find(({ template }) => template.key === "historical_income_statement");
  const solved: ReverseResult[] = [];
  if (dcf.result.market.price !== null) {
    for (const solveFor of unknownKeys) {
      const asked = { ...of, viewer: null, templateKey: solvedTemplate };
      solved.push(await reverseModel(deps, { ...asked, body: { ...priceBody(price), solveFor } }));
    }
  }
  return { dcf, solved, reported: income?.result.historicals ?? [] };
}

/** What the price needs, beside what the model takes and what the company reported. */
export function impliedSection(frame: Frame, implied: Implied | null): Html {
  if (implied === null) return nothing;
  return html`<section id="implied"><h2>What the price implies</h2>
${impliedBody(frame, implied)}</section>\n`;
}

function impliedBody(frame: Frame, implied: Implied): Html {
  const { dcf, solved } = implied;
  const [first] = solved;
  const address = `${baseOf(frame)}/models/${dcf.template.key}`;
  const model = html`<a href="${address}${dayText(frame)}">${dcf.template.name}</a>`;
  if (first === undefined) {
    return html`<p class="soft">With a price, this says which growth, margin or discount rate ${model} needs for it.</p>`;
  }
  const refusal = commonReason(solved);
  if (refusal !== null) {
    return html`<p role="status">${inWords(refusal, dcf.result, address + dayText(frame))}</p>`;
  }
  const rows = solved.map((one) => impliedRow(one, { frame, implied, address }));
  return html`<p class="soft small">Each row solves ${model} for one input, with all others as the model takes them, so that its value is ${priceText(first.pricePerShare ?? 0)} ${first.currency ?? ""} a share${carriedText(first)}. A figure far from what the company reported says that price and model disagree, not which of the two is wrong.</p>
${scrollTable({
  title: "What the price implies",
  head: html`<tr><th scope="col">Input</th><th scope="col" class="n">The price needs</th><th scope="col" class="n">The model takes</th><th scope="col">The company reported</th></tr>`,
  rows,
})}`;
}

/** The one reason why nothing is solved; null where something is, or where the reasons differ. */
function commonReason(solved: readonly ReverseResult[]): string | null {
  const reasons = solved.map(({ value, stateReason }) =>
    value === null ? stateReason?.message : undefined,
  );
  const [first] = reasons;
  return first !== undefined && reasons.every((one) => one === first) ? first : null;
}

const carriedText = ({ carried }: ReverseResult): string =>
  carried === null
    ? ""
    : `, carried from ${carried.valueDate} to ${carried.priceDate} at the cost of equity`;

interface RowOf {
  frame: Frame;
  implied: Implied;
  /** Path of the model's page. */
  address: string;
}

function impliedRow(solved: ReverseResult, { frame, implied, address }: RowOf): Html {
  const { label, value, defaultValue, otherValues, stateReason, solvedFor } = solved;
  const rate = (one: number | null) => (one === null ? "–" : rateText(one));
  const set = writeSet(typedOf(solved));
  const link = `${address}${queryText({ set, asOf: frame.day })}`;
  const needed =
    value === null
      ? html`<span class="none">none</span>`
      : html`<a href="${link}" title="The model with this input">${rateText(value)}</a>`;
  const also =
    otherValues.length === 0
      ? nothing
      : html`<br><span class="soft small">also ${otherValues.map(rateText).join(", ")}</span>`;
  const why =
    stateReason === null
      ? nothing
      : html`<br><span class="soft small">${inWords(stateReason.message, implied.dcf.result, address + dayText(frame))}</span>`;
  return html`<tr><th scope="row">${label}${why}</th><td class="n">${needed}${also}</td><td class="n">${rate(defaultValue)}</td><td>${reportedText(implied.reported, solvedFor)}</td></tr>\n`;
}

/** The inputs that give the price, as the fields of the model's form take them. */
const typedOf = ({ overrides }: ReverseResult): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(overrides?.assumptions ?? {}).map(
      ([key, value]) => [key, typedText(value, "ratio")] as const,
    ),
    ...Object.entries(overrides?.drivers ?? {}).flatMap(([driver, years]) =>
      Object.entries(years).map(
        ([year, value]) => [`${driver}_${year}`, typedText(value, "ratio")] as const,
      ),
    ),
  ]);

type ReportedKey = readonly [block: "growth" | "margins", key: string];

/** What stands beside each input in the table of income statements; absent for what no company reports. */
const reportedKeys: Partial<Record<UnknownKey, ReportedKey>> = {
  revenue_growth: ["growth", "revenue"],
  constant_revenue_growth: ["growth", "revenue"],
  ebitda_margin: ["margins", "ebitda_margin"],
};

function reportedText(reported: readonly HistoricalRow[], solvedFor: UnknownKey): Html {
  const of = reportedKeys[solvedFor];
  if (of === undefined) return html`<span class="soft">no figure of filings</span>`;
  const [block, key] = of;
  const known = reported.findLast((row) => row[block][key] != null);
  const value = known?.[block][key] ?? null;
  if (known === undefined || value === null) {
    const why = whyText(reported.at(-1)?.reasons[`${block}.${key}`]);
    return html`<span class="soft">${why ?? "The filings do not state it."}</span>`;
  }
  const period =
    known.basis === "TTM"
      ? `twelve months to ${known.periodEnd}`
      : `fiscal year ${known.fiscalYear}`;
  return html`${percentText(value)} <span class="soft small">${period}</span>`;
}
