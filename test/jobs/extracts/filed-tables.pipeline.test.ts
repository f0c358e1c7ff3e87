import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { packReport } from "#ingest/faces/packed/pack.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { of2018 } from "../../api/filed-statements/apple.ts";
import { boeing2023 } from "../../helpers/companies/boeing-2023.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { readPrintedCompanies } from "../../helpers/companies/segments/printed-tables.ts";
import { makeCompany, makeReport, makeTicker } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { whenDone } from "../../helpers/when-done.ts";

const { context, extractStore } = await openTestPipeline();
const { db, pool } = context.database;
await ingestCompany(apple, context);

/** A note of the same filing, whose line is by two axes. */
const note: FiledReport = {
  ...of2018,
  calculations: [],
  statements: of2018.statements.map((one) => ({
    ...one,
    ...{ kind: "other" as const, role: "http://www.apple.com/role/Segments", order: 40 },
    lines: one.lines.slice(0, 1).map((line) => ({
      ...line,
      dimensions: [
        { axis: "srt:ProductOrServiceAxis", member: "us-gaap:ProductMember" },
        { axis: "us-gaap:StatementBusinessSegmentsAxis", member: "aapl:EuropeSegmentMember" },
      ],
      values: line.values.slice(0, 1).map((value) => ({ ...value, value: "62420000000" })),
    })),
  })),
};
await makeReport(db, apple, of2018, { filed: "2018-11-05", notes: gzipSync(packReport(note)) });

const printed = readPrintedCompanies().find(({ report }) => report.cik === apple);
if (printed === undefined) throw new Error("no breakdown of Apple is in the fixtures");
await makeReport(db, apple, printed.report, { filed: printed.filed });

const boeing = await makeCompany(db, { name: "Boeing", company: { companyKey: boeing2023.cik } });
await makeTicker(db, boeing.id, "BA");
await makeReport(db, boeing.cik, boeing2023, { filed: "2024-01-31" });
const { folder } = await writeWhole(extractStore);
const ask = async (sql: string) => (await queryExtract(folder, sql)).rows;

describe("filed_lines", () => {
  test("has each value of a report once, with the sign that is printed and as filed", async () => {
    const rows = await ask(
      `select line_order, label, period_end, printed, printed_text, value, value_text, is_negated
       from filed_lines where accession = '${of2018.accession}' and statement = 'income'
       order by line_order, period_end desc`,
    );

    const figures = [
      ["Net sales", 265595, 229234, 215639],
      ["Cost of sales", -163756, -141048, -131376],
      ["Gross margin", 101839, 88186, 84263],
    ] as const;
    expect(rows).toEqual(
      figures.flatMap(([label, ...millions], at) =>
        ["2018-09-29", "2017-09-30", "2016-09-24"].map((end, i) => {
          const printed = (millions[i] ?? 0) * 1e6;
          const value = Math.abs(printed);
          return [at + 1, label, end, printed, `${printed}`, value, `${value}`, printed < 0];
        }),
      ),
    );
  });

  test("names the filing, the fiscal year of each period, and the lines that show the value", async () => {
    const rows = await ask(
      `select form, filed, source, period_key, fiscal_year, concepts, value_of from filed_lines
       where accession = '${of2018.accession}' and label = 'Net sales' and statement = 'income'
       order by period_end desc`,
    );

    const filing = ["10-K", "2018-11-05", "instance"];
    // The sample begins after Apple's year of 2016.
    expect(rows).toEqual([
      [...filing, "2018FY", 2018, "revenue", "2018FY:revenue"],
      [...filing, "2017FY", 2017, "revenue", "2017FY:revenue"],
      [...filing, null, 2016, null, null],
    ]);
  });

  test("says of a value which others are computed from it", async () => {
    // Costs and expenses are the revenue less the operating income.
    expect(
      await ask(
        `select value_of, part_of from filed_lines
         where accession = '${of2018.accession}' and label = 'Net sales' and period_key = '2018FY'
           and dimensions is null`,
      ),
    ).toEqual([["2018FY:revenue", "2018FY:costs_and_expenses"]]);
  });

  test("has notes, with all axes of a line and no line of the company for its members", async () => {
    expect(
      await ask(
        `select statement, statement_order, dimensions, axis, member, member_label, printed, concepts, part_of
         from filed_lines where dimensions is not null and accession = '${of2018.accession}'`,
      ),
    ).toEqual([
      [
        ...["other", 40],
        "srt:ProductOrServiceAxis=us-gaap:ProductMember;us-gaap:StatementBusinessSegmentsAxis=aapl:EuropeSegmentMember",
        ...["srt:ProductOrServiceAxis", "us-gaap:ProductMember"],
        ...["Products; aapl:EuropeSegmentMember", 62420000000, null, null],
      ],
    ]);
  });

  test("has the report of a company without figures, in calendar years", async () => {
    expect(
      await ask(
        `select member_label, printed, period_key, fiscal_year, concepts from filed_lines
         where cik = '${boeing.cik}' and element = 'us-gaap:CostOfGoodsAndServicesSold' order by printed`,
      ),
    ).toEqual([
      ["Product", -59864000000, null, 2023, null],
      ["Service", -10206000000, null, 2023, null],
    ]);
  });
});

