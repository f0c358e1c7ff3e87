import { describe, expect, test } from "vitest";
import type { View } from "#ingest/company-input.ts";
import { isConsistent, listRestatements, pickVersion } from "#ingest/facts/history/versions.ts";
import { learnFilingQuanta, quantumOf } from "#ingest/facts/quantum.ts";
import { findMisscaled, isScaleSlip } from "#ingest/facts/scale.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

/** One filing's version: value, form, filing date, and to how many places it is known. */
const version = (value: string, form: string, filed: string | null, over: Partial<Fact> = {}) =>
  makeFact({ value, form, filed, accession: `${form} ${filed}`, decimals: 0, ...over });

const latest: View = { kind: "latest" };
const first: View = { kind: "asFirstReported" };
const asOf = (date: string): View => ({ kind: "asOf", date });
const pick = (versions: Fact[], view: View = latest, misscaled: Fact[] = []) =>
  pickVersion(versions, view, new Map(), new Set(misscaled));

const report = version("100", "10-K", "2023-02-15");
const later = version("120", "10-K", "2024-02-15");
const current = version("90", "8-K", "2023-01-30");

describe("which version of a fact a view shows (2.1, 2.6)", () => {
  test.each<[string, Fact[], View, string]>([
    ["the newest", [report, later], latest, "120"],
    ["the first", [report, later], first, "100"],
    ["the newest of a day", [report, later], asOf("2024-02-15"), "120"],
    ["none that was filed a day later", [report, later], asOf("2024-02-14"), "100"],
    ["a report, not an earlier 8-K", [current, report], first, "100"],
    ["a report, not a later 8-K", [report, { ...current, filed: "2025-01-01" }], latest, "100"],
    ["an 8-K where there is no report", [version("1", "S-1", "2022-01-01"), current], latest, "90"],
    ["an 8-K before the report came", [current, report], asOf("2023-02-14"), "90"],
    ["a dated one, not an undated", [version("7", "10-K", null), report], first, "100"],
    ["an undated one without another", [version("7", "10-K", null)], latest, "7"],
  ])("%s", (_, versions, view, value) => {
    expect(pick(versions, view)).toMatchObject({ fact: { value }, number: Number(value) });
  });

  test("nothing before the first filing, nor of undated ones as of a day", () => {
    expect(pick([report], asOf("2023-02-14"))).toBeNull();
    expect(pick([version("7", "10-K", null)], asOf("2030-01-01"))).toBeNull();
    expect(pick([])).toBeNull();
  });

  test("of versions that agree within rounding the most precise, of equals the earliest", () => {
    const rounded = version("1000", "10-K", "2024-02-15", { decimals: -3 });
    const exact = version("1234", "10-K", "2023-02-15");
    const again = version("1234", "10-K/A", "2025-02-15");
    for (const view of [latest, first]) {
      const picked = pick([exact, rounded, again], view);
      expect(picked?.fact).toBe(exact);
      expect(picked).toMatchObject({ restated: false, quantum: -0, problem: null });
    }
  });

  test("of a value first filed rounded, the first view shows it rounded, and the latest the digits", () => {
    const rounded = version("1000", "10-K", "2022-02-15", { decimals: -3 });
    const exact = version("1234", "10-K", "2023-02-15");
    expect(pick([rounded, exact], first)?.fact).toBe(rounded);
    expect(pick([rounded, exact])?.fact).toBe(exact);
  });

  test("it knows what was restated, since when, and what was filed last", () => {
    expect(pick([current, report, later])).toMatchObject({
      ...{ restated: true, since: "2024-02-15", lastFiled: "2024-02-15" },
      versions: [report, later],
    });
    const again = version("100", "10-K", "2025-02-15");
    expect(pick([report, again])).toMatchObject({
      ...{ restated: false, since: "2023-02-15", lastFiled: "2025-02-15" },
    });
    // The value was in an 8-K before a report carried it.
    const announced = version("120", "8-K", "2023-11-01");
    expect(pick([report, announced, later])).toMatchObject({ restated: true, since: "2023-11-01" });
    // The day on which an undated filing said it is unknown.
    const undated = version("120", "10-K", null);
    expect(pick([undated, report, later])).toMatchObject({ since: "2024-02-15" });
  });

  test("two values of one filing are a conflict, unless rounding or another filing decides", () => {
    const twice = version("150", "10-K", "2024-02-15");
    expect(pick([report, later, twice])?.problem).toBe("conflict");
    expect(pick([report, later, twice], first)?.problem).toBeNull();
    const rounded = version("119.6", "10-K", "2024-02-15", { decimals: 1 });
    expect(pick([later, rounded])?.problem).toBeNull();
  });
});

