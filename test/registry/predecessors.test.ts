import { describe, expect, test } from "vitest";
import { parsePredecessors, predecessorsOf } from "#registry/current/predecessors.ts";
import reviewed from "#registry/predecessors.json" with { type: "json" };

const link = (cik: number, predecessorCik: number, from = "2015-10-02") => ({
  cik: String(cik).padStart(10, "0"),
  predecessorCik: String(predecessorCik).padStart(10, "0"),
  from,
  reason: "A link that exists only in this test.",
  source: "This test",
});

describe("2.19 predecessor links", () => {
  test("2.19 the reviewed links obey every rule", () => {
    expect(parsePredecessors(reviewed)).toEqual(reviewed);
  });

  test("2.19 Alphabet continues Google, and the new registrants of Disney, Marvell, BlackRock and Exxon the old", () => {
    expect(predecessorsOf("0001652044")).toEqual([{ cik: "0001288776", until: "2015-10-02" }]);
    expect(predecessorsOf("0001744489")).toEqual([{ cik: "0001001039", until: "2019-03-20" }]);
    expect(predecessorsOf("0001835632")).toEqual([{ cik: "0001058057", until: "2021-04-20" }]);
    expect(predecessorsOf("0002012383")).toEqual([{ cik: "0001364742", until: "2024-10-01" }]);
    expect(predecessorsOf("0002115436")).toEqual([{ cik: "0000034088", until: "2026-07-01" }]);
  });

  test("2.19 a predecessor knows nothing of its successor, and most companies have none", () => {
    expect(predecessorsOf("0001288776")).toEqual([]);
    expect(predecessorsOf("0000320193")).toEqual([]);
  });

  test("2.19 a chain is followed to its first registrant", () => {
    const links = parsePredecessors([link(3, 2, "2018-04-04"), link(2, 1, "2016-02-01")]);
    expect(predecessorsOf("0000000003", links)).toEqual([
      { cik: "0000000002", until: "2018-04-04" },
      { cik: "0000000001", until: "2016-02-01" },
    ]);
  });

  test("2.19 links to itself and around a circle are refused", () => {
    expect(() => parsePredecessors([link(1, 1)])).toThrow("0000000001: is its own predecessor.");
    expect(() =>
      parsePredecessors([
        link(1, 2, "2016-01-01"),
        link(2, 3, "2015-01-01"),
        link(3, 1, "2014-01-01"),
      ]),
    ).toThrow("0000000003: its predecessor 0000000001 reports only since 2016-01-01.");
    expect(() => parsePredecessors([link(1, 2), link(2, 1)])).toThrow("reports only since");
  });

  test("2.19 a registrant has one predecessor and one successor", () => {
    expect(() => parsePredecessors([link(1, 2), link(1, 3)])).toThrow(
      "0000000001: has two predecessors.",
    );
    expect(() => parsePredecessors([link(1, 3), link(2, 3)])).toThrow(
      "0000000002: its predecessor 0000000003 has another successor.",
    );
  });

  test.each([
    [{ ...link(1, 2), cik: "1" }],
    [{ ...link(1, 2), from: "2015-02-30" }],
    [{ ...link(1, 2), reason: "" }],
    [{ ...link(1, 2), note: "x" }],
  ])("2.19 an entry of another shape is refused: %j", (entry) => {
    expect(() => parsePredecessors([entry])).toThrow();
  });
});