test("calculations have the weights of the filer, with the statement that they are of", async () => {
  expect(
    await ask(`select statement, title, parent, child, weight, place from calculations
      where cik = '${boeing.cik}' order by parent, place`),
  ).toEqual(
    [
      ["us-gaap:CostOfRevenue", "us-gaap:CostOfGoodsAndServicesSold", 1, 1],
      ["us-gaap:GrossProfit", "us-gaap:Revenues", 1, 1],
      ["us-gaap:GrossProfit", "us-gaap:CostOfRevenue", -1, 2],
    ].map((row) => ["income", "Consolidated Statements of Operations", ...row]),
  );
});

describe("segments", () => {
  test("have the members of each period, which add up to the company's figure", async () => {
    expect(
      await ask(
        `select label, value, weight, total, difference, reconciliation, accession, filed, fiscal_year from segments
         where cik = '${apple}' and breakdown = 'product' and metric = 'revenue' and period_key = '2024FY'
           and weight <> 0 order by value desc`,
      ),
    ).toEqual(
      (
        [
          ["IPhone", 201183],
          ["Service", 96169],
          ["Wearables Homeand Accessories", 37005],
          ["Mac", 29984],
          ["IPad", 26694],
        ] as const
      ).map(([label, amount]) => [
        ...[label, amount * 1e6, 1, 391035000000, 0, "exact"],
        ...["0000320193-24-000123", "2024-11-01", 2024],
      ]),
    );
  });

  test("say what lies between the segments and the company, with its sign", async () => {
    expect(
      await ask(
        `select role, weight, value_text, total_text, difference_text from segments
         where cik = '${apple}' and breakdown = 'business' and metric = 'operating_income'
           and period_key = '2024FY' and role <> 'part' and weight <> 0 order by value`,
      ),
    ).toEqual([
      ["unallocated", -1, "7458000000", "123216000000", "0"],
      ["unallocated", -1, "31370000000", "123216000000", "0"],
    ]);
  });

  test("of the weighted members of a period the sum and the difference are the total", async () => {
    const sums = await ask(
      `select sum(value * weight) + any_value(difference) = any_value(total), count(distinct accession)::int
       from segments where total is not null group by cik, breakdown, metric, period_key`,
    );
    expect(sums.length).toBeGreaterThan(5);
    expect(new Set(sums.map(String))).toEqual(new Set(["true,1"]));
  });
});

describe("macros", () => {
  test("filed_statement has a statement as printed, by ticker and by CIK", async () => {
    const statement = (company: string) =>
      ask(`select label, member_label, period, printed
        from filed_statement('${company}', '${boeing2023.accession}', 'income')`);

    const rows = await statement("BA");
    expect(rows).toEqual(
      (
        [
          ["Total revenues", "Product", 65581],
          ["Total revenues", "Service", 12213],
          ["Total revenues", null, 77794],
          ["Cost of goods and services sold", "Product", -59864],
          ["Cost of goods and services sold", "Service", -10206],
          ["Total costs and expenses", null, -70070],
          ["Gross profit", null, 7724],
        ] as const
      ).map(([label, member, amount]) => [
        ...[label, member, "2023-01-01 to 2023-12-31", amount * 1e6],
      ]),
    );
    expect(await statement(boeing.cik)).toEqual(rows);
  });

  test("filed_statement refuses a kind that there is not", async () => {
    await expect(ask("from filed_statement('BA', '', 'profit')")).rejects.toThrow(
      "Unknown statement profit: it is one of income, comprehensive_income, balance",
    );
  });

  test("printed_lines tells the value of a period from what a value is computed from", async () => {
    const lines = (concept: string, period: string) =>
      ask(
        `select how, label, printed_period from printed_lines('AAPL', '${concept}', '${period}')`,
      );

    expect(await lines("revenue", "2018FY")).toEqual([["value", "Net sales", "2018FY"]]);
    expect(await lines("costs_and_expenses", "2018FY")).toEqual([
      ["part_of_sum", "Net sales", "2018FY"],
    ]);
    expect(await lines("gross_profit", "2013FY")).toEqual([]);
    await expect(lines("gross_profits", "2018FY")).rejects.toThrow("did you mean gross_profit?");
  });
});

test("a report that was read anew is written anew, and the same reports give the same files", async () => {
  const out = await mkdtemp(join(tmpdir(), "tenk-filed-"));
  whenDone(() => rm(out, { recursive: true, force: true }));
  const write = async () => {
    const how = { out, format: "parquet" as const, since: null, onCompany: () => true };
    return writeExtract(extractStore, how);
  };
  const files = (outcome: Awaited<ReturnType<typeof write>>) => {
    if (outcome.kind !== "written") throw new Error(outcome.kind);
    const { manifest, companiesRead } = outcome;
    return { companiesRead, files: manifest.files.filter(({ path }) => path.endsWith(".parquet")) };
  };
  const first = files(await write());
  expect((await write()).kind).toBe("unchanged");

  const renamed = structuredClone(boeing2023);
  for (const line of renamed.statements[0]?.lines ?? []) line.label = line.label.toUpperCase();
  const put = (report: FiledReport, digest: string) =>
    pool.query("update filed_report set face = $1, digest = $2 where company_key = $3", [
      ...[gzipSync(packReport(report)), digest, boeing.cik],
    ]);
  await put(renamed, "1".repeat(64));
  const changed = files(await write());
  await put(boeing2023, "0".repeat(64));
  const back = files(await write());

  expect(changed.companiesRead).toBe(1);
  expect(changed.files).not.toEqual(first.files);
  expect(back.files).toEqual(first.files);
});
