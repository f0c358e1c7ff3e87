import { percent } from "../answers/rounding.ts";
import {
  defaultSeed,
  estimateSeed,
  factSeed,
  type Get,
  missingNote,
  moneyInput,
  ratioInput,
  type Seed,
} from "../assumption.ts";
import { derivedFrom } from "../estimates.ts";
import { type Expression, parseFormula, type Terms } from "../formula/expression.ts";
import { operatingLeaseTags } from "../inputs/claims/debt-tags.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { Reference } from "../rates/reference.ts";
import { costOfDebtOf } from "../rates/wacc.ts";

/** The choices to count research and operating leases as capital (1) instead of expenses (0). */
export const researchKey = "capitalise_research";
export const leasesKey = "capitalise_leases";
export const lifeKey = "research_life";

/** Why the value of a model changes, or does not, with capitalised research. */
export const researchEffects = {
  dcf: "free cash flow stays the same, as tax is on earnings after research; value changes where growth for ever is paid for by new capital",
  earningsPower: "what is spent beyond the amortization is growth, which earnings power is before",
} as const;

/** What capitalised research rests on. */
export const researchAmounts = ["research_development", "research_amortization", "research_asset"];

const isUnknown = (get: Get, keys: readonly string[]) => keys.some((key) => get(key) === null);

/** Which choice is made without the amounts that it rests on; null where none is. */
export function unknownCapital(get: Get): "research" | "leases" | null {
  if (get(researchKey) === 1 && isUnknown(get, researchAmounts)) return "research";
  return get(leasesKey) === 1 && isUnknown(get, ["operating_lease_liability"]) ? "leases" : null;
}

const lifeDefault = 5;
const lifeMax = 10;
const lifeMin = 2;

/** What capitalised research and operating leases rest on, in the order they are shown; both are off by default. */
export function capitalSeeds(facts: ModelFacts, reference: Reference, effect: string): Seed[] {
  return [...researchSeeds(facts, effect), ...leaseSeeds(facts, reference)];
}

function researchSeeds(facts: ModelFacts, effect: string): Seed[] {
  const { research_development: spent } = facts.year;
  return [
    defaultSeed(
      { key: researchKey, label: "Research and development as capital", unit: "flag" },
      0,
      { note: `1 (yes) counts research as an asset that its life amortizes: ${effect}` },
    ),
    defaultSeed({ key: lifeKey, label: "Life of research", unit: "years" }, lifeDefault, {
      note: `whole years, ${lifeMin} to ${lifeMax}; as many past years of research are needed`,
    }),
    factSeed(
      moneyInput("research_development", "Research and development, last fiscal year"),
      spent,
      null,
    ),
    bookSeed(facts, "research_amortization", "Amortization of research, last fiscal year"),
    bookSeed(facts, "research_asset", "Research asset, end of the last fiscal year"),
  ];
}

const formulas = {
  research_amortization: amortizationText,
  research_asset: assetText,
} as const;

/** An amount of the straight-line books of research; null while a year that the life asks for is not filed. */
function bookSeed(facts: ModelFacts, key: keyof typeof formulas, label: string): Seed {
  const named = moneyInput(key, label);
  const past = pastResearch(facts);
  const known = filedInRow(past);
  const spent = facts.year.research_development;
  if (spent == null || known < lifeMin) {
    return defaultSeed(named, null, { note: missingResearch(facts, lifeMin) });
  }
  const text = formulas[key](known);
  const formula = parseFormula(
    known < lifeMax ? `$${lifeKey} > ${known} ? none : round(${text}, 2)` : `round(${text}, 2)`,
    spentTerms(facts, known),
  );
  const provenance = derivedFrom("research_development", key, spent);
  if (known < lifeDefault) {
    return defaultSeed(named, null, { note: missingResearch(facts, lifeDefault), formula });
  }
  const note = key === "research_asset" ? straightLine : booksNote(facts);
  return { ...estimateSeed(named, 0, { note, provenance, formula }), value: null };
}

const straightLine = "straight line over the life";

function booksNote(facts: ModelFacts): string {
  const past = pastResearch(facts).slice(0, lifeDefault);
  const spent = past.map((one, k) => `${baseYear(facts) - k - 1}: ${one?.toLocaleString("en-US")}`);
  return `${straightLine}; research of fiscal ${spent.join("; ")}`;
}

