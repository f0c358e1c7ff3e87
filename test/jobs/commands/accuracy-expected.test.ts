import { describe, expect, test } from "vitest";
import { agrees, type Column, findColumn, isEqual } from "#jobs/accuracy/compare.ts";
import { ExpectedFileError, parseCsv } from "#jobs/accuracy/csv.ts";
import { readExpected } from "#jobs/accuracy/expected.ts";

const header = "cik,ticker,metric,period_kind,period_end,value,unit,source_repo,source_path";
const file = (...rows: string[]) => [header, ...rows].join("\n");

describe("a CSV text", () => {
  test("quoted fields hold commas, line breaks and doubled quotes", () => {
    expect(parseCsv('a,"b, c","say ""no""\nmore"\nd,,"",e')).toEqual([
      { line: 1, fields: ["a", "b, c", 'say "no"\nmore'] },
      { line: 3, fields: ["d", "", "", "e"] },
    ]);
  });

  test("a byte order mark, CRLF and a last line end change nothing", () => {
    const plain = [
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: ["c", "d"] },
    ];
    expect(parseCsv("\uFEFFa,b\r\nc,d\r\n").map(({ fields }) => fields)).toEqual(
      plain.map(({ fields }) => fields),
    );
    expect(parseCsv("a,b\nc,d")).toEqual(plain);
    expect(parseCsv("a,\n")).toEqual([{ line: 1, fields: ["a", ""] }]);
    expect(parseCsv("")).toEqual([]);
  });

  test.each([
    ['a,b\n"c,d', "line 2: a quote is never closed"],
    ['a,b\nc,"d"e', "line 2: text after a closing quote"],
    ['a,b\nc,d"e', "line 2: a quote inside a bare field"],
  ])("%j is refused with its line", (text, message) => {
    expect(() => parseCsv(text)).toThrow(message);
  });
});

describe("a file of expected values", () => {
  test("rows carry the exact value and the precision that it is stated to", () => {
    const rows = readExpected(
      file(
        "320193,AAPL,revenue,FY,2023-09-30,383285000000,USD,a,b",
        '320193,AAPL,eps_diluted,FY,2023-09-30,6.10,USD/shares,a,"b, c"',
        "320193,AAPL,dividends_paid,FY,2011-09-30,0,USD,a,b",
        "320193,AAPL,net_income,FY,2023-09-30,96995000000.0,USD,a,b",
        "0000320193,AAPL,net_income,FY,2023-09-30,-9.6995e10,USD,a,b",
      ),
    );

    expect(rows.map(({ value, exponent }) => [value, exponent])).toEqual([
      ["383285000000", 6],
      ["6.1", -2],
      ["0", 0],
      ["96995000000", 6],
      ["-96995000000", 6],
    ]);
    expect(rows.map(({ cik }) => cik)).toEqual(Array(5).fill("0000320193"));
    expect(rows[1]?.line).toBe(3);
  });

  test.each([
    ["cik,ticker,metric\n1,A,revenue", "missing: period_kind, period_end, value, unit"],
    ["", "missing: cik"],
    [file("x,AAPL,revenue,FY,2023-09-30,1,USD,a,b"), 'line 2: "x" is no CIK'],
    [file("1,A,revenue,Q5,2023-09-30,1,USD,a,b"), 'line 2: "Q5" is none of FY'],
    [file("1,A,revenue,FY,2023-13-30,1,USD,a,b"), 'line 2: "2023-13-30" is no date'],
    [file("1,A,revenue,FY,2023-09-30,n/a,USD,a,b"), 'line 2: "n/a" is no number'],
    [file("1,A,revenue,FY,2023-09-30,1"), "line 2: 6 fields where the header has 9"],
    [file('1,A,revenue,FY,"2023-09-30,1'), "line 2: a quote is never closed"],
  ])("%j is refused", (text, message) => {
    expect(() => readExpected(text)).toThrow(ExpectedFileError);
    expect(() => readExpected(text)).toThrow(message);
  });
});

describe("matching a row with a period", () => {
  const line = (value: string | null) => ({
    value,
    unit: value === null ? null : "USD",
    reason: value === null ? ("not_reported" as const) : null,
    lineage: null,
    source: null,
    rank: null,
    flags: [],
  });
  const column = (
    fiscalPeriod: Column["fiscalPeriod"],
    end: string,
    value: string | null,
  ): Column => ({
    key: `${fiscalPeriod} ${end}`,
    fiscalPeriod,
    end,
    lines: { total_assets: line(value) },
  });
  const columns = [
    column("FY", "2023-09-30", "1"),
    column("Q4", "2023-09-30", null),
    column("Q3", "2023-07-01", "2"),
    column("FY", "2022-09-24", "3"),
    column("TTM", "2023-12-30", "4"),
  ];
  const nearest = (kind: "FY" | "Q3" | "TTM" | "instant", end: string) =>
    findColumn({ kind, end }, "total_assets", columns)?.key ?? null;

  test("the nearest period of the same kind within 25 days is taken", () => {
    expect(nearest("FY", "2023-09-05")).toBe("FY 2023-09-30");
    expect(nearest("FY", "2023-09-04")).toBeNull();
    expect(nearest("Q3", "2023-06-30")).toBe("Q3 2023-07-01");
    expect(nearest("TTM", "2023-12-31")).toBe("TTM 2023-12-30");
    expect(nearest("Q3", "2023-09-30")).toBeNull();
  });

  test("a balance is matched with the nearest date of any period, one with a value first", () => {
    expect(nearest("instant", "2023-09-30")).toBe("FY 2023-09-30");
    expect(nearest("instant", "2023-06-30")).toBe("Q3 2023-07-01");
    expect(nearest("instant", "2023-12-31")).toBeNull();
  });

  test("ours is rounded to the precision of the expected value, half away from zero", () => {
    expect(isEqual({ value: "383285000000", exponent: 6 }, "383285499999")).toBe(true);
    expect(isEqual({ value: "383285000000", exponent: 6 }, "383285500000")).toBe(false);
    expect(isEqual({ value: "6.1", exponent: -2 }, "6.1049")).toBe(true);
    expect(isEqual({ value: "6.1", exponent: -2 }, "6.13")).toBe(false);
    expect(isEqual({ value: "-5", exponent: 0 }, "-4.5")).toBe(true);
    expect(isEqual({ value: "0", exponent: 0 }, "-0.4")).toBe(true);
  });

  test("the same digits in another currency do not agree", () => {
    const row = {
      line: 2,
      cik: "0000000001",
      ticker: "A",
      metric: "total_assets",
      kind: "FY",
      end: "2023-09-30",
      value: "1",
      exponent: 0,
      unit: "TWD",
    } as const;
    expect(agrees(row, "total_assets", columns[0] ?? null)).toBe(false);
    expect(agrees({ ...row, unit: "USD" }, "total_assets", columns[0] ?? null)).toBe(true);
    expect(agrees({ ...row, unit: "" }, "total_assets", columns[0] ?? null)).toBe(true);
    expect(agrees({ ...row, unit: "USD" }, "total_assets", columns[1] ?? null)).toBe(false);
    expect(agrees(row, "total_assets", null)).toBe(false);
  });
});
