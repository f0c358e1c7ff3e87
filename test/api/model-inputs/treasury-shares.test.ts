import { describe, expect, test } from "vitest";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";

/** Diluted shares and the count of the last year, of a balance sheet whose outstanding shares are the issued ones. */
function sharesOf(of: { issued: number; treasury: number; basic: number | null; diluted: number }) {
  const facts = makeFacts({
    years: withLines({
      ...{ shares_outstanding: of.issued, shares_issued: of.issued, treasury_shares: of.treasury },
      ...{ weighted_average_shares_basic: of.basic, weighted_average_shares_diluted: of.diluted },
    }),
  });
  return { diluted: facts.shares?.value, year: facts.years.at(-1)?.shares?.value };
}

describe("a balance sheet that states the issued shares as outstanding", () => {
  test("counts without treasury shares where the average of the period is near that: Citrix at 2010-03-31", () => {
    const citrix = { issued: 270_592_000, treasury: 84_571_000 };
    const shares = sharesOf({ ...citrix, basic: 184_018_000, diluted: 188_842_000 });
    expect(shares).toEqual({ diluted: 190_897_508, year: 186_021_000 });
  });

  test("counts as it stands where the average is near that: Travelers at 2010-03-31", () => {
    const travelers = { issued: 497_000_000, treasury: 227_400_000 };
    const shares = sharesOf({ ...travelers, basic: 508_400_000, diluted: 508_400_000 });
    expect(shares).toEqual({ diluted: 497_000_000, year: 497_000_000 });
  });

  test("counts as it stands where no average tells, or none is in treasury", () => {
    const known = { issued: 769_000_000, basic: null, diluted: 769_000_000 };
    expect(sharesOf({ ...known, treasury: 61_000_000 }).year).toBe(769_000_000);
    const none = { issued: 769_000_000, basic: 708_000_000, diluted: 708_000_000 };
    expect(sharesOf({ ...none, treasury: 0 }).year).toBe(769_000_000);
  });
});
