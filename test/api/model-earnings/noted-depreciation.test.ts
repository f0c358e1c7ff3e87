import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { SourceLine } from "#registry/models/inputs/source.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

interface Noted {
  /** What a note states, in millions, and how exactly. */
  value: number;
  decimals?: number;
  flags?: string[];
  /** Rows of the cash flow statement, in millions. */
  operating: Record<string, number>;
  investing?: Record<string, number>;
}

/** Depreciation and amortization, in millions, of a last year whose line is a note's beside these rows. */
function noted({ value, decimals = -6, flags = ["note"], operating, investing = {} }: Noted) {
  const source = makeSource({
    years: withLines({ depreciation_and_amortization: value * million, depreciation: null }),
  });
  const last = source.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  const line = last.lines.depreciation_and_amortization;
  const own = typeof line?.lineage === "number" ? source.facts[line.lineage] : undefined;
  if (line === undefined || own === undefined) throw new Error("no line");
  const rows = Object.entries({ ...operating, ...investing }).map(([tag, amount]) => ({
    ...own,
    ...{ taxonomy: "extension", tag, value: String(amount * million), decimals: -6 },
  }));
  const facts = [...source.facts.map((one) => (one === own ? { ...own, decimals } : one)), ...rows];
  const rest = (of: Record<string, number>): SourceLine => ({
    value: "1",
    lineage: [
      "sum_of_tags",
      ...Object.keys(of).map((tag) => {
        const index = facts.findIndex((fact) => fact.tag === tag);
        return [1, `extension:${tag}`, facts[index]?.value ?? "", index] as const;
      }),
    ] as never,
  });
  last.lines.depreciation_and_amortization = { ...line, flags };
  last.lines.remaining_operating_cash_flow = rest(operating);
  last.lines.remaining_investing_cash_flow = rest(investing);
  return (extractFacts({ ...source, facts }).year.depreciation_amortization?.value ?? 0) / million;
}

test("a row of depreciation, amortization and other goes before less that a note rounds: Cisco 2024", () => {
  // Note 7 says of property alone: "0.7 billion".
  const operating = { DepreciationAmortizationAndOther: 2_507 };
  expect(noted({ value: 700, decimals: -8, operating })).toBe(2_507);
  // A note as exact as the row may have all that wears off, and the row more.
  expect(noted({ value: 700, operating })).toBe(700);
  expect(noted({ value: 700, decimals: -8, flags: [], operating })).toBe(700);
  expect(noted({ value: 2_600, decimals: -8, operating })).toBe(2_600);
});

test("depreciation of a note is without what is leased to customers: General Motors 2023", () => {
  const operating = {
    DepreciationandImpairmentofEquipmentonOperatingLeasesNet: 4_904,
    DepreciationamortizationandimpairmentchargesonProperty: 6_984,
  };
  const investing = { PaymentsToAcquireLeasesHeldForInvestment: -13_640 };
  // Note 9: depreciation of property of 6,719 and amortization of 114.
  expect(noted({ value: 11_737, operating, investing })).toBe(6_719 + 114);
  expect(noted({ value: 11_737, operating })).toBe(11_737);
  expect(noted({ value: 11_737, flags: [], operating, investing })).toBe(11_737);
  // One of property alone holds none of it.
  expect(noted({ value: 6_833, operating, investing })).toBe(6_833);
});
