import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sampleCompanies, sampleDate } from "#ingest/sample/companies.ts";
import {
  type Figures,
  FiguresError,
  parseFigures,
  readFigures,
  writeFigures,
} from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";

const figuresFolder = resolve(import.meta.dirname, "../../../ingest/sample/figures");

const small = [
  "tenk figures 1",
  "[profile]",
  'entityName\t"Example Corp"',
  'cik\t"0000000042"',
  'name\t"EXAMPLE CORP"',
  "[filings]",
  "0000000042-24-000001\t10-K\t2024-02-01\t2023-12-31\t2024-02-01T21:00:00.000Z\t34\t001-1\t24000001\t\t1000\t1\t1\tex.htm\t10-K",
  "[reports]",
  "0000000042-24-000001\t10-K\t2024-02-01\t2023\tFY",
  "0000000042-24-000002\t8-K\t2024-03-01\t\t",
  "[periods]",
  "2023-01-01/2023-12-31",
  "2023-12-31",
  "[facts]",
  "us-gaap:Assets\tUSD",
  "1\t12M\t0,1",
  "us-gaap:EarningsPerShareDiluted\tUSD/shares",
  "0\t-0.00001\t0",
  "us-gaap:Revenues\tUSD",
  "0\t123456789012345678901234567890.12\t0",
  "0\t45k\t1",
  "",
].join("\n");

describe("the text form", () => {
  test("thousands and millions are written short and read back whole, other digits stay as they are", () => {
    const { series, reports } = parseFigures(small);

    expect(series.map(({ tag, unit, rows }) => [tag, unit, rows.map((r) => r.value)])).toEqual([
      ["Assets", "USD", ["12000000"]],
      ["EarningsPerShareDiluted", "USD/shares", ["-0.00001"]],
      ["Revenues", "USD", ["123456789012345678901234567890.12", "45000"]],
    ]);
    expect(series[0]?.rows[0]).toEqual({
      start: null,
      end: "2023-12-31",
      value: "12000000",
      reports: [0, 1],
    });
    expect(series[1]?.rows[0]?.start).toBe("2023-01-01");
    expect(reports[1]).toEqual({
      accession: "0000000042-24-000002",
      form: "8-K",
      filed: "2024-03-01",
      fy: null,
      fp: null,
    });
  });

  test("reading and writing are inverse, byte for byte", () => {
    expect(writeFigures(parseFigures(small))).toBe(small);
  });

  test.each(sampleCompanies.map(({ cik, name }) => [name, cik]))(
    "the bundled text of %s is what its figures write",
    async (_, cik) => {
      const text = await readFile(join(figuresFolder, `${Number(cik)}.tsv`), "utf8");
      expect(writeFigures(parseFigures(text))).toBe(text);
    },
  );

  test.each([
    ["another format", ["tenk figures 1", "tenk figures 2"], 'first line must be "tenk figures 1"'],
    ["a line before any section", ["[profile]\n", ""], "stands before the first section"],
    ["no company number", ['cik\t"0000000042"\n', ""], "cik and name are required"],
    ["a value in exponent form", ["12M", "1e7"], '"1e7" is not a value'],
    ["a value that is a script", ["12M", "1];process.exit("], "is not a value"],
    ["a missing value", ["12M", ""], '"" is not a value'],
    ["a period that is not listed", ["0\t45k", "9\t45k"], "names a period or report"],
    ["a report that is not listed", ["\t0,1", "\t0,2"], "names a period or report"],
    ["a value that no report states", ["\t0,1", "\t"], "names a period or report"],
    ["a report that is no number", ["\t0,1", "\t0,x"], "names a period or report"],
    ["a period that is no date", ["\n2023-12-31\n", "\n2023\n"], '"2023" is not a period'],
    ["a short line", ["\t10-K\t2024-02-01\t2023\tFY", ""], "must have 5 columns"],
    ["a value before any tag", ["us-gaap:Assets\tUSD\n", ""], "stands before the first tag"],
  ])("%s is refused with the line", (_, [from = "", to = ""], message) => {
    expect(small).toContain(from);
    const broken = small.replace(from, () => to);
    expect(() => parseFigures(broken)).toThrow(FiguresError);
    expect(() => parseFigures(broken)).toThrow(message);
  });
});

