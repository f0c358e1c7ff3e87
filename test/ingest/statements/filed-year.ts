import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, millions } from "../standardization/company.ts";

/** The days of a calendar year's periods, as interim and annual reports state them. */
const days = {
  Q1: ["01-01", "03-31"],
  Q2: ["04-01", "06-30"],
  M6: ["01-01", "06-30"],
  Q3: ["07-01", "09-30"],
  M9: ["01-01", "09-30"],
  Q4: ["10-01", "12-31"],
  H2: ["07-01", "12-31"],
  FY: ["01-01", "12-31"],
} as const;

export type At = keyof typeof days;

const reportDays: Record<string, string> = {
  ...{ "03-31": "05-02", "06-30": "08-02", "09-30": "11-02" },
};

/** The day on which the report of a period is filed, and its form and number. */
function reportOf(year: number, end: string): Partial<Fact> {
  const isAnnual = end === "12-31";
  const filed = isAnnual ? `${year + 1}-02-15` : `${year}-${reportDays[end] ?? end}`;
  return {
    form: isAnnual ? "10-K" : "10-Q",
    filed,
    accession: `0000000001-${filed.slice(2, 4)}-00${filed.slice(5, 7)}${filed.slice(8)}`,
    fy: year,
  };
}

/** One tag's facts of 2022, or another year, in millions; each in the report of its last day unless told otherwise. */
export function stated(
  tag: string,
  amounts: Partial<Record<At, number>>,
  { year = 2022, ...over }: Partial<Fact> & { year?: number } = {},
): Fact[] {
  return Object.entries(amounts).map(([at, amount]) => {
    const [start, end] = days[at as At];
    const span = { start: `${year}-${start}`, end: `${year}-${end}` };
    return annualFact(tag, millions(amount), { ...span, ...reportOf(year, end), ...over });
  });
}

/** A balance in millions at the end of a period. */
export function balance(
  tag: string,
  at: "Q1" | "Q2" | "Q3" | "FY",
  amount: number,
  { year = 2022, ...over }: Partial<Fact> & { year?: number } = {},
): Fact {
  const end = days[at][1];
  const on = { start: null, end: `${year}-${end}` };
  return annualFact(tag, millions(amount), { ...on, ...reportOf(year, end), ...over });
}

/** Revenue of a year, so that its calendar has quarters. */
export const revenue = stated("Revenues", {
  ...{ Q1: 100, Q2: 110, M6: 210, Q3: 120, M9: 330, FY: 460 },
});
