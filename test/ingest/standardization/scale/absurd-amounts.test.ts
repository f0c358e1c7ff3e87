import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, asOf, build, figures, line, shown } from "../company.ts";

const averageTag = "WeightedAverageNumberOfSharesOutstandingBasic";

/** Of a fact, without what another filing repeats. */
const onlyOf = (accession: string, facts: readonly Fact[]) =>
  facts.filter((fact) => fact.accession === accession);

describe("37 amounts that are no earnings per share", () => {
  const built = build("public-storage-2009-eps");

  test("37 Public Storage 2009Q2: -0.05 is the discontinued part of diluted earnings of 0.80, so it is not shown [FIN-04]", () => {
    expect(shown(built, "2009Q2", "eps_basic")).toBe("0.8");
    expect(shown(built, "2009Q2", "eps_diluted")).toBe("identity_conflict");
    expect(shown(built, "2008Q2", "eps_diluted")).toBe("identity_conflict");
  });

  test("37 a part of earnings says nothing of the scale of average shares", () => {
    expect(shown(built, "2009Q2", "weighted_average_shares_diluted")).toBe("168528000");
    expect(shown(built, "2008Q2", "weighted_average_shares_diluted")).toBe("168479000");
  });

  test("37 diluted earnings far below the basic ones stay where potential shares explain them", () => {
    const facts = figures("public-storage-2009-eps").map((fact) =>
      fact.value === "168528000" ? { ...fact, value: "348000000" } : fact,
    );
    expect(shown(build(facts), "2009Q2", "eps_diluted")).toBe("-0.05");
  });

  /** Made-up amounts around the earnings per share that US Antimony filed: 107908306. */
  const perShare = (value: string) => [
    annualFact("NetIncomeLoss", "-1730000"),
    annualFact("Assets", "34600000", { start: null }),
    annualFact("EarningsPerShareBasic", value, { unit: "USD/shares" }),
    annualFact(averageTag, "107908306", { unit: "shares" }),
  ];

  test("37 made-up year around US Antimony's slip: a count of shares, 107,908,306, is no earnings per share [FIN-04]", () => {
    const year = build(perShare("107908306"));
    expect(shown(year, "2024FY", "eps_basic")).toBe("identity_conflict");
    expect(shown(year, "2024FY", "weighted_average_shares_basic")).toBe("107908306");
    expect(shown(build(perShare("-0.02")), "2024FY", "eps_basic")).toBe("-0.02");
  });

  test("37 a loss of 10,110.93 for each of 2,714 shares is one, as SUNation Energy states 2024 beside made-up assets", () => {
    const facts = perShare("-10110.93").map((fact) => {
      if (fact.tag === "NetIncomeLoss") return { ...fact, value: "-27436926" };
      return fact.tag === averageTag ? { ...fact, value: "2714" } : fact;
    });
    expect(shown(build(facts), "2024FY", "eps_basic")).toBe("-10110.93");
  });
});

describe("4 scale of share counts without net income of the parent or earnings per share", () => {
  test("4 Agilent 2010Q2 states ProfitLoss alone: 348 shares are 348 million, as -101 and 108 million tell [FIN-04]", () => {
    const average = line(build("agilent-2010-shares"), "2010Q2", "weighted_average_shares_basic");
    expect(average.value).toBe("348000000");
    expect(average.flags).toContain("scale_corrected:1000000");
  });

  test("4 a count a million times too many is corrected likewise", () => {
    const facts = figures("agilent-2010-shares").map((fact) =>
      fact.unit === "shares" ? { ...fact, value: `${fact.value}000000000000` } : fact,
    );
    expect(shown(build(facts), "2010Q2", "weighted_average_shares_diluted")).toBe("354000000");
  });

  test("4 ConocoPhillips 2020Q1: 1,084,561 shares of 1,739 million lost are thousands, as its other filings count 1,080,610,000 [FIN-04]", () => {
    const built = build("conocophillips-2020-shares");
    const average = line(built, "2020Q1", "weighted_average_shares_diluted");
    expect(average.value).toBe("1084561000");
    expect(average.flags).toContain("scale_corrected:1000");
    expect(shown(built, "2020Q2", "weighted_average_shares_diluted")).toBe("1077606000");
    expect(shown(built, "2019Q1", "weighted_average_shares_diluted")).toBe("1146515000");
    // Without other filings' counts nothing tells.
    const alone = build(onlyOf("0001562762-20-000162", figures("conocophillips-2020-shares")));
    expect(shown(alone, "2020Q1", "weighted_average_shares_diluted")).toBe("1084561");
  });
});

describe("38 a filing in another scale than those around", () => {
  /** Kimberly-Clark's 10-Q in millions, and what other filings state of other periods. */
  const slip = "0000055785-10-000019";
  const isOfQuarter = ({ start, end }: Fact) =>
    end === "2010-03-31" && (start === null || start === "2010-01-01");
  const facts = figures("kimberly-clark-2010").filter(
    (fact) => (fact.accession === slip) === isOfQuarter(fact),
  );

  test("38 Kimberly-Clark 2010Q1: 384 beside 403,000,000 is null with scale_suspect, though no filing states the quarter again [FIN-04]", () => {
    const built = build(facts);
    expect(shown(built, "2010Q1", "net_income")).toBe("scale_suspect");
    expect(shown(built, "2010Q1", "total_assets")).toBe("scale_suspect");
    expect(shown(built, "2009Q2", "net_income")).toBe("403000000");
    // The day after the filing, too.
    expect(shown(build(facts, asOf("2010-05-08")), "2010Q1", "net_income")).toBe("scale_suspect");
  });

  test("38 one tag alone that is a thousandth of its neighbours is no other scale: it may be a bad quarter", () => {
    const right = figures("kimberly-clark-2010").filter(
      (fact) => fact.accession === "0000055785-10-000026" && isOfQuarter(fact),
    );
    const others = facts.filter(({ accession }) => accession !== slip);
    const bad = right.map((fact) =>
      fact.tag === "NetIncomeLoss" ? { ...fact, value: "384000" } : fact,
    );
    expect(shown(build([...others, ...bad]), "2010Q1", "net_income")).toBe("384000");
  });
});