describe("another scale (2.1)", () => {
  test.each<[number, number, boolean]>([
    [5000, 5, true],
    [5, 5000, true],
    [-5, 5_000_000, true],
    [5004.9, 5, true],
    [5005.1, 5, false],
    [4995.1, 5, true],
    [4994.9, 5, false],
    [500, 5, false],
    [50_000, 5, false],
    [5, 5, false],
    [0, 5000, false],
    [5000, 0, false],
  ])("%d and %d: %s", (value, other, isSlip) => {
    expect(isScaleSlip(value, other)).toBe(isSlip);
  });

  test("a version a thousand times off is dropped until a second filing repeats it", () => {
    const slip = version("100000", "10-K", "2024-02-15");
    expect(pick([report, slip, { ...report, accession: "third" }])?.fact).toBe(report);
    const repeated = { ...slip, accession: "again", filed: "2025-02-15" };
    expect(pick([report, slip, repeated])?.fact.value).toBe("100000");
    // Twice in one filing is no repetition.
    expect(pick([report, slip, { ...slip }, { ...report, accession: "third" }])?.fact.value).toBe(
      "100",
    );
    // Of two that are apart nothing tells which is right: the newest stands.
    expect(pick([report, slip])?.fact.value).toBe("100000");
  });

  test("a misscaled version is seen only where there is no other, and then as a problem", () => {
    expect(pick([report, later], latest, [later])).toMatchObject({ fact: report, problem: null });
    expect(pick([report], latest, [report])).toMatchObject({ problem: "scale_suspect" });
    expect(pick([report, later], latest, [report, later])).toMatchObject({
      ...{ fact: later, problem: "scale_suspect" },
    });
  });

  /** Facts of a filing that states so many in thousands as ones, and so many right. */
  const filings = (slips: number, sound: number, over: Partial<Fact> = {}) =>
    Array.from({ length: slips + sound }, (_, i) => {
      const value = `${7 + i}000`;
      const own = version(i < slips ? `${7 + i}` : value, "10-K", "2024-02-15", over);
      return [version(value, "10-K", "2023-02-15"), own].map((fact) => ({ ...fact, tag: `T${i}` }));
    });
  test.each([
    [2, 0, 0],
    [3, 0, 3],
    [3, 2, 5],
    [3, 3, 0],
    [4, 3, 7],
  ])("a filing with %i slips among %i sound values: %i facts set aside", (slips, sound, aside) => {
    const found = findMisscaled(filings(slips, sound));
    expect(found.size).toBe(aside);
    for (const fact of found) expect(fact.filed).toBe("2024-02-15");
  });

  test("of two filings the later is the slip, unless it amends; what most filings state is none", () => {
    const filedOf = (found: ReadonlySet<Fact>) => [
      ...new Set([...found].map(({ filed }) => filed)),
    ];
    expect(filedOf(findMisscaled(filings(3, 0)))).toEqual(["2024-02-15"]);
    expect(filedOf(findMisscaled(filings(3, 0, { form: "10-K/A" })))).toEqual(["2023-02-15"]);
    const thrice = filings(3, 0).map((history) => [
      ...history,
      { ...(history[1] as Fact), accession: "third", filed: "2025-02-15" },
    ]);
    expect(filedOf(findMisscaled(thrice))).toEqual(["2023-02-15"]);
  });
});

