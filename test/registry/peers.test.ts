import { describe, expect, test } from "vitest";
import { type Candidate, choosePeers } from "#registry/models/market/choose-peers.ts";
import { distribution } from "#registry/models/market/distribution.ts";
import { ownHistory } from "#registry/models/market/own-history.ts";
import { type ComparedPeer, comparePeers } from "#registry/models/market/peers.ts";
import { givenPrice } from "#registry/models/market/price.ts";
import { beforeSplits, factorSince, priceDivisor } from "#registry/models/market/splits.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { makeFacts, soundYear, soundYears, withLines } from "../helpers/companies/model-company.ts";

const reference = bundledReference;
const candidate = (name: string, sic: string, size: number): Candidate => ({
  ...{ entityId: name, name, slug: name, ticker: name, sic, size },
});
const size = { measure: "revenue" as const, value: 100 };
const paid = (value: number) => ({ ...givenPrice(value, null, "share"), isAdjusted: true });

describe("the choice of peers", () => {
  test("five of four digits are enough, the nearest in size first", () => {
    const all = [30, 400, 90, 120, 250].map((value) => candidate(`s${value}`, "3571", value));
    const { peers } = choosePeers({ sic: "3571", size }, [candidate("other", "3572", 100), ...all]);
    expect(peers.map(({ name }) => name)).toEqual(["s90", "s120", "s250", "s30", "s400"]);
    expect(peers[0]?.why).toBe("SIC 3571 shares 4 digits with 3571; revenue 0.90 times as large");
  });

  test("with fewer, three digits count too, and then two; a size beyond five times never does", () => {
    const few = [
      candidate("a", "3571", 100),
      candidate("b", "3572", 100),
      candidate("c", "3590", 100),
    ];
    const { peers } = choosePeers({ sic: "3571", size }, [...few, candidate("big", "3571", 501)]);
    expect(peers.map(({ name, sicDigits }) => [name, sicDigits])).toEqual([
      ["a", 4],
      ["b", 3],
      ["c", 2],
    ]);
  });

  test("there are at most twelve", () => {
    const all = Array.from({ length: 20 }, (_, index) =>
      candidate(`s${index}`, "3571", 100 + index),
    );
    expect(choosePeers({ sic: "3571", size }, all).peers).toHaveLength(12);
  });
});

test("quartiles lie between ranks, and two values have none", () => {
  expect(distribution([7, 1, 3, 2])).toEqual({
    count: 4,
    lowerQuartile: 1.75,
    median: 2.5,
    upperQuartile: 4,
    mean: 3.25,
  });
  expect(distribution([1, 2])).toBeNull();
});

describe("peers compared", () => {
  // The sound company at 50 a share: 5,100 M for 102 M diluted shares, net income 1,600 M, net debt 1,000 M.
  const own: ComparedPeer = { facts: makeFacts(), price: paid(50), peer: null };
  const peerAt = (name: string, price: number | string): ComparedPeer => {
    const [peer] = choosePeers({ sic: "3559", size }, [candidate(name, "3559", 100)]).peers;
    if (peer === undefined) throw new Error("no peer");
    return { facts: makeFacts(), price: typeof price === "string" ? price : paid(price), peer };
  };
  const choice = choosePeers({ sic: "3559", size }, []);
  const compare = (peers: ComparedPeer[], of: ComparedPeer = own) =>
    comparePeers({ own: of, peers, choice }, { reference, earnings: "normalised" });

  test("medians of the peers' multiples give values by the company's own figures", () => {
    const found = compare([peerAt("a", 20), peerAt("b", 40), peerAt("c", 100)]);
    expect(found.company.multiples.pe).toBeCloseTo(5100 / 1600, 12);
    expect(found.company.multiples.evEbitda).toBeCloseTo((5100 + 1000) / 2400, 12);
    expect(found.usualMultiples.pe?.median).toBeCloseTo(4080 / 1600, 12);
    // The same figures: the median peer's multiple gives its own price, net debt taken off again.
    expect(found.implied.pe?.fairValuePerShare.mid).toBeCloseTo(40, 9);
    expect(found.implied.evRevenue?.fairValuePerShare).toEqual({
      ...{ low: expect.closeTo(30, 9), mid: expect.closeTo(40, 9), high: expect.closeTo(70, 9) },
    });
    expect(found.usualMeasures.ebitda_margin?.median).toBeCloseTo(0.24, 12);
    expect(found.usualMeasures.revenue_growth?.median).toBeCloseTo(1 / 9, 12);
  });

  test("two peers are too few for a median [MOD-70]", () => {
    const found = compare([peerAt("a", 20), peerAt("b", 40)]);
    expect(found.stateReason?.code).toBe("too_few_peers");
    expect(found.usualMultiples.pe).toBeNull();
    expect(found.usualMeasures.net_margin).toBeNull();
    expect(found.peers).toHaveLength(2);
  });

  test("peers without a price keep their figures and give no multiple, with the reason", () => {
    const found = compare(["a", "b", "c"].map((name) => peerAt(name, "No close.")));
    expect(found.state).toBe("computed");
    expect(found.usualMeasures.net_margin?.count).toBe(3);
    expect(found.usualMultiples.ps).toBeNull();
    expect(found.reasons.ps).toBe("Fewer than 3 peers have this multiple. No close.");
  });

  test("a bank has no multiple of enterprise value", () => {
    const found = compare([], { ...own, facts: makeFacts({ sic: "6021", template: "bank" }) });
    expect(found.company.multiples.evEbitda).toBeNull();
    expect(found.company.reasons.evEbitda).toContain("financial institutions");
    expect(found.company.multiples.pb).toBeCloseTo(5100 / 5000, 12);
  });

  test("a loss has no multiple of earnings", () => {
    const facts = makeFacts({ years: withLines({ net_income: -5 }) });
    const { company } = compare([], { ...own, facts });
    expect(company.multiples.pe).toBeNull();
    expect(company.reasons.pe).toBe(
      "The net income to common is not positive: no multiple of it says anything.",
    );
  });
});

