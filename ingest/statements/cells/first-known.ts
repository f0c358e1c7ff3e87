import type { ResolvedLine, RollupInput } from "#registry/resolve/rollup.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { dayOf } from "../../periods/days.ts";
import type { Evidence, SeriesEvidence } from "../evidence/evidence.ts";
import type { RefusedLines, Resolution } from "../guards/give-way.ts";
import { type Cell, isCell, type Outcome } from "./cell.ts";

type Days = Pick<SeriesEvidence, "filedOn">;

/** The day from which a value could be stated: that of the last filing behind it; "" where none has a date. */
function knownSince(series: Days, { lineage }: { lineage: Lineage }): string {
  if (typeof lineage === "number") return series.filedOn(lineage) ?? "";
  const [, ...operands] = lineage;
  const days = operands.map(([, , , of]) => knownSince(series, { lineage: of }));
  return days.reduce((newest, day) => (day > newest ? day : newest), "");
}

/** Of the values that there are the one that could be stated first, of equals the first in order; null without any. */
export function firstKnown(series: Days, outcomes: readonly (Outcome | null)[]): Cell | null {
  const cells = outcomes.filter(isCell);
  const [first, ...others] = cells;
  if (!first || others.length === 0) return first ?? null;
  const since = new Map(cells.map((cell) => [cell, knownSince(series, cell)]));
  const sinceOf = (cell: Cell) => since.get(cell) ?? "";
  return others.reduce((best, cell) => (sinceOf(cell) < sinceOf(best) ? cell : best), first);
}

/**
 * The lines of a period as they were first known (standardization.md 2.6): a value that a later filing states gives way to
 * one that could be worked out before.
 */
export function linesFirstKnown(
  series: Days,
  resolve: (refused: RefusedLines) => Resolution,
  refused: RefusedLines,
): Resolution {
  const shown = resolve(refused);
  const dayIn = ({ cells }: Resolution, key: string) => {
    const cell = cells.get(key);
    return cell ? knownSince(series, cell) : null;
  };
  const filed = [...shown.cells.keys()].filter((key) => !shown.places.has(key));
  const days = new Map(filed.map((key) => [key, dayIn(shown, key) ?? ""]));
  const start = [...days.values()].filter((day) => day !== "").sort()[0] ?? "";
  const isEarlier = (made: Resolution) => (key: string) => {
    const day = dayIn(made, key);
    if (day === null || day >= (days.get(key) ?? "")) return false;
    return isOfScope(made.cells.get(key), shown.cells.get(key));
  };
  const without = (keys: readonly string[]) =>
    resolve(new Set([...refused, ...keys.map((key) => `${key}!`)]));
  const late = filed.filter((key) => (days.get(key) ?? "") > start);
  const early = late.filter((key) => isEarlier(without([key]))(key));
  if (early.length === 0) return shown;
  const made = without(early);
  return early.every(isEarlier(made)) ? made : shown;
}

/** A part of the line, worked out before, is no earlier statement of the line. */
function isOfScope(early: Cell | undefined, filed: Cell | undefined): boolean {
  const scopes = early?.flags.filter((flag) => flag.startsWith("scope:")) ?? [];
  return scopes.every((scope) => filed?.flags.includes(scope));
}

/** Days after which a quarter is stated with the next year's report, as it was restated then. */
const nextReport = 300;

/** In the original view, a computed fourth quarter takes all its flows from the report of one year. */
export function asFirstReported(
  { showsFirst, series }: Pick<Evidence, "showsFirst" | "series">,
  at: string,
): Pick<RollupInput<Cell>, "accepts"> {
  if (!showsFirst || at !== "Q4") return {};
  return { accepts: (lines) => areOfOneReport(series, lines) };
}

/** False where one flow was filed with the next year's report, and another one was known before. */
function areOfOneReport(series: Days, lines: readonly ResolvedLine<Cell>[]): boolean {
  const flows = lines.flatMap(cellsBehind).filter(isFlow);
  const days = flows.map((cell) => knownSince(series, cell)).filter((day) => day !== "");
  const first = Math.min(...days.map(dayOf));
  return flows.every(({ picked }) => {
    const filed = picked?.fact.filed;
    return !filed || dayOf(filed) - first <= nextReport;
  });
}

const cellsBehind = (line: ResolvedLine<Cell>): Cell[] =>
  line.via === "direct" ? [line.direct] : line.operands.flatMap((one) => cellsBehind(one.line));

const isFlow = ({ picked, basis }: Cell) => (picked?.fact ?? basis)?.start !== null;
