import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { dayOf } from "../../periods/days.ts";
import { entry } from "../entry.ts";
import type { DataSetFiling } from "./data-set.ts";
import { type FoundPeriod, findPeriods, quartersBetween } from "./data-set-dates.ts";
import type { DataSetValue } from "./values.ts";

/**
 * Facts of the Financial Statement Data Sets, for each filing what the company's other documents (`facts`)
 * do not carry of it: a version that companyfacts or an instance has is neither repeated nor replaced, even
 * where its date differs by the rounding. Dates are corrected from what is known of the company; where the
 * end stays an estimate, `isEndRounded` says so. Answers in the order of `dataSets`.
 */
export function fillFromDataSets(
  dataSets: readonly DataSetFiling[],
  facts: readonly Fact[],
  filings: readonly FilingRecord[],
): Fact[][] {
  const periodOf = findPeriods(facts, filings, dataSets);
  const accessions = new Set(dataSets.map(({ accession }) => accession));
  const factsByKey = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.dimensions === null && accessions.has(fact.accession)) {
      entry(factsByKey, keyOf(fact, fact.accession), () => []).push(fact);
    }
  }
  return dataSets.map((filing) =>
    filing.values.flatMap((value) => {
      const period = periodOf(filing, value);
      const known = factsByKey.get(keyOf(value, filing.accession)) ?? [];
      if (known.some((fact) => isSamePeriod(fact, value, period))) return [];
      return [toFact(filing, value, period)];
    }),
  );
}

function keyOf(
  { taxonomy, tag, unit }: Pick<Fact, "taxonomy" | "tag" | "unit">,
  accession: string,
) {
  return `${accession}|${taxonomy}:${tag}|${unit}`;
}

function isSamePeriod(fact: Fact, { quarters }: DataSetValue, { end }: FoundPeriod): boolean {
  if (Math.abs(dayOf(fact.end) - dayOf(end)) > 15) return false;
  if (fact.start === null) return quarters === 0;
  return quartersBetween(dayOf(fact.start) - 1, dayOf(fact.end)) === quarters;
}

function toFact(filing: DataSetFiling, value: DataSetValue, period: FoundPeriod): Fact {
  const { accession, form, filed, fy, fp } = filing;
  return {
    taxonomy: value.taxonomy,
    tag: value.tag,
    unit: value.unit,
    start: period.start,
    end: period.end,
    value: value.value,
    accession,
    form,
    filed,
    fy,
    fp,
    decimals: null,
    dimensions: null,
    ...(period.isCertain ? {} : { isEndRounded: true as const }),
    ...(value.isOwnElement && { isOwnElement: true as const }),
    ...(value.printedAs && { printedAs: value.printedAs }),
  };
}
