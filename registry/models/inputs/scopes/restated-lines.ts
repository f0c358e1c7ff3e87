import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { lineOf, partOfFact } from "../earnings/income-parts.ts";
import { factsOf } from "../filed-facts.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";

/** Lines that are one row of a statement under whatever element: a row of cash flow may be wider under another one. */
const keys = [
  "revenue",
  "cost_of_revenue",
  "gross_profit",
  "pretax_income",
  "income_tax_expense",
  "capital_expenditure",
] as const;

/**
 * The source with years as the newest report restates them. A line prefers one element, and so stays as an older report
 * has it where a later one states the row under another element: Kimberly-Clark's income before tax of 2024, without the
 * business held for sale as tax is. Later is a report whose own year has that element in the line.
 */
export function withRestatedLines(source: ModelSource): ModelSource {
  const years = source.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const periods = source.periods.map((period) => {
    if (period.fiscalPeriod !== "FY") return period;
    const lines = keys.flatMap((key): [string, SourceLine][] => {
      const line =
        restated(source, years, period, key) ??
        (key === "revenue" ? recastRevenue(source, period) : null);
      return line === null ? [] : [[key, line]];
    });
    return lines.length === 0
      ? period
      : { ...period, lines: { ...period.lines, ...Object.fromEntries(lines) } };
  });
  return { ...source, periods };
}

/** The line as the newest such report has it; null where the line stands. */
function restated(
  source: ModelSource,
  years: readonly SourcePeriod[],
  period: SourcePeriod,
  key: string,
): SourceLine | null {
  const filed = factOf(source, period.lines[key]);
  if (filed === null) return null;
  const later = years.flatMap(({ end, lines }) => {
    const own = end > period.end ? factOf(source, lines[key]) : null;
    const fact = own === null || own.tag === filed.tag ? null : beside(source, own, filed);
    return fact === null ? [] : [{ fact, flags: lines[key]?.flags ?? [] }];
  });
  const newest = later.sort((a, b) => (filedOf(a.fact) < filedOf(b.fact) ? -1 : 1)).at(-1);
  if (newest === undefined || newest.fact.value === filed.value) return null;
  return lineOfFact(source, period, newest);
}

/**
 * Revenue as a later report recasts it under the same element, where gross profit and the cost of revenue are that report's
 * and come to it (Nikola 2022: 49.725 for 50.825, as cost and gross profit are without Romeo).
 */
function recastRevenue(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const { revenue, gross_profit: gross, cost_of_revenue: cost } = period.lines;
  const filed = factOf(source, revenue);
  if (filed === null || gross?.value == null || cost?.value == null) return null;
  const sum = Number(gross.value) + Number(cost.value);
  if (sum === Number(filed.value)) return null;
  const fact = factsOf(source, `${filed.taxonomy}:${filed.tag}`).find(
    (one) => isOfSpan(one, filed) && filedOf(one) > filedOf(filed) && Number(one.value) === sum,
  );
  return fact === undefined ? null : lineOfFact(source, period, { fact, flags: [] });
}

function lineOfFact(
  source: ModelSource,
  period: SourcePeriod,
  { fact, flags }: { fact: Fact; flags: readonly string[] },
): SourceLine | null {
  const part = partOfFact(source, fact);
  const scopes = flags.filter((one) => one.startsWith("scope:"));
  const note = `as restated in the report filed on ${fact.filed}`;
  return part && { ...lineOf(part, period), flags: scopes, note };
}

const isOfSpan = (one: Fact, { start, end, unit }: Fact): boolean =>
  one.start === start && one.end === end && one.unit === unit;

const filedOf = ({ filed }: Fact) => filed ?? "";

/** What the report and the element of a later year state for the span of a fact that was filed before. */
function beside(source: ModelSource, own: Fact, filed: Fact): Fact | null {
  const fact = factsOf(source, `${own.taxonomy}:${own.tag}`).find(
    (one) => one.accession === own.accession && isOfSpan(one, filed),
  );
  return fact !== undefined && filedOf(fact) > filedOf(filed) ? fact : null;
}

/** The fact that a line is read from directly. */
function factOf({ facts }: ModelSource, line: SourceLine | undefined): Fact | null {
  return typeof line?.lineage === "number" ? (facts[line.lineage] ?? null) : null;
}
