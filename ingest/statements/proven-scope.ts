import * as decimal from "#schemas/decimal.ts";
import type { Cell } from "./cells/cell.ts";

const beforeEquityIncome = "scope:pre_equity_method";

/**
 * Filed income before tax with the scope that the filed lines beside it prove: whether equity-method income is in it, or is
 * added after tax. Filers put either under the same tags. As the tag says where nothing tells.
 */
export function withProvenScope(
  pretax: Cell,
  filedOf: (snakeKey: string) => Cell | undefined,
): Cell {
  const [tax, equity] = [filedOf("income_tax_expense"), filedOf("equity_method_income")];
  const after = incomeAfterTax(filedOf);
  if (!tax || !equity || !after || decimal.isZero(equity.value)) return pretax;
  const quantum = 10 ** Math.max(0, ...[pretax, tax, equity, after].map((cell) => cell.quantum));
  const isNothing = (amount: string) => Math.abs(Number(amount)) <= 2 * quantum;
  const within = decimal.sub(decimal.sub(pretax.value, tax.value), after.value);
  const isBefore = isNothing(decimal.add(within, equity.value));
  if (isBefore === isNothing(within)) return pretax;
  if (isBefore === pretax.flags.includes(beforeEquityIncome)) return pretax;
  const others = pretax.flags.filter((flag) => flag !== beforeEquityIncome);
  return { ...pretax, flags: isBefore ? [...others, beforeEquityIncome] : others };
}

const beforeExchange = "scope:ex_fx";

/**
 * The filed change in cash with the scope that the filed flows beside it prove: filers put the tag of the change also on a line
 * above the effect of exchange rates. As the tag says where nothing tells.
 */
export function withExchangeScope(
  change: Cell,
  filedOf: (snakeKey: string) => Cell | undefined,
): Cell {
  const effect = filedOf("fx_effect_on_cash");
  const flows = cashFlows.flatMap((key) => filedOf(key) ?? []);
  if (!effect || flows.length < cashFlows.length) return change;
  if (change.flags.includes(beforeExchange)) return change;
  const units = [change, effect, ...flows].map(({ quantum }) => quantum);
  const slack = decimal.fromNumber(2 * 10 ** Math.max(0, ...units));
  const sum = decimal.sum(flows.map(({ value }) => value));
  const isChange = (amount: string) => decimal.within(amount, change.value, slack);
  if (!isChange(sum) || isChange(decimal.add(sum, effect.value))) return change;
  return { ...change, flags: [...change.flags, beforeExchange] };
}

const cashFlows = ["operating_cash_flow", "investing_cash_flow", "financing_cash_flow"];

/** Income from continuing operations; all income where nothing is discontinued. */
function incomeAfterTax(filedOf: (snakeKey: string) => Cell | undefined): Cell | undefined {
  const continuing = filedOf("income_continuing");
  if (continuing || filedOf("income_discontinued")) return continuing;
  return filedOf("net_income_consolidated");
}

/**
 * The filed equity that the balance sheet proves to be that of all owners: total liabilities, what stands between, and it
 * are liabilities and equity, to the digit. Undefined where a total of equity is filed, or the sum does not come out.
 */
export function provenTotalEquity(
  filedOf: (snakeKey: string) => Cell | undefined,
): Cell | undefined {
  const [equity, liabilities] = [filedOf("stockholders_equity"), filedOf("total_liabilities")];
  const sum = filedOf("liabilities_and_equity");
  if (!equity || !liabilities || !sum || filedOf("total_equity")) return undefined;
  const between = filedOf("temporary_equity")?.value ?? "0";
  const parts = decimal.sum([liabilities.value, between, equity.value]);
  return decimal.equal(parts, sum.value) ? equity : undefined;
}

/** Whether the filed equity of the parent is that of all owners, beside noncontrolling interests that are something. */
export function holdsNoncontrolling(filedOf: (snakeKey: string) => Cell | undefined): boolean {
  const others = filedOf("noncontrolling_interest");
  return others !== undefined && !decimal.isZero(others.value) && !!provenTotalEquity(filedOf);
}
