import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "#registry/models/inputs/source.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

type Lines = Record<string, number | null>;

export interface MadeCompany {
  sic?: string | null;
  /** Template of the statements; industrial if absent. */
  template?: Template;
  currency?: string;
  knownOn?: string;
  /** Lines of fiscal years that end on 31 December, by year. */
  years?: Record<number, Lines>;
  /** Lines of calendar quarters, by "2024Q1". */
  quarters?: Record<string, Lines>;
  /** Trailing twelve months by end. */
  ttm?: Record<string, Lines>;
}

/** A sound company of round numbers: three years, a classified balance sheet, debt, cash and shares. */
export const soundYear = (revenue: number): Lines => ({
  revenue,
  operating_income: revenue * 0.2,
  pretax_income: revenue * 0.2,
  income_tax_expense: revenue * 0.04,
  net_income: revenue * 0.16,
  depreciation_and_amortization: revenue * 0.04,
  capital_expenditure: revenue * 0.05,
  property_plant_equipment_net: revenue * 0.3,
  interest_expense: revenue * 0.01,
  cash_and_equivalents: revenue * 0.1,
  cash_and_short_term_investments: revenue * 0.1,
  total_debt: revenue * 0.2,
  current_assets: revenue * 0.4,
  current_liabilities: revenue * 0.2,
  total_assets: revenue,
  stockholders_equity: revenue * 0.5,
  shares_outstanding: 100_000_000,
  weighted_average_shares_basic: 100_000_000,
  weighted_average_shares_diluted: 102_000_000,
  cover_public_float: revenue * 2,
});

export const soundYears: Record<number, Lines> = {
  2021: soundYear(8e9),
  2022: soundYear(9e9),
  2023: soundYear(1e10),
};

/** The sound company with some lines of every year replaced; undefined takes a line away. */
export function withLines(lines: Record<string, number | null>): Record<number, Lines> {
  return Object.fromEntries(
    Object.entries(soundYears).map(([year, sound]) => [year, { ...sound, ...lines }]),
  );
}

const quarterDates: Record<string, [string, string]> = {
  Q1: ["01-01", "03-31"],
  Q2: ["04-01", "06-30"],
  Q3: ["07-01", "09-30"],
  Q4: ["10-01", "12-31"],
};

/** A company of made periods, every line a filed fact of its own. */
export function makeSource(of: MadeCompany = {}): ModelSource {
  const facts: Fact[] = [];
  const make = (fiscalYear: number, fiscalPeriod: string, dates: [string, string], lines: Lines) =>
    makePeriod({ facts, currency: of.currency ?? "USD", fiscalYear, fiscalPeriod, dates, lines });
  const years = Object.entries(of.years ?? soundYears).map(([year, lines]) =>
    make(Number(year), "FY", [`${year}-01-01`, `${year}-12-31`], lines),
  );
  const quarters = Object.entries(of.quarters ?? {}).map(([key, lines]) => {
    const [year, quarter] = [key.slice(0, 4), key.slice(4)];
    const [start, end] = quarterDates[quarter] ?? ["01-01", "03-31"];
    return make(Number(year), quarter, [`${year}-${start}`, `${year}-${end}`], lines);
  });
  return {
    sic: of.sic === undefined ? "3559" : of.sic,
    statementTemplate: of.template ?? "industrial",
    periods: [...years, ...quarters].sort((a, b) => (a.end < b.end ? 1 : -1)),
    ttm: Object.entries(of.ttm ?? {}).map(([end, values]) => ({ end, values })),
    facts,
    knownOn: of.knownOn ?? "2024-03-01",
  };
}

export const makeFacts = (of: MadeCompany = {}): ModelFacts => extractFacts(makeSource(of));

interface MadePeriod {
  facts: Fact[];
  currency: string;
  fiscalYear: number;
  fiscalPeriod: string;
  dates: [string, string];
  lines: Lines;
}

function makePeriod({ facts, currency, fiscalYear, fiscalPeriod, dates, lines }: MadePeriod) {
  const [start, end] = dates;
  const accession = `0000000001-${end.slice(2, 4)}-${end.slice(5, 7)}${end.slice(8)}00`;
  const filed = `${Number(end.slice(0, 4)) + (end.endsWith("12-31") ? 1 : 0)}-${end.endsWith("12-31") ? "02-15" : end.slice(5)}`;
  const form = fiscalPeriod === "FY" ? "10-K" : "10-Q";
  const made: Record<string, SourceLine> = {};
  for (const [key, number] of Object.entries(lines)) {
    if (number === null) {
      made[key] = { value: null, lineage: null };
      continue;
    }
    const value = String(number);
    const unit = key.includes("shares") ? "shares" : currency;
    const taxonomy = key.startsWith("cover_") ? "dei" : "us-gaap";
    const fact: Omit<Fact, "tag"> = {
      ...{ taxonomy, unit, start, end, value, accession, form, filed },
      ...{ fy: fiscalYear, fp: fiscalPeriod, decimals: null, dimensions: null },
    };
    made[key] = { value, lineage: facts.push({ ...fact, tag: `Tag_${key}` }) - 1 };
  }
  const period: SourcePeriod = {
    ...{ fiscalYear, fiscalPeriod, start, end, currency, lines: made },
    filings: [{ accessionNumber: accession, form, filedDate: filed }],
  };
  return period;
}
