import type {
  FiledDimension,
  FiledLine,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";

/** A printed value with the members that it is of. */
interface PrintedValue {
  members: string;
  dimensions: FiledDimension[];
  value: FiledValue;
}

/** The lines of one row: one for each combination of members in the order of `cells`, and the company's own last. */
export function linesOfRow(
  line: Omit<FiledLine, "dimensions" | "values">,
  cells: readonly PrintedValue[],
): FiledLine[] {
  const groups = new Map<string, PrintedValue[]>();
  for (const cell of cells) entry(groups, cell.members, () => []).push(cell);
  const own = groups.get("") ?? [];
  groups.delete("");
  const parts = [...groups.values(), ...(own.length > 0 || groups.size === 0 ? [own] : [])];
  return parts.map((group) => ({
    ...line,
    dimensions: group[0]?.dimensions ?? [],
    values: group.map(({ value }) => value).sort(byPeriod),
  }));
}

/** Newest end first, then the shorter period, then by unit. */
function byPeriod(a: FiledValue, b: FiledValue): number {
  if (a.end !== b.end) return a.end > b.end ? -1 : 1;
  const [startA, startB] = [a.start ?? a.end, b.start ?? b.end];
  if (startA !== startB) return startA > startB ? -1 : 1;
  return (a.unit ?? "") < (b.unit ?? "") ? -1 : 1;
}

/** The axes of these lines in the order of their first use. */
export function axesOf(lines: readonly FiledLine[]): string[] {
  return [...new Set(lines.flatMap(({ dimensions }) => dimensions.map(({ axis }) => axis)))];
}

/** The currency of most amounts; of equally many the first by name. Null without amounts. */
export function currencyOf(statements: readonly FiledStatement[]): string | null {
  const counts = new Map<string, number>();
  for (const { unit } of statements.flatMap(({ lines }) => lines.flatMap(({ values }) => values))) {
    if (unit !== null && currencyCode.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return best?.[0] ?? null;
}
