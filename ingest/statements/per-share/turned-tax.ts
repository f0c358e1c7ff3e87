import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Slot } from "../../periods/slots.ts";
import { all, type FiledLines, slotsOf } from "./filed-lines.ts";
import { type Amount, amountsIn, type FilingAmounts, slackOf } from "./filing-amounts.ts";

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
 * is judged by what the filing states of it. One that is proven is turned; the others of the filing, too, where none is right.
 */
export function findTurnedTaxes(filed: FiledLines): Fact[] {
  const taxes = slotsOf(filed).flatMap((slot) => taxesAt(filed, slot));
  const filings = Map.groupBy(taxes, ({ tax }) => tax.fact.accession);
  return [...filings.values()].flatMap((own) => {
    const by = Map.groupBy(own, ({ verdict }) => verdict);
    const [proven, likely] = [by.get("proven") ?? [], by.get("likely") ?? []];
    const periods = new Set(likely.map(({ slot }) => slot));
    const isOfFiling = !by.has("right") && (proven.length > 0 || periods.size >= likelyLeast);
    return (isOfFiling ? own : proven).map(({ tax }) => tax.fact);
  });
}

function taxesAt(filed: FiledLines, slot: Slot): TaxOfPeriod[] {
  return all(filed, "income_tax_expense", slot).flatMap(({ fact, number, quantum }) => {
    if (number === 0) return [];
    const tax = { fact, number, quantum };
    return [{ slot, tax, verdict: judge(tax, amountsIn(filed, slot, fact.accession)) }];
  });
}

function judge(tax: Amount, amount: FilingAmounts): Verdict {
  const after = incomesAfterTax(amount);
  const pretax = amount("pretax_income");
  const equity = amount("equity_method_income");
  if (after.length === 0) return "unknown";
  if (!pretax) return judgeBySize(tax, after, amount);
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
function incomesAfterTax(amount: FilingAmounts): Amount[] {
  const discontinued = amount("income_discontinued")?.number ?? 0;
  const minority = amount("net_income_nci")?.number ?? 0;
  const [continuing, consolidated, net, common] = [
    "income_continuing",
    "net_income_consolidated",
    "net_income",
    "net_income_to_common",
  ].map(amount);
  const less = (one: Amount | null | undefined, parts: readonly number[]) =>
    one ? parts.map((part) => ({ ...one, number: one.number - part })) : [];
  return [
    ...less(continuing, [0, -minority]),
    ...less(consolidated, [0, discontinued]),
    ...less(net, [0, -minority, discontinued, discontinued - minority]),
    ...less(net ? null : common, [0]),
  ];
}

/** How many times nearer to operating income less interest the turned tax must take income after tax. */
const nearer = 5;

/**
 * Without income before tax: operating income less interest is about what income after tax and the tax come to. Only other income
 * stands between.
 */
function judgeBySize(tax: Amount, after: readonly Amount[], amount: FilingAmounts): Verdict {
  const operating = amount("operating_income");
  const [income] = after;
  if (!operating || !income) return "unknown";
  const before = operating.number - Math.abs(amount("interest_expense")?.number ?? 0);
  const asFiled = Math.abs(income.number + tax.number - before);
  const turned = Math.abs(income.number - tax.number - before);
  if (asFiled <= turned) return "right";
  const isExpense = tax.number * income.number < 0;
  return isExpense && turned * nearer <= asFiled ? "likely" : "unknown";
}
