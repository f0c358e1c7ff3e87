import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import type { FiscalYear } from "../../periods/fiscal-calendar.ts";
import { point, spanOf } from "../../periods/slots.ts";
import { combinePeriods } from "../arithmetic.ts";
import { type Cell, isCell, withRule } from "../cells/cell.ts";
import type { SeriesEvidence } from "../evidence/evidence.ts";
import { type FiledYear, filedLine } from "../filed-lines.ts";
import type { KeptSums } from "../guards/give-way.ts";
import type { PeriodPoint } from "../period-points.ts";
import { withRulesFor } from "../rules/applied-rules.ts";
import { isSilentReason } from "../shown-sums.ts";
import type { YearValues } from "../year-values.ts";
import { derivedPerShare, judgePerShare } from "./judge-per-share.ts";

/** The fiscal year of a fourth quarter, and what is filed in it. */
interface YearOfShares {
  series: SeriesEvidence;
  fiscalYear: FiscalYear;
  filed: FiledYear;
}

/**
 * The lines of a fourth quarter with the derived figures per share that its income confirms, and without the others. Year less nine
 * months is known to a cent, as both are rounded: where income divided by average shares lies within that cent, it
 * decides (measured where the fourth quarter is filed: 93 of 126 exact, the difference alone 77). Shares of the year stand
 * in where the filer states no others.
 */
export function confirmPerShare(rules: RuleBook, year: YearOfShares, sums: KeptSums): KeptSums {
  return rulesOf(rules, "derived_per_share").reduce((so, rule) => confirmBy(rule, year, so), sums);
}

type Keys = AppliesOf<"derived_per_share">;
type Twins = Keys["twins"];

function confirmBy(
  { id, applies: keys }: RuleOf<"derived_per_share">,
  year: YearOfShares,
  sums: KeptSums,
): KeptSums {
  const income = incomeToCommon(keys, year, sums.cells);
  const span = labelOf(year, "Q4");
  const isLoss = income?.cell.value.startsWith("-") ?? false;
  const cells = new Map(sums.cells);
  const ofShares = keys.twins.find(({ basic }) =>
    keys.pairs.some(({ shares }) => shares === basic),
  );
  const wrong = ofShares && hasWrongDiluted(ofShares, cells, isLoss) ? ofShares.diluted : null;
  if (wrong !== null) cells.delete(wrong);
  const droppedFigures = judgePerShare({
    keys,
    lookup: (key) => cells.get(key) ?? null,
    income: income && Number(income.cell.value),
    netIncome: numberOf(cells.get(keys.netIncome)),
    neighbour(key) {
      return numberOf(filedAt(year, key, "M9") ?? filedAt(year, key, "FY"));
    },
  });
  const confirmed = new Map([...cells].filter(([key]) => !droppedFigures.has(key)));
  for (const { figure, shares } of keys.pairs) {
    const earned = income && byIncome(income, confirmed.get(figure), shares, confirmed, span);
    if (earned) confirmed.set(figure, withRule(earned, id));
  }
  if (wrong !== null) droppedFigures.set(wrong, "identity_conflict");
  for (const [key, twin] of isLoss ? twinsOfLoss(keys.twins, sums.cells, confirmed, span) : []) {
    confirmed.set(key, withRule(twin, id));
    droppedFigures.delete(key);
  }
  return {
    cells: confirmed,
    gaveWay: new Map([...sums.gaveWay, ...droppedFigures]),
    rules: withRulesFor(sums.rules, droppedFigures.keys(), id),
  };
}

/** The derived figure as income over shares gives it, where that is another one within its last digit; null else. */
function byIncome(
  income: { key: string; cell: Cell },
  earned: Cell | undefined,
  shares: string,
  cells: ReadonlyMap<string, Cell>,
  span: string,
): Cell | null {
  const count = cells.get(shares);
  if (!count || !earned?.flags.includes(derivedPerShare)) return null;
  const operands: Operand[] = [
    [1, `${income.key}@${span}`, income.cell.value, income.cell.lineage],
    [1, `${shares}@${span}`, count.value, count.lineage],
  ];
  const exponent = finestOf(earned);
  const value = decimal.roundTo(decimal.divide(income.cell.value, count.value), exponent);
  const unit = decimal.fromNumber(10 ** exponent);
  if (value === earned.value || !decimal.within(value, earned.value, unit)) return null;
  return { ...earned, value, lineage: ["income_by_shares", ...operands] };
}

/**
 * Diluted average shares are no arithmetic of year and nine months where the quarter is a loss and these are not, nor where they come
 * out below the basic ones.
 */
function hasWrongDiluted(
  keys: Twins[number],
  cells: ReadonlyMap<string, Cell>,
  isLoss: boolean,
): boolean {
  const [basic, diluted] = [cells.get(keys.basic), cells.get(keys.diluted)];
  if (!basic || !diluted?.flags.includes(derivedPerShare)) return false;
  return isLoss ? diluted.value !== basic.value : Number(diluted.value) < Number(basic.value);
}

