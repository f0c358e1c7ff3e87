import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { type Cell, withRule } from "../cells/cell.ts";
import type { KeptSums } from "../guards/give-way.ts";
import { isOfFacts } from "../guards/rules-of-facts.ts";
import { withFlag } from "../period-difference.ts";
import { withRulesFor } from "../rules/applied-rules.ts";
import { derivedPerShare } from "./judge-per-share.ts";

/**
 * The lines of a period with income to common and shares outstanding as the figures per share beside them prove them. Net income is
 * the income to common where filed earnings per share say so and contradict it less preferred dividends: the filer has taken these
 * off already. A computed income to common that they contradict is null. Shares issued less treasury shares are null where the count on the
 * cover, else the average, contradicts them, and stand for
 * a filed count that is the shares issued where the cover says so. `label` is "start/end" of the period.
 */
export function proveComputed(rules: RuleBook, sums: KeptSums, label: string): KeptSums {
  const withIncome = rulesOf(rules, "income_by_figure").reduce(
    (so, rule) => proveIncome(rule, so, label),
    sums,
  );
  const earned = rulesOf(rules, "unearned_income").reduce(
    (so, rule) => (isUnearned(rule, so.cells) ? refuse(rule, so) : so),
    withIncome,
  );
  return rulesOf(rules, "count_by_cover").reduce(
    (so, rule) => proveShares(rule, so, label),
    earned,
  );
}

/** The line is null because other lines contradict it. */
function refuse(
  { line, id }: RuleOf<"unearned_income" | "count_by_cover">,
  sums: KeptSums,
): KeptSums {
  const cells = new Map(sums.cells);
  cells.delete(line);
  return {
    cells,
    gaveWay: new Map([...sums.gaveWay, [line, "identity_conflict"]]),
    rules: withRulesFor(sums.rules, [line], id),
  };
}

function proveIncome(rule: RuleOf<"income_by_figure">, sums: KeptSums, label: string): KeptSums {
  const { income } = rule.applies;
  const common = provenIncome(rule, sums.cells, label);
  const net = sums.cells.get(income);
  if (!common || !net) return sums;
  const cells = new Map(sums.cells);
  cells.set(rule.line, withRule(common, rule.id));
  cells.set(income, withRule(withFlag(net, afterPreferred), rule.id));
  return { ...sums, cells };
}

function proveShares(rule: RuleOf<"count_by_cover">, sums: KeptSums, label: string): KeptSums {
  const shares = provenShares(rule, sums.cells, label);
  if (shares === undefined) return sums;
  if (shares === null) return refuse(rule, sums);
  return { ...sums, cells: new Map([...sums.cells, [rule.line, withRule(shares, rule.id)]]) };
}

/** Flag of net income that the filer states after preferred dividends. */
const afterPreferred = "scope:after_preferred_dividends";

/** A value that other lines give, in the place of the cell's own. */
function computed(cell: Cell, value: string, operands: readonly Operand[]): Cell {
  return {
    ...cell,
    value,
    lineage: ["derivation", ...operands],
    tag: null,
    mapping: null,
    rank: null,
    picked: null,
    basis: cell.picked?.fact ?? cell.basis,
  };
}

/** Net income in the place of a computed income to common; null where that stays. */
function provenIncome(
  { line, applies }: RuleOf<"income_by_figure">,
  cells: ReadonlyMap<string, Cell>,
  label: string,
): Cell | null {
  const [common, net] = [cells.get(line), cells.get(applies.income)];
  if (!common || !net || isOfFacts(common.lineage) || common.value === net.value) return null;
  if (!isEarned(applies, cells, net) || isEarned(applies, cells, common)) return null;
  return computed(net, net.value, [[1, `${applies.income}@${label}`, net.value, net.lineage]]);
}

/**
 * Whether income to common is computed and no figure per share of the filing of net income earns it: more belongs to others than tags say.
 * Figures of one class of several earn a part of it, diluted ones all.
 */
function isUnearned(
  { line, applies }: RuleOf<"unearned_income">,
  cells: ReadonlyMap<string, Cell>,
): boolean {
  const [common, net] = [cells.get(line), cells.get(applies.income)];
  if (!common || !net || isOfFacts(common.lineage)) return false;
  const filing = net.picked?.fact.accession;
  const isOfFiling = (key: string) => cells.get(key)?.picked?.fact.accession === filing;
  const told = applies.pairs.filter(
    ({ figure, shares }) => isOfFiling(figure) && isOfFiling(shares),
  );
  if (filing === undefined || told.length === 0) return false;
  return !told.some((pair) => isEarned(pair, cells, common, unlikelyShareOff));
}

/** What a share of the income besides the common shareholders' may be: participating securities. */
const shareOff = 0.01;

/** Participating securities have hardly more. */
const unlikelyShareOff = 0.05;

/** Whether filed earnings per share times average shares is the income, as far as they are rounded. */
function isEarned(
  keys: Pick<AppliesOf<"income_by_figure">, "figure" | "shares">,
  cells: ReadonlyMap<string, Cell>,
  income: Cell,
  off = shareOff,
): boolean {
  const [eps, shares] = [cells.get(keys.figure), cells.get(keys.shares)];
  if (!eps || !shares || eps.flags.includes(derivedPerShare)) return false;
  const earned = Number(eps.value) * Number(shares.value);
  const rounding = 0.5 * 10 ** eps.quantum * Number(shares.value);
  return Math.abs(earned - Number(income.value)) <= rounding + off * Math.abs(earned);
}

/** How far shares outstanding may be from the count on the cover, weeks later, and from the period's average. */
const coverOff = 0.1;
const averageOff = 0.15;

/** Another count than the one that is there: null for none, undefined where it stays. */
function provenShares(
  { line, applies }: RuleOf<"count_by_cover">,
  cells: ReadonlyMap<string, Cell>,
  label: string,
): Cell | null | undefined {
  const shares = cells.get(line);
  if (!shares) return undefined;
  if (isOfFacts(shares.lineage)) return withoutTreasury(applies, cells, shares, label);
  return isLikely(applies, cells, Number(shares.value)) ? undefined : null;
}

function isLikely(
  keys: AppliesOf<"count_by_cover">,
  cells: ReadonlyMap<string, Cell>,
  count: number,
): boolean {
  const [cover, average] = [keys.cover, keys.average].map((key) =>
    Number(cells.get(key)?.value ?? 0),
  );
  if (count <= 0) return false;
  if (cover) return isNear(count, cover, coverOff);
  return !average || isNear(count, average, averageOff);
}

const isNear = (count: number, other: number, off: number) => Math.abs(count / other - 1) <= off;

/** Shares issued less treasury shares, where the filed count is the shares issued and the cover is near the difference only. */
function withoutTreasury(
  keys: AppliesOf<"count_by_cover">,
  cells: ReadonlyMap<string, Cell>,
  shares: Cell,
  label: string,
): Cell | undefined {
  const [issued, treasury, cover] = [keys.issued, keys.treasury, keys.cover].map((key) =>
    cells.get(key),
  );
  if (!issued || !treasury || !cover || issued.value !== shares.value) return undefined;
  const count = decimal.sub(issued.value, treasury.value);
  const isCover = (one: string) => isNear(Number(one), Number(cover.value), coverOff);
  if (!isCover(count) || isCover(shares.value)) return undefined;
  return computed(shares, count, [
    [1, `${keys.issued}@${label}`, issued.value, issued.lineage],
    [-1, `${keys.treasury}@${label}`, treasury.value, treasury.lineage],
  ]);
}
