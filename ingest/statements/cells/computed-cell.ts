import type { ComputedLine, ResolvedLine } from "#registry/resolve/rollup.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { type SourceName, sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { LineageRule, Operand } from "#schemas/shapes/companies/statement.ts";
import { unitOfConcept } from "../currency.ts";
import { type Cell, inheritedFlags } from "./cell.ts";

interface ComputedPeriod {
  currency: string | null;
  /** "start/end", for the operands' labels. */
  label: string;
}

/** Turns resolved lines into cells with their lineage, each once. */
export function cellMaker(registry: Registry, { currency, label }: ComputedPeriod) {
  const cellOfLine = new Map<ResolvedLine<Cell>, Cell>();
  const toCell = (line: ResolvedLine<Cell>, concept: Concept | undefined): Cell => {
    if (line.via === "direct") return line.direct;
    const known = cellOfLine.get(line);
    if (known) return known;
    const parts = line.operands.map(({ weight, concept: key, line: operand }) => ({
      weight,
      key,
      cell: toCell(operand, registry.bySnakeKey.get(key)),
    }));
    const rule = ruleOf(line);
    const cell: Cell = {
      value: line.value,
      unit: concept ? unitOfConcept(concept, currency ?? "") : (currency ?? ""),
      lineage: [
        rule,
        ...parts.map((p): Operand => [p.weight, `${p.key}@${label}`, p.cell.value, p.cell.lineage]),
      ],
      tag: null,
      mapping: null,
      rank: null,
      picked: null,
      basis: parts.map((p) => p.cell.picked?.fact ?? p.cell.basis).find((f) => f !== null) ?? null,
      quantum: Math.max(...parts.map((p) => p.cell.quantum)),
      source: lowestOf(parts.map((p) => p.cell.source)),
      flags: flagsOf(
        line.scope,
        parts.map((p) => p.cell),
      ),
    };
    cellOfLine.set(line, cell);
    return cell;
  };
  return toCell;
}

function flagsOf(scope: ComputedLine<Cell>["scope"], parts: readonly Cell[]): string[] {
  const flags = inheritedFlags(parts);
  const own = `scope:${scope}`;
  return scope === undefined || flags.includes(own) ? flags : [...flags, own];
}

function ruleOf({ via, absent, isQuotient }: ComputedLine<Cell>): LineageRule {
  if (isQuotient) return "quotient";
  return absent.length > 0 ? "absence" : via;
}

/** A computed value is as good as the weakest source in it. */
function lowestOf(sources: readonly SourceName[]): SourceName {
  return sources.reduce((a, b) => (sourcePrecedence[b] < sourcePrecedence[a] ? b : a));
}