/** In a loss no potential share dilutes: basic figures that are confirmed stand in the place of derived diluted ones. */
function twinsOfLoss(
  twins: Twins,
  derived: ReadonlyMap<string, Cell>,
  confirmed: ReadonlyMap<string, Cell>,
  label: string,
): [string, Cell][] {
  return twins.flatMap(({ basic: basicKey, diluted: dilutedKey }): [string, Cell][] => {
    const [basic, diluted] = [confirmed.get(basicKey), derived.get(dilutedKey)];
    if (!basic || !diluted?.flags.includes(derivedPerShare)) return [];
    if (confirmed.get(dilutedKey)?.value === basic.value) return [];
    return [[dilutedKey, twinOf(basic, `${basicKey}@${label}`)]];
  });
}

const numberOf = (cell: Cell | null | undefined) => (cell ? Number(cell.value) : null);

/** To how many places the year and the nine months are stated: 2.10 is written as 2.1. */
function finestOf({ value, lineage }: Cell): number {
  const operands = typeof lineage === "number" ? [] : lineage.slice(1);
  const stated = (operands as Operand[]).map(([, , of]) => of);
  return Math.min(0, ...[value, ...stated].map(trailingZeros));
}

/** What it shows, else the year less nine months of it, else net income where the filings know no other. */
function incomeToCommon(
  { income: key, netIncome }: Keys,
  year: YearOfShares,
  cells: ReadonlyMap<string, Cell>,
): { key: string; cell: Cell } | null {
  const shown = cells.get(key);
  if (shown) return { key, cell: shown };
  const filed = [filedAt(year, key, "FY"), filedAt(year, key, "M9")];
  const [full, before] = filed;
  if (full && before) {
    const spans = [labelOf(year, "FY"), labelOf(year, "M9")];
    const label = (term: number) => `${key}@${spans[term]}`;
    const rule = "fy_less_nine_months";
    const combined = combinePeriods(year.series, rule, [full, before], [1, -1], label);
    return isCell(combined) ? { key, cell: combined } : null;
  }
  const net = cells.get(netIncome);
  return net ? { key: netIncome, cell: net } : null;
}

const labelOf = ({ fiscalYear }: YearOfShares, at: "FY" | "M9" | "Q4"): string =>
  spanOf(fiscalYear, point[at])?.label ?? "";

const filedAt = ({ filed }: YearOfShares, key: string, at: "FY" | "M9"): Cell | null =>
  filedLine(filed, key).cells[point[at]] ?? null;

/** Note on a diluted figure that is the basic one, or the other way round, because the period was a loss. */
const antidilutive = "antidilutive";

/** A period: which, its days for the operands' labels ("start/end"), and what is filed of each line. */
interface FiledPeriod {
  at: PeriodPoint;
  label: string;
  values: ReadonlyMap<string, YearValues>;
}

/**
 * In a loss no potential share dilutes (ASC 260-10-45-17, IAS 33.41), so filers often state one figure for both and tag it once: the
 * other one is the same where the filings are silent of it. Only where earnings per share, or without any the income to
 * common, say that the period was a loss; not where basic and diluted earnings per share differ.
 */
export function withFiguresOfLoss(rules: RuleBook, sums: KeptSums, input: FiledPeriod): KeptSums {
  let kept = sums;
  for (const { id, applies } of rulesOf(rules, "figures_of_loss")) {
    if (!isLoss(applies, kept.cells)) continue;
    const cells = new Map(kept.cells);
    for (const { basic, diluted } of applies.twins) {
      copy(cells, input, id, [basic, diluted]);
      copy(cells, input, id, [diluted, basic]);
    }
    kept = { ...kept, cells };
  }
  return kept;
}

function isLoss(
  { twins: [figures], signs }: AppliesOf<"figures_of_loss">,
  cells: ReadonlyMap<string, Cell>,
): boolean {
  const [basic, diluted] = [figures?.basic, figures?.diluted].map((key) => cells.get(key ?? ""));
  if (basic && diluted && basic.value !== diluted.value) return false;
  const deciding = signs.find((key) => cells.has(key));
  return cells.get(deciding ?? "")?.value.startsWith("-") ?? false;
}

function copy(
  cells: Map<string, Cell>,
  input: FiledPeriod,
  rule: string,
  [from, to]: readonly [string, string],
): void {
  const cell = cells.get(from);
  const outcome = input.values.get(to)?.[input.at];
  const isSilent = !isCell(outcome) && isSilentReason(outcome?.reason ?? "not_reported");
  if (!cell || cells.has(to) || !isSilent) return;
  cells.set(to, withRule(twinOf(cell, `${from}@${input.label}`), rule));
}

/** The same figure as another line's, with lineage to it. */
function twinOf(cell: Cell, label: string): Cell {
  return {
    ...cell,
    lineage: ["derivation", [1, label, cell.value, cell.lineage]],
    tag: null,
    mapping: null,
    rank: null,
    picked: null,
    basis: cell.picked?.fact ?? cell.basis,
    flags: [...cell.flags, antidilutive],
  };
}
