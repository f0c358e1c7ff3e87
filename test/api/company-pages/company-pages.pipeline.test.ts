import type { OutgoingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { readCsv } from "../../helpers/companies/read-csv.ts";
import { makeCompany, makeTicker } from "../../helpers/make.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const underArmour = "0001336917";
const { context } = await openTestPipeline({ ciks: [kraftHeinz, underArmour] });
await ingestCompany(kraftHeinz, context);
await ingestCompany(underArmour, context);
const { db, get, database } = await testApp({ database: context.database });
const browser = { accept: "text/html,application/xhtml+xml" };

const at = "/companies/kraft-heinz-co/financials";
const page = await get(`${at}?periods=all`, browser);
const quarterly = await get(`${at}?period=quarterly&periods=all`, browser);
/** The cell of a line in one period: its markup. */
const cellOf = (body: string, concept: string, period: string) =>
  new RegExp(`<td[^>]*>(<a [^>]*/lineage/${concept}/${period}["?][^<]*</a>.*?)</td>`).exec(
    body,
  )?.[1];

/** What the time and the request's name do not decide. */
const comparable = ({ date: _date, "x-request-id": _id, ...rest }: OutgoingHttpHeaders) => rest;

describe("the statements of a company", () => {
  test("show each figure with the way to where it comes from, scaled and aligned", () => {
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("USD in millions");
    expect(cellOf(page.body, "revenue", "2023FY")).toMatch(
      /^<a href="\/companies\/kraft-heinz-co\/lineage\/revenue\/2023FY" title="us-gaap:[^"]+, 10-K of 2024-02-15\.">26,640<\/a>$/,
    );
    expect(cellOf(quarterly.body, "revenue", "2023Q1")).toContain(">6,489</a>");
  });

  test("mark a restated figure with what was first reported", () => {
    const cell = cellOf(page.body, "net_income", "2017FY");
    expect(cell).toContain(">10,941</a>");
    expect(cell).toContain("first reported as 10,999,000,000, now 10,941,000,000");
    expect(cell).toContain(">10,999</s>");
  });

  test("say why a cell is empty", () => {
    expect(page.body).toMatch(
      /<a class="none" href="[^"]+" title="The filings do not state it\.">/,
    );
  });

  test("as of a day show what had been filed by then, and its links stay on that day", async () => {
    const past = await get("/companies/kraft-heinz-co/financials?asOf=2019-01-31", browser);
    expect(cellOf(past.body, "net_income", "2017FY")).toEqual(
      expect.stringMatching(/net_income\/2017FY\?asOf=2019-01-31" title="[^"]+">10,999<\/a>$/),
    );
    expect(past.body).toContain('value="2019-01-31"');
    expect(cellOf(past.body, "net_income", "2018FY")).toBeUndefined();
  });

  test("are where the company's page was asked for periods", async () => {
    const answer = await get("/companies/khc?periods=all&asOf=2019-01-31", browser);
    expect(answer.headers.location).toBe("/companies/khc/financials?periods=all&asOf=2019-01-31");
    const next = await get(String(answer.headers.location), browser);
    expect(next.headers.location).toBe(
      "/companies/kraft-heinz-co/financials?periods=all&asOf=2019-01-31",
    );
  });
});

describe("the page of a company", () => {
  test("holds charts, and asks nothing of another host", async () => {
    const { body, headers } = await get("/companies/kraft-heinz-co", browser);
    expect(body.match(/<svg class="chart" role="img" aria-label="[^"]{40}/g)?.length).toBe(7);
    const own = /<script type="module" src="\/tenk\.js\?v=[\w-]{16}"><\/script>/;
    expect(body).toMatch(own);
    expect(body.replace(own, "")).not.toMatch(/<script|<iframe|<img|style="|src=/);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']{44}'; img-src 'self' data:/,
    );
  });

  test("that is made has the headers of one from memory", async () => {
    const url = "/companies/kraft-heinz-co?asOf=2020-06-30";
    const packed = { ...browser, "accept-encoding": "gzip" };
    const first = await get(url, packed);
    const kept = await get(url, packed);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]+-gzip"$/),
      "cache-control": "public, max-age=0, s-maxage=60",
    });
    expect(comparable(kept.headers)).toEqual(comparable(first.headers));
    expect(gunzipSync(first.rawPayload).toString()).toBe((await get(url, browser)).body);
  });

  test("is found by a ticker, which leads to its one address with the day", async () => {
    const answer = await get("/companies/khc?asOf=2019-01-31", browser);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      "/companies/kraft-heinz-co?asOf=2019-01-31",
    ]);
  });

  test("of an entity without filings shows who it is, with its text escaped", async () => {
    const { slug, id } = await makeCompany(db, { name: "<b>Bold</b> & Co", company: null });
    await makeTicker(db, id, "BOLD");
    const { statusCode, body } = await get(`/companies/${slug}`, browser);
    expect(statusCode).toBe(200);
    expect(body).toContain("<h1>&lt;b&gt;Bold&lt;/b&gt; &amp; Co</h1>");
    expect(body).toContain("No financial figures of this company are at hand.");
  });

  test("is made anew when the company was built again, and kept until then", async () => {
    const url = "/companies/kraft-heinz-co";
    await get(url, browser);
    const before = await get(url, browser);
    expect(before.headers.etag).toBeDefined();
    await database.pool.query(
      "update entity set name = 'Renamed Co' where slug = 'kraft-heinz-co'",
    );
    expect((await get(url, browser)).headers.etag).toBe(before.headers.etag);

    await database.pool.query(`select pg_notify('tenk_company', '${entityIdOf(kraftHeinz)}')`);
    await expect.poll(async () => (await get(url, browser)).body).toContain("<h1>Renamed Co");
  });
});