describe("the bundle", () => {
  /** Values of one tag for one period, each with the accessions that state it, oldest report first. */
  const stated = (figures: Figures, name: string, period: string) =>
    figures.series
      .filter(({ taxonomy, tag }) => `${taxonomy}:${tag}` === name)
      .flatMap(({ unit, rows }) =>
        rows
          .filter(({ start, end }) => (start === null ? end : `${start}/${end}`) === period)
          .map((row) => `${row.value} ${unit} ${row.reports.map((r) => figures.reports[r]?.form)}`),
      );
  const netIncome = "us-gaap:NetIncomeLoss";
  const dilutedEps = "us-gaap:EarningsPerShareDiluted";

  test("everything was filed inside its company's window, up to the sample's date", async () => {
    for (const { cik, from } of sampleCompanies) {
      const { filings, reports, profile } = await readFigures(cik);
      expect(profile.cik).toBe(cik);
      const dates = [...filings.map((f) => f.filingDate), ...reports.map((r) => r.filed)];
      expect(dates.filter((date) => date < from || date > sampleDate)).toEqual([]);
      const known = new Set(filings.map((f) => f.accessionNumber));
      expect(reports.filter(({ accession }) => !known.has(accession))).toEqual([]);
    }
  });

  test("each company stands for its kind, with figures of its printed reports [PIP-04]", async () => {
    const [apple, kraft, tsmc, nvidia, nikola, bank, costco, armour] = await Promise.all(
      [320193, 1637459, 1046179, 1045810, 1731289, 19617, 909832, 1336917].map((cik) =>
        readFigures(String(cik)),
      ),
    );
    if (!apple || !kraft || !tsmc || !nvidia || !nikola || !bank || !costco || !armour) {
      throw new Error("a sample company is missing");
    }

    // A 53-week year, and the 4:1 split of 2020 between two reports of the same year.
    expect(stated(apple, netIncome, "2022-09-25/2023-09-30")).toEqual([
      "96995000000 USD 10-K,10-K,10-K",
    ]);
    expect(stated(apple, dilutedEps, "2018-09-30/2019-09-28")).toEqual([
      "11.89 USD/shares 10-K",
      "2.97 USD/shares 10-K,10-K",
    ]);
    // The restatement of 2019.
    expect(stated(kraft, netIncome, "2017-01-01/2017-12-30")).toEqual([
      "10999000000 USD 10-K",
      "10941000000 USD 10-K,10-K,8-K",
    ]);
    expect(stated(tsmc, "ifrs-full:Revenue", "2024-01-01/2024-12-31")).toContain(
      "2894307700000 TWD 20-F",
    );
    expect(stated(nvidia, "us-gaap:Revenues", "2024-01-29/2025-01-26")).toEqual([
      "130497000000 USD 10-K,10-K",
    ]);
    expect(stated(nikola, netIncome, "2020-01-01/2020-12-31")).toEqual([
      "-384314000 USD 10-K",
      "-370866000 USD 10-K/A,10-K,10-K,10-K/A,Other",
    ]);
    expect(stated(bank, "us-gaap:Assets", "2024-12-31")[0]).toMatch(/^4002814000000 USD /);
    expect(stated(costco, netIncome, "2022-08-29/2023-09-03")).toEqual([
      "6292000000 USD 10-K,10-K,10-K",
    ]);
    expect(armour.reports.map(({ form }) => form)).toContain("10-QT");
    // No filing history was at hand for the bank: its rows are what the facts tell.
    expect(
      bank.filings.map((row) => [row.form, row.filingDate, row.reportDate, row.primaryDocument]),
    ).toEqual([
      ["10-K", "2026-02-13", "2025-12-31", ""],
      ["10-Q", "2025-11-04", "2025-09-30", ""],
      ["10-Q", "2025-08-05", "2025-06-30", ""],
      ["10-Q", "2025-05-01", "2025-03-31", ""],
    ]);
  });

  test("it stays small enough to be read in a review", async () => {
    const names = (await readdir(figuresFolder)).filter((name) => name.endsWith(".tsv"));
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(figuresFolder, name))).size),
    );
    expect(names).toHaveLength(sampleCompanies.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });
});

const shared = process.env.TENK_SHARED ?? resolve(import.meta.dirname, "../../../../shared");
const originals = ["api/xbrl/companyfacts", "companyfacts-trimmed"].map((folder) =>
  join(shared, "edgar", folder),
);

describe.skipIf(!existsSync(join(shared, "edgar")))("against the regulator's own documents", () => {
  test.each(sampleCompanies.map((company) => [company.name, company] as const))(
    "%s: every served fact is the filed one, digit by digit, and none of the window is missing [PIP-03]",
    async (_, { cik, from }) => {
      const path = originals
        .map((folder) => join(folder, `CIK${cik}.json.gz`))
        .find((candidate) => existsSync(candidate));
      const original = gunzipSync(await readFile(String(path))).toString("utf8");
      const served = companyFactsJson(await readFigures(cik), sampleDate) ?? "";

      const wanted = flatFacts(original).filter(
        ({ taxonomy, filed }) =>
          ["us-gaap", "ifrs-full", "dei"].includes(taxonomy) &&
          from <= filed &&
          filed <= sampleDate,
      );
      const text = (facts: FlatFact[]) => facts.map((fact) => JSON.stringify(fact)).sort();

      expect(wanted.length).toBeGreaterThan(3000);
      expect(text(flatFacts(served))).toEqual(text(wanted));
    },
  );
});

interface FlatFact {
  taxonomy: string;
  tag: string;
  unit: string;
  start: string | null;
  end: string;
  /** The digits as they stand in the document. */
  val: string;
  accn: string;
  fy: number | null;
  fp: string | null;
  form: string;
  filed: string;
}

function flatFacts(json: string): FlatFact[] {
  type Entry = Omit<FlatFact, "taxonomy" | "tag" | "unit" | "start"> & { start?: string };
  type Facts = Record<string, Record<string, { units: Record<string, Entry[]> }>>;
  const quoted = json.replace(/"val": ?([^,}]+)/g, '"val":"$1"');
  const { facts } = JSON.parse(quoted) as { facts: Facts };
  return Object.entries(facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([tag, { units }]) =>
      Object.entries(units).flatMap(([unit, entries]) =>
        entries.map(({ start = null, end, val, accn, fy = null, fp = null, form, filed }) => ({
          taxonomy,
          tag,
          unit,
          start,
          end,
          val,
          accn,
          fy,
          fp,
          form,
          filed,
        })),
      ),
    ),
  );
}
