import { wayThatIs } from "#registry/resolve/amounts.ts";
import * as decimal from "#schemas/decimal.ts";
import type { RuleOf } from "#schemas/shapes/companies/rule.ts";
import { type Cell, withRule } from "../cells/cell.ts";
import type { Lookup } from "./line-rules.ts";

/**
 * The filed line with the scope that the filed lines beside it prove: filers put income before tax with and without equity-method income
 * under the same tags, and the change in cash above and below the effect of exchange rates. In the scope the line and the extra come
 * to the sum, else the line alone does. As the tag says where nothing tells.
 */
export function withProvenScope(
  { id, applies, effect }: RuleOf<"scope_by_sum">,
  line: Cell,
  filed: Lookup,
): Cell {
  const flag = effect.kind === "scope" ? `scope:${effect.scope}` : null;
  const extra = filed(applies.extra);
  const sides = applies.equals.map((ways) => cellsBy(ways, filed));
  if (flag === null || !extra || sides.some((side) => side.length === 0)) return line;
  const others = sides.flat();
  const quanta = [line, extra, ...others.map(({ cell }) => cell)].map(({ quantum }) => quantum);
  const slack = decimal.fromNumber(2 * 10 ** Math.max(0, ...quanta));
  const sum = others.reduce(
    (so, { weight, cell }) => decimal.add(so, decimal.times(weight, cell.value)),
    "0",
  );
  const isOutside = decimal.within(decimal.add(line.value, extra.value), sum, slack);
  const isInside = decimal.within(line.value, sum, slack);
  if (isOutside === isInside || isOutside === line.flags.includes(flag)) return line;
  if (isOutside) return withRule({ ...line, flags: [...line.flags, flag] }, id);
  if (!applies.mayClear) return line;
  return withRule({ ...line, flags: line.flags.filter((one) => one !== flag) }, id);
}

type Ways = RuleOf<"scope_by_sum">["applies"]["equals"][number];

function cellsBy(ways: Ways, filed: Lookup): { weight: number; cell: Cell }[] {
  const amount = (key: string) => {
    const cell = filed(key);
    return cell ? Number(cell.value) : null;
  };
  return (wayThatIs(ways, amount)?.terms ?? []).flatMap(({ weight, concept }) => {
    const cell = filed(concept);
    return cell ? [{ weight, cell }] : [];
  });
}