describe("the page of a figure", () => {
  test("names tag, filing, its own page and the other versions", async () => {
    const { body } = await get("/companies/kraft-heinz-co/lineage/net_income/2017FY", browser);
    expect(body).toContain('<p class="figure">10,941,000,000 <span class="soft">USD</span></p>');
    expect(body).toContain("us-gaap:NetIncomeLoss");
    expect(body).toMatch(
      /<a rel="noopener" href="https:\/\/www\.sec\.gov\/[^"]+-index\.htm">10-K /,
    );
    expect(body).toMatch(/10,999,000,000.*another version of the same fact/s);
  });

  test("of twelve months has its operands down to the facts", async () => {
    const { body } = await get("/companies/kraft-heinz-co/lineage/revenue/TTM", browser);
    expect(body).toContain("Computed as");
    expect(body.match(/Filed as <code>/g)?.length).toBeGreaterThan(1);
  });

  test("a sum with a part that is not filed is no zero, and a balance is of a day", async () => {
    // 10-K of 2023: cash of 1,400 million on 30 December, and no short-term investments.
    const address = "/companies/kraft-heinz-co/lineage/cash_and_short_term_investments/2023FY";
    const { body } = await get(address, browser);
    expect(body).toContain('<p class="figure">1,400,000,000 <span class="soft">USD</span></p>');
    expect(body).toContain("Computed as a sum of its lines, as far as the filings have them:");
    expect(body).toContain('<p class="soft">2023-12-30</p>');
    expect(body).not.toMatch(/Zero, because|as zero|the order of tags/);
    const flow = await get("/companies/kraft-heinz-co/lineage/revenue/2023FY", browser);
    expect(flow.body).toContain('<p class="soft">2023-01-01 to 2023-12-30</p>');
  });
});

test.each([
  ["T2022-03-31", "transition period to 2022-03-31"],
  ["TTM2022T", "twelve months to the end of the transition period of 2022"],
])("a traced figure of %s is headed by what the period is", async (period, words) => {
  const { body } = await get(`/companies/under-armour-inc/lineage/revenue/${period}`, browser);
  expect(body).toContain(`<h1>Total revenue, ${words}</h1>`);
});

describe("what is not there", () => {
  test("is a page for browsers and an envelope for others", async () => {
    const shown = await get("/companies/nobody", browser);
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(shown.body).toContain("There is no such page");
    expect((await get("/companies/nobody")).json().error.code).toBe("NOT_FOUND");
  });

  test("a day to come or no day at all is refused in words", async () => {
    const future = await get("/companies/kraft-heinz-co?asOf=2999-01-01", browser);
    expect([future.statusCode, future.body.includes("must not be in the future")]).toEqual([
      400,
      true,
    ]);
    expect((await get("/companies/kraft-heinz-co?asOf=soon", browser)).statusCode).toBe(400);
  });
});

describe("the files of a statement's table", () => {
  const at = "/companies/kraft-heinz-co/tables";

  test("the CSV has exact decimals, each period once, and why a cell is empty", async () => {
    const { headers, body } = await get(`${at}/income_statement.csv?periods=all`);
    expect(headers["content-disposition"]).toContain("kraft-heinz-co-income_statement.csv");
    const rows = readCsv(body.replace("\ufeff", ""));
    const column = rows[0]?.indexOf("2017") ?? -1;
    const line = (key: string) => rows.find((row) => row[1] === key);
    expect(rows[1]?.[column]).toBe("2017-12-30");
    expect(line("net_income")?.[column]).toBe("10941000000");
    expect(rows.every((row) => row.length === rows[0]?.length)).toBe(true);
    expect(body).toContain("The filings do not state it.");
    expect(body).not.toMatch(/,'-?\d/);
  });

  test("as of a day they are of that day", async () => {
    const { body } = await get(`${at}/income_statement.csv?asOf=2019-01-31`);
    const rows = readCsv(body.replace("\ufeff", ""));
    const column = rows[0]?.indexOf("2017") ?? -1;
    expect(rows.find((row) => row[1] === "net_income")?.[column]).toBe("10999000000");
  });

  test("the workbook has the same numbers as numbers", async () => {
    const { rawPayload } = await get(`${at}/balance_sheet.xlsx`);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(rawPayload as unknown as ArrayBuffer);
    const sheet = book.worksheets[0];
    const csv = readCsv((await get(`${at}/balance_sheet.csv`)).body.replace("\ufeff", ""));
    const line = csv.findIndex((row) => row[1] === "total_assets");
    expect(line).toBeGreaterThan(2);
    expect(sheet?.getRow(line + 1).getCell(3).value).toBe(Number(csv[line]?.[2]));
  });

  test("another table or company is none", async () => {
    expect((await get(`${at}/everything.csv`)).statusCode).toBe(404);
    expect((await get("/companies/nobody/tables/income_statement.csv")).statusCode).toBe(404);
  });
});
