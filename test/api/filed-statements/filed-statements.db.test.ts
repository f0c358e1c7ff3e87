import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { filing } from "#schemas/tables/companies/filing.ts";
import { testApp } from "../../helpers/app.ts";
import {
  makeBuild,
  makeCompany,
  makeFact,
  makeFacts,
  makeReport,
  makeStatement,
} from "../../helpers/make.ts";
import { of2017, of2018 } from "./apple.ts";

const { db, get } = await testApp();

const apple = await makeCompany(db, { name: "Apple Inc.", company: { companyKey: "0000320193" } });
const span = { start: "2017-10-01", end: "2018-09-29" };
await makeFacts(db, apple.cik, [
  makeFact({ ...span, value: "265595000000", accession: of2018.accession, filed: "2018-11-05" }),
]);
await makeReport(db, apple.cik, of2018, { filed: "2018-11-05" });
await makeReport(db, apple.cik, of2017, { filed: "2017-11-03" });
await makeStatement(db, apple.cik, {
  periodKey: "2018FY",
  fiscalYear: 2018,
  periodStart: span.start,
  periodEnd: span.end,
  fields: { revenue: "265595000000" },
  lineage: { revenue: 0 },
});
const row = { companyKey: apple.cik, form: "10-Q", filed: "2018-08-01", isXbrl: true };
await makeBuild(db, apple.cik);
await db.insert(filing).values([
  { ...row, accession: "0000320193-18-000100", reportDate: "2018-06-30" },
  { ...row, accession: "0000320193-09-000001", filed: "2009-01-22", isXbrl: false },
  { ...row, accession: "0000320193-18-000146", form: "8-K", filed: "2018-11-01" },
  { ...row, accession: of2018.accession, form: "10-K", filed: "2018-11-05" },
]);
await makeReport(
  db,
  apple.cik,
  { ...of2017, accession: "0000320193-16-000001" },
  {
    filed: "2016-02-01",
    state: "unreadable",
    reason: "there is no presentation linkbase among the files",
    face: null,
    outline: [],
  },
);

const base = `/v2/entities/${apple.id}`;

describe("GET /v2/entities/:id/filings", () => {
  test("periodic reports come newest first, each with the state of its statements and the reason", async () => {
    const answer = await get(`${base}/filings`);

    expect(answer.statusCode).toBe(200);
    const { data, meta } = answer.json();
    expect(meta).toMatchObject({ total: 5 });
    expect(
      data.map((one: Record<string, unknown>) => [one.accessionNumber, one.state, one.reason]),
    ).toEqual([
      ["0000320193-18-000145", "stored", null],
      ["0000320193-18-000100", "not_fetched", null],
      ["0000320193-17-000070", "stored", null],
      ["0000320193-16-000001", "unreadable", "there is no presentation linkbase among the files"],
      ["0000320193-09-000001", "no_xbrl", null],
    ]);
    expect(data[0].statements).toEqual([
      {
        kind: "income",
        title: "CONSOLIDATED STATEMENTS OF OPERATIONS",
        order: 2,
        isParenthetical: false,
        lines: 3,
      },
    ]);
  });

  test("form, state and asOf narrow the list", async () => {
    const list = async (query: string) =>
      (await get(`${base}/filings?${query}`))
        .json()
        .data.map((one: { accessionNumber: string }) => one.accessionNumber);

    expect(await list("form=10-Q")).toEqual(["0000320193-18-000100", "0000320193-09-000001"]);
    expect(await list("state=not_fetched")).toEqual(["0000320193-18-000100"]);
    expect(await list("asOf=2018-08-01&state=stored")).toEqual(["0000320193-17-000070"]);
    expect((await get(`${base}/filings?asOf=2999-01-01`)).statusCode).toBe(400);
  });
});

