import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { combinePeriods } from "../statements/arithmetic.ts";
import type { EvaluatedPeriod } from "../statements/build-periods.ts";
import { type Cell, isCell } from "../statements/cells/cell.ts";
import { emptyLine, lineOf } from "../statements/cells/line.ts";
import { derivedPerShare, judgePerShare } from "../statements/per-share/judge-per-share.ts";
import { type TableSources, yearsToDateOf } from "./ttm-check.ts";

/** The column whose figures are asked for. */
export interface Trailing {
  sources: TableSources;
  /** The quarter that it ends with. */
  last: EvaluatedPeriod;
  /** Its four quarters, where they are there. */
  four: readonly EvaluatedPeriod[] | null;
}

const movedOn = [1, 1, -1];
const meanOfFour = [0.25, 0.25, 0.25, 0.25];

/**
 * Earnings per share of twelve months between two year ends: the year, plus the year to date, less that of a year before; average
 * shares: the mean of the four quarters. Only on one basis of shares and in one vintage; the column's income has
 * still to confirm it (`dropUnconfirmed`). Other figures that are not additive are null.
 */
export function trailingPerShare(input: Trailing, concept: Concept): Line {
  if (concept.dataType === "per_share") return earnings(input, concept);
  return concept.dataType === "shares" ? averageShares(input, concept) : emptyLine("non_additive");
}

function earnings({ sources, last }: Trailing, concept: Concept): Line {
  const filed = yearsToDateOf(sources, last.period)?.(concept);
  if (!filed) return emptyLine("non_additive");
  const cells = filed.map(({ cell }) => cell);
  const labelOf = (term: number) => `${concept.snakeKey}@${filed[term]?.span}`;
  return derived(combinePeriods(sources.series, "year_plus_to_date", cells, movedOn, labelOf));
}

function averageShares({ sources, four }: Trailing, concept: Concept): Line {
  const { snakeKey } = concept;
  const cells = (four ?? []).flatMap(({ cells: of }) => of.get(snakeKey) ?? []);
  if (!four || cells.length < four.length) return emptyLine("insufficient_quarters");
  const labelOf = (term: number) => {
    const { start, end } = four[term]?.period ?? {};
    return `${snakeKey}@${start}/${end}`;
  };
  return derived(combinePeriods(sources.series, "mean_of_quarters", cells, meanOfFour, labelOf));
}

function derived(outcome: ReturnType<typeof combinePeriods>): Line {
  if (!isCell(outcome)) return emptyLine(outcome.reason);
  const cell: Cell = { ...outcome, flags: [...outcome.flags, derivedPerShare] };
  return lineOf(cell);
}

/** Takes the derived figures per share of a column that its income does not confirm. */
export function dropUnconfirmed(column: Trailing, lines: Record<string, Line>): void {
  for (const { applies } of rulesOf(column.sources.registry.rules, "derived_per_share")) {
    dropBy(applies, column, lines);
  }
}

type Keys = AppliesOf<"derived_per_share">;

function dropBy(keys: Keys, column: Trailing, lines: Record<string, Line>): void {
  const lookup: Lookup = (key) => {
    const line = lines[key];
    return line?.value == null ? null : { value: line.value, flags: line.flags };
  };
  const shown = lookup(keys.netIncome);
  const neighbour = (key: string) => {
    const cell = column.four?.[3]?.cells.get(key);
    return cell ? Number(cell.value) : null;
  };
  const income = incomeOf(keys, column, lookup);
  const netIncome = shown && Number(shown.value);
  for (const [key, reason] of judgePerShare({ keys, lookup, income, netIncome, neighbour })) {
    lines[key] = emptyLine(reason);
  }
}

type Lookup = (key: string) => { value: string; flags: readonly string[] } | null;

/** Income to common shareholders as filed for the year and the years to date; else as the column shows it, or net income. */
function incomeOf(keys: Keys, { sources, last }: Trailing, lookup: Lookup): number | null {
  const common = sources.registry.bySnakeKey.get(keys.income);
  const filed = common && yearsToDateOf(sources, last.period)?.(common);
  if (filed) {
    const cells = filed.map(({ cell }) => cell);
    return Number(decimal.weightedSum(movedOn, cells));
  }
  const net = lookup(keys.income) ?? lookup(keys.netIncome);
  return net && Number(net.value);
}
