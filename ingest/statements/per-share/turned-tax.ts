import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { Slot } from "../../periods/slots.ts";
import { type Amount, amountsIn, type FilingAmounts, slackOf } from "./filing-amounts.ts";
import { all, foundBy, slotsOf, type TaggedLines } from "./tagged-lines.ts";

type Keys = AppliesOf<"turned_tax">;

/** Whether income tax has the sign of the statement in a period: `proven` by income before tax, or `likely` by size. */
type Verdict = "proven" | "likely" | "right" | "unknown";

interface TaxOfPeriod {
  slot: Slot;
  tax: Amount;
  verdict: Verdict;
}

/** How many periods of a filing must be likely where none is proven. */
const likelyLeast = 2;

/**
 * Income taxes that were filed with the sign of the statement: an expense negative, a benefit positive. Each period of a filing
 * is judged by what the filing states of it. One that is proven is turned; the others of the filing, too, where none is right. Each comes with the rule that says so.
 */
export function findTurnedTaxes(filed: TaggedLines): [Fact, string][] {
  return rulesOf(filed.registry.rules, "turned_tax").flatMap((rule) =>
    foundBy(rule, turnedBy(rule, filed)),
  );
}

function turnedBy(rule: RuleOf<"turned_tax">, filed: TaggedLines): Fact[] {
  const taxes = slotsOf(filed).flatMap((slot) => taxesAt(rule, filed, slot));
  const filings = Map.groupBy(taxes, ({ tax }) => tax.fact.accession);
  return [...filings.values()].flatMap((own) => {
    const by = Map.groupBy(own, ({ verdict }) => verdict);
    const [proven, likely] = [by.get("proven") ?? [], by.get("likely") ?? []];
    const periods = new Set(likely.map(({ slot }) => slot));
    const isOfFiling = !by.has("right") && (proven.length > 0 || periods.size >= likelyLeast);
    return (isOfFiling ? own : proven).map(({ tax }) => tax.fact);
  });
}

function taxesAt(
  { line, applies }: RuleOf<"turned_tax">,
  filed: TaggedLines,
  slot: Slot,
): TaxOfPeriod[] {
  return all(filed, line, slot).flatMap(({ fact, number, quantum }) => {
    if (number === 0) return [];
    const tax = { fact, number, quantum };
    return [{ slot, tax, verdict: judge(applies, tax, amountsIn(filed, slot, fact.accession)) }];
  });
}

function judge(keys: Keys, tax: Amount, amount: FilingAmounts): Verdict {
  const after = incomesAfterTax(keys, amount);
  const pretax = amount(keys.before);
  const equity = amount(keys.between);
  if (after.length === 0) return "unknown";
  if (!pretax) return judgeBySize(keys, tax, after, amount);
  const slack = slackOf([pretax, tax, ...after]);
  const leadsTo = (own: number) =>
    after.some(({ number }) =>
      [0, equity?.number ?? 0].some(
        (more) => Math.abs(pretax.number - own + more - number) <= slack,
      ),
    );
  if (leadsTo(tax.number)) return "right";
  const isExpense =
    tax.number * pretax.number < 0 && Math.abs(tax.number) < Math.abs(pretax.number);
  return isExpense && Math.abs(tax.number) > 2 * slack && leadsTo(-tax.number)
    ? "proven"
    : "unknown";
}

/** Every income of the filing that may be income before tax less tax. */
export function incomesAfterTax({ after }: Pick<Keys, "after">, amount: FilingAmounts): Amount[] {
  return after.flatMap(({ concept, silent = [], less }) => {
    const income = silent.some(amount) ? null : amount(concept);
    if (!income) return [];
    return less.map((terms) => {
      const parts = terms.map((term) => term.weight * (amount(term.concept)?.number ?? 0));
      return { ...income, number: income.number - parts.reduce((so, part) => so + part, 0) };
    });
  });
}

/** How many times nearer to operating income a turned amount must be than as filed. */
export const nearer = 5;

/**
 * Without income before tax: operating income less interest is about what income after tax and the tax come to. Only other income
 * stands between.
 */
function judgeBySize(
  keys: Keys,
  tax: Amount,
  after: readonly Amount[],
  amount: FilingAmounts,
): Verdict {
  const operating = amount(keys.operating);
  const [income] = after;
  if (!operating || !income) return "unknown";
  const before = operating.number - Math.abs(amount(keys.interest)?.number ?? 0);
  const asFiled = Math.abs(income.number + tax.number - before);
  const turned = Math.abs(income.number - tax.number - before);
  if (asFiled <= turned) return "right";
  const isExpense = tax.number * income.number < 0;
  return isExpense && turned * nearer <= asFiled ? "likely" : "unknown";
}