describe("GET /v2/entities/:id/filings/:accession/statements", () => {
  test("lines have label, order and sign as printed, their period and what they feed", async () => {
    const answer = await get(`${base}/filings/0000320193-18-000145/statements/income`);

    const [statement] = answer.json().data.statements;
    expect(statement.title).toBe("CONSOLIDATED STATEMENTS OF OPERATIONS");
    const [sales, cost] = statement.lines;
    expect(sales).toMatchObject({ order: 1, label: "Net sales", isNegated: false });
    expect(sales.values[0]).toMatchObject({ ...span, printed: "265595000000", period: "2018FY" });
    expect(sales.feeds).toEqual([{ concept: "revenue", how: "value", periods: ["2018FY"] }]);
    expect(cost.values[0]).toMatchObject({ printed: "-163756000000", value: "163756000000" });
    expect(cost.feeds).toEqual([]);
    expect(statement.calculations).toContainEqual({
      parent: "us-gaap:GrossProfit",
      child: "us-gaap:CostOfGoodsAndServicesSold",
      weight: -1,
    });
  });

  test("the third answer equals the first, with an ETag that a client can compare", async () => {
    const url = `${base}/filings/000032019318000145/statements`;
    const answers = [await get(url), await get(url), await get(url)];

    const [first] = answers;
    expect(first?.statusCode).toBe(200);
    for (const answer of answers) {
      expect(answer.body).toBe(first?.body);
      expect(answer.headers.etag).toBe(first?.headers.etag);
    }
    const etag = String(first?.headers.etag);
    expect((await get(url, { "if-none-match": etag })).statusCode).toBe(304);
  });

  test("a filing without statements says why there are none", async () => {
    const messageOf = async (accession: string, more = "") => {
      const answer = await get(`${base}/filings/${accession}/statements${more}`);
      expect(answer.statusCode).toBe(404);
      return answer.json().error.message;
    };

    expect(await messageOf("0000320193-18-000100")).toMatch(/not_fetched/);
    expect(await messageOf("0000320193-09-000001")).toMatch(/no_xbrl/);
    expect(await messageOf("0000320193-16-000001")).toMatch(/unreadable: there is no presentation/);
    expect(await messageOf("0000320193-18-000145", "/balance")).toMatch(/it has income/);
    expect(await messageOf("0000320193-18-000145", "?asOf=2018-11-04")).toMatch(/not found/i);
    expect(await messageOf("0000000001-18-000145")).toMatch(/not found/i);
  });

  test("as a file it has one row for each line and period, with decimals as they stand", async () => {
    const answer = await get(`${base}/filings/0000320193-18-000145/statements?format=csv`);

    expect(answer.headers["content-type"]).toMatch(/text\/csv/);
    const lines = answer.body.replace("\ufeff", "").trim().split("\r\n");
    expect(lines).toHaveLength(10);
    expect(lines[4]).toBe(
      "income,CONSOLIDATED STATEMENTS OF OPERATIONS,2,1,Cost of sales,us-gaap:CostOfGoodsAndServicesSold,,2017-10-01,2018-09-29,2018FY,-163756000000,USD,",
    );
  });

  test("as a workbook it has one sheet for each statement and one column for each period", async () => {
    const answer = await get(`${base}/filings/0000320193-18-000145/statements?format=xlsx`);

    const book = new ExcelJS.Workbook();
    await book.xlsx.load(answer.rawPayload as unknown as ArrayBuffer);
    const [sheet] = book.worksheets;
    expect(sheet?.getRow(1).values).toContain("2017-10-01 to 2018-09-29");
    expect(sheet?.getRow(3).getCell(4).value).toBe(-163_756_000_000);
  });
});

describe("GET /v2/entities/:id/statements-as-filed/:kind", () => {
  test("a column has the values of one filing, and a renamed element goes on in its row and says so", async () => {
    const { data } = (await get(`${base}/statements-as-filed/income`)).json();

    expect(
      data.columns.map((one: Record<string, unknown>) => [one.end, one.accessionNumber]),
    ).toEqual([
      ["2018-09-29", "0000320193-18-000145"],
      ["2017-09-30", "0000320193-17-000070"],
      ["2016-09-24", "0000320193-17-000070"],
    ]);
    const [sales, cost, margin] = data.rows;
    expect(data.rows).toHaveLength(3);
    expect(sales).toMatchObject({
      label: "Net sales",
      element: "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
      values: ["265595000000", "229234000000", "215639000000"],
      names: [
        {
          element: "us-gaap:SalesRevenueNet",
          label: "Net sales",
          accessionNumber: "0000320193-17-000070",
        },
      ],
    });
    expect(cost.values).toEqual(["-163756000000", "-141048000000", "-131376000000"]);
    expect(margin.names).toEqual([]);
  });

  test("as of a day it has the filings of that day, and no quarterly reports are a clear 404", async () => {
    const { data } = (
      await get(`${base}/statements-as-filed/income?asOf=2018-01-01&limit=1`)
    ).json();
    expect(data.columns).toMatchObject([{ end: "2017-09-30" }]);
    expect(data.rows[0].element).toBe("us-gaap:SalesRevenueNet");
    const none = await get(`${base}/statements-as-filed/income?period=quarterly`);
    expect(none.statusCode).toBe(404);
    expect(none.json().error.message).toMatch(/quarterly/);
  });
});

test("a filing whose number nobody said is listed and served under its own", async () => {
  const loose = await makeCompany(db, {
    name: "Loose Inc.",
    company: { companyKey: "0000000009" },
  });
  const accession = "unknown-0123456789abcdef";
  await makeFacts(db, loose.cik, [makeFact({ ...span, value: "5", accession })]);
  await makeReport(db, loose.cik, { ...of2017, accession, cik: loose.cik }, { filed: null });
  const listed = (await get(`/v2/entities/${loose.id}/filings`)).json().data;
  const answer = await get(`/v2/entities/${loose.id}/filings/${accession}/statements/income`);

  expect(listed).toMatchObject([
    { accessionNumber: accession, state: "stored", filedDate: null, filingIndexUrl: null },
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toMatchObject({ accessionNumber: accession, filingIndexUrl: null });
});

test("the lineage of a standardized value names the printed line of its filing", async () => {
  const { data } = (await get(`${base}/lineage?concept=revenue&period=2018FY`)).json();

  expect(data.lineage.printed).toEqual({
    accessionNumber: "0000320193-18-000145",
    form: "10-K",
    statement: "income",
    title: "CONSOLIDATED STATEMENTS OF OPERATIONS",
    statementOrder: 2,
    order: 1,
    label: "Net sales",
    printed: "265595000000",
  });
});