describe("how far a filing rounds (2.1)", () => {
  const learned = (values: string[], unit = "USD") => {
    const facts = values.map((value) => version(value, "10-K", "2024-02-15", { value, unit }));
    return [...learnFilingQuanta(facts)][0] ?? null;
  };
  const times = (count: number, value: string) => Array.from({ length: count }, () => value);
  test.each<[string, string[], number | null]>([
    ["millions", times(9, "123000000"), 6],
    ["millions, but for a tenth in dollars", [...times(9, "123000000"), "1234567"], 6],
    [
      "thousands, where more than a tenth are",
      [...times(8, "123000000"), ...times(2, "123000")],
      3,
    ],
    ["dollars", ["1234", "123000000"], 0],
    ["hundreds of thousands", times(9, "123500000"), 5],
    ["hundreds", times(9, "12300"), 2],
    ["tens are dollars", times(9, "12310"), 0],
    ["tens of thousands are thousands", times(9, "12310000"), 3],
    ["billions at most", times(9, "1000000000000"), 9],
    ["nothing is told by short values", ["123", "100"], null],
  ])("%s", (_, values, exponent) => {
    expect(learned(values)?.[1] ?? null).toBe(exponent);
  });

  test("counts of shares are rounded by themselves", () => {
    expect(learned(["5000"], "shares")).toEqual(["10-K 2024-02-15|shares", 3]);
    expect(learned(["5000"])).toEqual(["10-K 2024-02-15", 3]);
  });

  test.each<[string, number | null, number]>([
    ["5000000", null, 3],
    ["5100", null, 2],
    ["5123", null, 0],
    ["5.25", null, -2],
    ["0", null, 0],
    ["5000000", -6, 6],
    ["5000000", 2, -2],
    ["0.4", null, -2],
  ])("%s, stated to %s decimals, is known to 10^%i", (value, decimals, exponent) => {
    const quanta = new Map([["10-K 2024-02-15", 3]]);
    expect(quantumOf(version(value, "10-K", "2024-02-15", { decimals }), quanta) + 0).toBe(
      exponent,
    );
  });

  test("figures per share are known to the cent, but for tags that a filing states in whole dollars only", () => {
    const unit = "USD/shares";
    const perShare = (tag: string, value: string) =>
      version(value, "10-K", "2024-02-15", { value, unit, tag, decimals: null });
    const earned = [
      perShare("EarningsPerShareBasic", "1"),
      perShare("EarningsPerShareBasic", "0.7"),
    ];
    const paid = [perShare("DividendsPerShare", "3"), perShare("DividendsPerShare", "2")];
    const once = perShare("EarningsPerShareDiluted", "1");
    const quanta = learnFilingQuanta([...earned, ...paid, once]);
    const known = [...earned, ...paid, once].map((fact) => quantumOf(fact, quanta));
    expect(known).toEqual([-2, -2, 0, 0, -2]);
  });

  test.each<[string, number, string, number, boolean]>([
    ["1999", 0, "1000", -3, true],
    ["2000", 0, "1000", -3, false],
    ["1", 0, "1000", -3, true],
    ["0", 0, "1000", -3, false],
    ["1001", 0, "1000", 0, false],
    ["5.25", 2, "5.2", 1, true],
    ["5.30", 2, "5.2", 1, false],
  ])("%s and %s agree: less than a unit of the coarser apart", (a, places, b, coarser, agree) => {
    const [one, other] = [a, b].map((value, i) =>
      version(value, "10-K", "2024-02-15", { decimals: i ? coarser : places }),
    );
    if (!one || !other) throw new Error("two versions");
    expect([isConsistent(one, other, new Map()), isConsistent(other, one, new Map())]).toEqual([
      agree,
      agree,
    ]);
  });
});

describe("steps from one value to another (2.6)", () => {
  test("each with both values and both filings", () => {
    const rounded = version("100", "10-K/A", "2023-06-01", { decimals: -1 });
    const steps = listRestatements(
      [version("1", "10-K", null), current, report, rounded, later],
      new Map(),
      new Map([[later, "zeroed" as const]]),
    );
    const { start, end } = report;
    expect(steps).toEqual([
      {
        ...{ tag: `us-gaap:${report.tag}`, unit: "USD", start, end, rejected: "zeroed" },
        from: { value: "100", accession: rounded.accession, filed: "2023-06-01" },
        to: { value: "120", accession: later.accession, filed: "2024-02-15" },
      },
    ]);
    expect(listRestatements([report, later], new Map())[0]).not.toHaveProperty("rejected");
  });
});