describe("own history", () => {
  const at = (price: number, facts = makeFacts()) =>
    ownHistory(facts, { reference, earnings: "reported", priceAt: () => paid(price) });

  test("has the multiples of each year by the count of its filing", () => {
    const { rows, usual } = at(30);
    // 100 M shares at 30; revenue of 8,000 M, 9,000 M and 10,000 M.
    expect(rows.slice(0, 3).map(({ multiples }) => multiples.ps)).toEqual([3 / 8, 3 / 9, 3 / 10]);
    expect(rows[0]?.multiples.evEbit).toBeCloseTo((3000 + 800) / 1600, 12);
    expect(usual.ps).toMatchObject({ count: 3, median: 3 / 9 });
  });

  test("a year without debt and cash on file has no enterprise value", () => {
    const years = {
      ...soundYears,
      2021: { ...soundYear(8e9), total_debt: null, cash_and_equivalents: null },
    };
    const [first] = at(30, makeFacts({ years })).rows;
    expect(first?.multiples.evRevenue).toBeNull();
    expect(first?.reasons.evRevenue).toContain("do not state debt or cash");
    expect(first?.multiples.ps).toBe(3 / 8);
  });

  test("a price in another currency says so", () => {
    const priceAt = () => ({ ...paid(30), currency: "EUR" });
    const [first] = ownHistory(makeFacts(), { reference, earnings: "reported", priceAt }).rows;
    expect(first?.reasons.pe).toBe("The price is in EUR, and the statements are in USD.");
  });
});

describe("splits", () => {
  const splits = [{ ratio: 4, lastOld: "2020-07-31", firstNew: "2020-10-30" }];

  test("multiply counts of filings before them, and divide prices before them", () => {
    expect(factorSince(splits, "2020-07-31")).toBe(4);
    expect(factorSince(splits, "2020-10-30")).toBe(1);
    expect(priceDivisor(splits, "2020-07-31")).toBe(4);
    expect(priceDivisor(splits, "2020-10-30")).toBe(1);
  });

  test("the price of a day between the two filings is on unknown shares", () => {
    expect(priceDivisor(splits, "2020-09-01")).toBeNull();
  });
});

describe("values of a day before a split", () => {
  const split = (ratio: number, lastOld: string, firstNew: string) => ({
    ratio,
    lastOld,
    firstNew,
  });

  test("say the split, its filings and what a share has become", () => {
    const splits = [
      split(4, "2021-05-26", "2021-08-20"),
      split(10, "2024-05-29", "2024-08-28"),
      split(1.5, "2025-02-01", "2025-05-01"),
    ];
    expect(beforeSplits(splits.slice(0, 2), "2024-06-30")).toEqual([
      {
        code: "before_split",
        message:
          "Per share of 2024-06-30, before the 10-for-1 split between the filings of 2024-05-29 and 2024-08-28: one such share is 10 of today's.",
      },
    ]);
    expect(beforeSplits(splits, "2024-06-30")[0]?.message).toMatch(
      /10-for-1 split .* and the 3-for-2 split .*: one such share is 15 of today's\.$/,
    );
    expect(
      beforeSplits([split(1 / 8, "2021-07-01", "2021-10-01")], "2020-12-31")[0]?.message,
    ).toMatch(/the 1-for-8 reverse split .*: one such share is 0\.125 of today's/);
  });

  test("say nothing from the first filing on that counts the new shares", () => {
    expect(beforeSplits([split(10, "2024-05-29", "2024-08-28")], "2024-08-28")).toEqual([]);
    expect(beforeSplits([], "2024-06-30")).toEqual([]);
  });
});
