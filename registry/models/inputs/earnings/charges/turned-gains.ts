import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import { printedOperands } from "../income-parts.ts";

const known = new WeakMap<ModelSource, ReadonlySet<string>>();

/**
 * True for a gain or loss that the cash flow statement of its filing adds to income as filed: a filed positive value is a loss
 * there (Symantec 2010: a gain of 47 as -47; International Game Technology 2009: one of 1.3).
 */
export function isTurnedGain(source: ModelSource, fact: Fact): boolean {
  if (!ofGains.test(fact.tag)) return false;
  const turned = known.get(source) ?? turnedIn(source);
  known.set(source, turned);
  return turned.has(keyOf(fact));
}

const ofGains = /^(?!.*(Unrealized|ForeignCurrency)).*Gains?Loss/;
const keyOf = ({ accession, taxonomy, tag }: Fact) => `${accession} ${taxonomy}:${tag}`;

function turnedIn({ periods, facts }: ModelSource): ReadonlySet<string> {
  const signs = new Map<string, Set<boolean>>();
  for (const { lines } of periods)
    for (const [weight, , text, row] of printedOperands(lines.remaining_operating_cash_flow)) {
      const [fact] = leavesOf(row, facts);
      const added = weight * (numberOf(text) ?? 0);
      if (fact === undefined || added === 0) continue;
      const isTurned = Math.sign(added) === Math.sign(Number(fact.value));
      signs.set(keyOf(fact), (signs.get(keyOf(fact)) ?? new Set()).add(isTurned));
    }
  return new Set([...signs].flatMap(([key, all]) => (all.has(false) ? [] : [key])));
}
