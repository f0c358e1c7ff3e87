import { otherRatios, ratioOf, ratios } from "#schemas/ratios.ts";
import type { CompanyData } from "./load-company.ts";
import { annualColumns, type Column } from "./statements/statement-columns.ts";

/** Figures of a company by fiscal year, oldest first. */
export interface Series {
  /** Keys of lines that have a page of where their figures come from. */
  lines: ReadonlySet<string>;
  /** Of a line or a ratio; null for a year without it. */
  valuesOf(key: string): (number | null)[];
}

const ratioByKey = new Map([...ratios, ...otherRatios].map((one) => [one.key, one]));

const yearsShown = 10;

/** The series of a company's lines and ratios over its newest ten fiscal years. */
export function yearlySeries(data: CompanyData): Series {
  const years = annualColumns(data).slice(0, yearsShown).toReversed();
  return {
    lines: new Set(years.flatMap(({ cells }) => [...cells.keys()])),
    valuesOf: (key) => years.map((year) => figureIn(year, key)),
  };
}

/** A line of a period, or a ratio of its lines as it is defined everywhere; null where it cannot be had. */
export function figureIn({ cells }: Pick<Column, "cells">, key: string): number | null {
  const value = lineIn(cells, key);
  const ratio = ratioByKey.get(key);
  if (value !== null || ratio === undefined) return value;
  const figure = ratioOf(ratio, (line) => {
    const known = lineIn(cells, line);
    return known === null
      ? { value: null, reason: "not_reported" }
      : { value: known, reason: null };
  });
  return figure.value;
}

function lineIn(cells: Column["cells"], key: string): number | null {
  const value = cells.get(key)?.value ?? null;
  return value === null ? null : Number(value);
}