/** Each of the past years of the life gives an equal part. */
function amortizationText(known: number): string {
  const parts = yearsAgo(known).map((k) =>
    k <= lifeMin ? `spent${k}` : `($${lifeKey} >= ${k} ? spent${k} : 0)`,
  );
  return `(${parts.join(" + ")}) / $${lifeKey}`;
}

/** The last year counts in full, each year before it less by one part of the life. */
function assetText(known: number): string {
  const parts = yearsAgo(known).map((k) => `max(0, $${lifeKey} - ${k}) * spent${k}`);
  return `$research_development + (${parts.join(" + ")}) / $${lifeKey}`;
}

const yearsAgo = (count: number) => Array.from({ length: count }, (_, k) => k + 1);

function spentTerms(facts: ModelFacts, known: number): Terms {
  const past = pastResearch(facts);
  const term = (k: number): Expression => ({
    kind: "term",
    name: `spent${k}`,
    label: `research of fiscal ${baseYear(facts) - k}`,
    of: { kind: "number", value: past[k - 1] ?? Number.NaN, isGiven: true },
  });
  return Object.fromEntries(yearsAgo(known).map((k) => [`spent${k}`, term(k)]));
}

const baseYear = ({ anchors }: ModelFacts) => anchors?.fiscalYear ?? 0;

/** Research of the years before the last one, the newest first; null where filings do not state it. */
function pastResearch(facts: ModelFacts): (number | null)[] {
  return yearsAgo(lifeMax).map((k) => {
    const year = facts.years.find(({ fiscalYear }) => fiscalYear === baseYear(facts) - k);
    return year?.values.research_development ?? null;
  });
}

function filedInRow(past: readonly (number | null)[]): number {
  const missing = past.indexOf(null);
  return missing < 0 ? past.length : missing;
}

/** Names the fiscal years whose research a life asks for and filings lack; empty where they have all. */
export function missingResearch(facts: ModelFacts, life: number): string {
  const own = facts.year.research_development == null ? [baseYear(facts)] : [];
  const past = pastResearch(facts)
    .slice(0, life)
    .flatMap((spent, index) => (spent === null ? [baseYear(facts) - index - 1] : []));
  const years = [...own, ...past];
  return years.length === 0
    ? ""
    : `research and development of fiscal ${years.join(", ")} not found in filings`;
}

/** The longest life that the filings have the years for; null where they have too few for any. */
export function longestLife(facts: ModelFacts): number | null {
  if (facts.year.research_development == null) return null;
  const known = filedInRow(pastResearch(facts));
  return known < lifeMin ? null : known;
}

function leaseSeeds(facts: ModelFacts, reference: Reference): Seed[] {
  const rate = costOfDebtOf(facts, reference);
  return [
    defaultSeed({ key: leasesKey, label: "Operating leases as debt", unit: "flag" }, 0, {
      note: "1 (yes) counts the liability as debt, its interest as part of EBIT, and its growth as capital expenditures; the discount rate stays",
    }),
    liabilitySeed(facts),
    defaultSeed(ratioInput("pre_tax_cost_of_debt", "Pre-tax cost of debt"), rate, {
      note: `for the interest within operating leases; the cost of capital has ${percent(rate ?? 0)}`,
    }),
  ];
}

const noneBeside = parseFormula("0");

/** What debt has already is nothing beside it, and says so where the choice is made. */
function liabilitySeed(facts: ModelFacts): Seed {
  const { operatingLeases, anchors, byMember } = facts;
  const { liability, inDebt } = operatingLeases;
  const named = moneyInput("operating_lease_liability", "Operating lease liability, beside debt");
  if (inDebt === null) {
    const day = anchors === null ? "" : ` at ${anchors.balanceSheetDate} or in the 400 days before`;
    const note = missingNote(byMember, operatingLeaseTags, `not found in filings${day}`);
    return liability === null
      ? defaultSeed(named, null, { note })
      : factSeed(named, liability, null);
  }
  const message = `capitalise_leases changes nothing: ${inDebt}.`;
  return {
    ...defaultSeed(named, 0, { note: inDebt, formula: noneBeside }),
    editable: false,
    warn: (get: Get) => (get(leasesKey) === 1 ? [{ code: "leases_in_debt", message }] : []),
  };
}
