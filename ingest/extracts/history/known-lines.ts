import type { FiscalPeriod, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../../company-input.ts";
import type { FactsDocument } from "../../facts/facts-document.ts";
import type { Row } from "../company-rows.ts";

/** What a line was on a day. */
interface KnownLine {
  periodKey: string;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  start: string;
  end: string;
  concept: string;
  value: string;
  unit: string | null;
}

/** Collects what each line was, from builds of days in order: between two of them nothing changes. */
interface KnownLines {
  /** Takes the company as of a day, as the API builds it for `asOf`. */
  take(build: Pick<CompanyBuild, "periods">, day: string): void;
  /**
   * One row per value that a line of a statement has had, with the days on which it was that: from `known_from` on, and
   * before `known_to`.
   */
  finish(): Row[];
}

export function collectKnownLines(cik: string): KnownLines {
  const rows: Row[] = [];
  const known = new Map<string, { line: KnownLine; from: string }>();
  return {
    take({ periods }, day) {
      const lines = linesOf(periods);
      for (const [key, { line, from }] of known) {
        if (isSame(line, lines.get(key))) continue;
        rows.push(rowOf(cik, line, from, day));
        known.delete(key);
      }
      for (const [key, line] of lines) if (!known.has(key)) known.set(key, { line, from: day });
    },
    finish: () => [
      ...rows,
      ...[...known.values()].map(({ line, from }) => rowOf(cik, line, from, null)),
    ],
  };
}

/** The lines that have a value, by period and concept. */
function linesOf(periods: readonly StatementPeriod[]): Map<string, KnownLine> {
  const lines = new Map<string, KnownLine>();
  for (const { key: periodKey, fiscalYear, fiscalPeriod, start, end, lines: own } of periods) {
    for (const [concept, { value, unit }] of Object.entries(own)) {
      if (value === null) continue;
      const line = { periodKey, fiscalYear, fiscalPeriod, start, end, concept, value, unit };
      lines.set(`${periodKey} ${concept}`, line);
    }
  }
  return lines;
}

const isSame = (a: KnownLine, b: KnownLine | undefined): boolean =>
  b !== undefined && (Object.keys(a) as (keyof KnownLine)[]).every((name) => a[name] === b[name]);

const rowOf = (cik: string, line: KnownLine, from: string, to: string | null): Row => [
  cik,
  line.periodKey,
  line.fiscalYear,
  line.fiscalPeriod,
  line.start,
  line.end,
  line.concept,
  Number(line.value),
  line.value,
  line.unit,
  from,
  to,
];

/** The days on which something became known that a line may rest on, the oldest first. */
export function daysOfKnowledge({ facts, printed, submitted, faces }: FactsDocument): string[] {
  const filed = [...facts, ...(printed ?? []), ...(faces ?? [])].flatMap((one) => one.filed ?? []);
  return [...new Set([...filed, ...submitted.map(({ submittedAt }) => submittedAt)])].sort();
}
