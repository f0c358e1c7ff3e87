import { rulesOf } from "#registry/rules/book.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import { entry } from "../../facts/entry.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import type { Candidate } from "../evidence/concept-series.ts";
import type { FactIndex } from "../evidence/series.ts";

/** How many times larger or smaller a value may be to count as a neighbour: a year against its quarter, and growth. */
const comparable = 8;

/** Whether the filed sign is a slip, and the rule of the registry that says so or that it is none. */
export interface FiledSign {
  isSlip: boolean;
  rule?: string | undefined;
}

/**
 * What a negative value is of a line that knows no negative ones. Where other periods of the same tag are of its size, the element's balance type
 * tells the sign, and the filer has put that of the statement before it, once or always. A value without such neighbours may be what it says, a
 * reversal, and so may an expense that can be taken back. Revenue and other income may be negative, and assets.
 */
export function signOf(
  {
    facts: { index, negatives },
    registry: { rules },
  }: {
    facts: { index: FactIndex; negatives: Negatives };
    registry: Pick<Registry, "rules">;
  },
  { concept, mapping, series, tag }: Candidate,
  slot: Slot,
  { number, fact }: PickedVersion,
): FiledSign {
  const value = number * mapping.sign;
  if (value >= 0 || !concept.nonNegative || !hasOneSign(concept, rules)) return asFiled;
  const hasNeighbour = series.some((_, at) => {
    const other = at === slot ? null : index.pickOf(series, at);
    const ratio = other ? Math.abs(other.number / value) : 0;
    return ratio >= 1 / comparable && ratio <= comparable;
  });
  if (!hasNeighbour) return asFiled;
  const reversible = ruleOf(rules, "reversible", concept);
  if (reversible && !hasOthers(negatives.get(fact.accession), tag))
    return { isSlip: false, rule: reversible };
  return { isSlip: true, rule: contraRule(rules, concept) };
}

const asFiled: FiledSign = Object.freeze({ isSlip: false });

const hasOthers = (tags: ReadonlySet<string> | undefined, own: string) =>
  tags !== undefined && (tags.size > 1 || !tags.has(own));

/** The rule by which the line is an account that stands against others, by id; undefined for any other line. */
export const contraRule = (rules: RuleBook, concept: Concept): string | undefined =>
  ruleOf(rules, "contra_account", concept);

/** The id of the rule of this kind that is about the line; undefined where there is none. */
const ruleOf = (rules: RuleBook, kind: "contra_account" | "reversible", { snakeKey }: Concept) =>
  rulesOf(rules, kind).find(({ line }) => line === snakeKey)?.id;

function hasOneSign(concept: Concept, rules: RuleBook): boolean {
  const { statement, periodType, balance, dataType } = concept;
  if (contraRule(rules, concept)) return true;
  if (dataType !== "monetary") return dataType === "shares";
  if (periodType === "instant") return balance === "credit";
  return statement === "cash_flow_statement" || balance === "debit";
}

/** The tags that a filing states negative although their lines are never negative, by accession. */
export type Negatives = ReadonlyMap<string, ReadonlySet<string>>;

export function findNegatives({ concepts, rules }: Registry, facts: readonly Fact[]): Negatives {
  const lines = concepts.filter((concept) => concept.nonNegative && hasOneSign(concept, rules));
  const tags = new Set(
    lines.flatMap(({ mappings }) =>
      mappings.flatMap(({ sign, taxonomy, xbrlConcept }) =>
        sign > 0 ? [`${taxonomy}:${xbrlConcept}`] : [],
      ),
    ),
  );
  const found = new Map<string, Set<string>>();
  for (const { taxonomy, tag, value, accession } of facts) {
    if (!value.startsWith("-")) continue;
    const label = `${taxonomy}:${tag}`;
    if (tags.has(label)) entry(found, accession, () => new Set<string>()).add(label);
  }
  return found;
}

const total = "LiabilitiesAndStockholdersEquity";

/**
 * Filings that state the whole credit side of their balance sheet with the wrong sign: the total of liabilities and equity
 * is the negative of total assets.
 */
export function findInverted(histories: readonly (readonly Fact[])[]): ReadonlySet<string> {
  const found = new Set<string>();
  const totals = histories.filter(([fact]) => fact?.tag === total && fact.taxonomy === "us-gaap");
  if (!totals.some((facts) => facts.some(({ value }) => value.startsWith("-")))) return found;
  const assets = new Set(
    histories
      .flat()
      .filter(({ tag }) => tag === "Assets")
      .map(({ accession, end, value }) => `${accession}|${end}|-${value}`),
  );
  for (const { accession, end, value } of totals.flat()) {
    if (assets.has(`${accession}|${end}|${value}`)) found.add(accession);
  }
  return found;
}
