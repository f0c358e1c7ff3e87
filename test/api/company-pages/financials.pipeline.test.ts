import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { readCsv } from "../../helpers/companies/read-csv.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const jpmorgan = "0000019617";
const { context } = await openTestPipeline({ ciks: [apple, jpmorgan] });
await ingestCompany(apple, context);
await ingestCompany(jpmorgan, context);
const { get } = await testApp({ database: context.database });
const browser = { accept: "text/html" };
const at = "/companies/apple-inc";

const show = async (query: string, slug = "apple-inc") =>
  (await get(`/companies/${slug}/financials${query}`, browser)).body;

/** What a cell shows and what it says when it is pointed at. */
function cellOf(body: string, line: string, period: string): readonly (string | undefined)[] {
  const found = new RegExp(
    `/lineage/${line}/${period}["?][^>]*?(?: title="([^"]*)")?>([^<]*)</a>`,
  ).exec(body);
  return found === null ? [] : [found[2], found[1]];
}

/** The periods of a table, from left to right. */
const headsOf = (body: string) =>
  [...(/<thead>.*?<\/thead>/s.exec(body)?.[0] ?? "").matchAll(/class="n">([^<]+)<br>/g)].map(
    ([, head]) => head,
  );

describe("the statements of a company", () => {
  test("are fiscal years after the newest twelve months, the newest on the left", async () => {
    const heads = headsOf(await show(""));
    expect(heads[0]).toBe("TTM");
    const years = heads.slice(1).map(Number);
    expect(years.length).toBe(8);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    expect(headsOf(await show("?periods=all")).length).toBeGreaterThan(heads.length);
  });

  test("of quarters and of twelve months have those columns alone", async () => {
    const quarters = headsOf(await show("?period=quarterly"));
    expect(quarters.length).toBe(8);
    expect(quarters.every((head) => /^Q[1-4] \d{4}$/.test(head ?? ""))).toBe(true);
    const trailing = await show("?period=ttm");
    expect(headsOf(trailing)[0]).toBe("TTM");
    expect(headsOf(trailing).every((head) => head?.startsWith("TTM"))).toBe(true);
  });

  // 10-K of 2023: net sales of 383,285 after 394,328 million.
  test("say of a figure its tag, printed line and filing [FIN-04]", async () => {
    const [text, title] = cellOf(await show(""), "revenue", "2023FY");
    expect(text).toBe("383,285");
    expect(title).toMatch(
      /^us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax(, printed as “[^”]+”)?, 10-K of 2023-11-03\.$/,
    );
  });

  test("say of a computed figure how it was computed, and of an empty cell why", async () => {
    const body = await show("?period=quarterly&periods=all");
    expect(cellOf(body, "revenue", "2023Q4")[1]).toMatch(
      /^Computed: .*(nine months|quarters|start of the year)/,
    );
    expect(cellOf(await show("?periods=all"), "interest_expense", "2024FY")).toEqual([
      "–",
      expect.stringMatching(/^The filings|^It |^Filed|^What|^The company/),
    ]);
  });

  test("year over year are changes of the figures, with both amounts", async () => {
    const body = await show("?show=growth");
    expect(cellOf(body, "revenue", "2023FY")).toEqual([
      "−2.8%",
      expect.stringContaining("383,285,000,000, 394,328,000,000 a year before"),
    ]);
    expect(body).toContain("change on the year before");
  });

  test("in common size are shares of revenue and of total assets", async () => {
    const body = await show("?show=common");
    expect(cellOf(body, "revenue", "2023FY")[0]).toBe("100.0%");
    // 169,148 of 383,285, and 352,583 of assets.
    expect(cellOf(body, "gross_profit", "2023FY")[0]).toBe("44.1%");
    expect(cellOf(body, "total_assets", "2023FY")[0]).toBe("100.0%");
    expect(body).not.toContain("lineage/eps_diluted/");
  });

  test("the oldest year has no change, and says why", async () => {
    const body = await show("?show=growth&periods=all");
    const oldest = headsOf(body).at(-1);
    const [text, title] = cellOf(body, "revenue", `${oldest}FY`);
    expect([text, title]).toEqual(["–", "There is no such period in the filings."]);
  });

  test("of a bank begin with its interest, and totals are marked", async () => {
    const body = await show("", "jpmorgan-chase-co");
    const first = /<tbody>\s*<tr class="([^"]*)"><th scope="row"><a [^>]*>([^<]+)</.exec(body);
    expect(first?.[2]).toMatch(/interest/i);
    expect(body).toMatch(/<tr class="total"><th scope="row"><a [^>]*>Total assets</);
    expect(body).toMatch(/<tr class="d1"><th scope="row">/);
  });

  test.each(["?period=weekly", "?show=everything", "?periods=some"])(
    "%s is refused",
    async (query) => {
      expect((await get(`${at}/financials${query}`, browser)).statusCode).toBe(400);
    },
  );
});

describe("the files of a view of the statements", () => {
  const query = "?show=growth&period=annual";

  test("are those that its page links", async () => {
    const body = await show("?show=growth");
    for (const format of ["csv", "xlsx", "json"]) {
      const href = `${at}/tables/income_statement.${format}?show=growth&amp;period=annual`;
      const other = `${at}/tables/income_statement.${format}?period=annual&amp;show=growth`;
      expect(body.includes(href) || body.includes(other)).toBe(true);
    }
  });

  test("have the same periods and figures as CSV, workbook and JSON", async () => {
    const file = (format: string) => get(`${at}/tables/income_statement.${format}${query}`);
    const { periods, rows } = (await file("json")).json();
    const place = periods.findIndex(({ key }: { key: string }) => key === "2023FY");
    const revenue = rows.find(({ key }: { key: string }) => key === "revenue");
    expect(periods[0].key).toBe("TTM");
    // (383,285 - 394,328) / 394,328
    expect(revenue.cells[place]).toEqual({ value: "-0.028005", reason: null, splitFactor: null });
    const csv = readCsv((await file("csv")).body.replace("\ufeff", ""));
    const line = csv.find((row) => row[1] === "revenue");
    expect(line?.[csv[0]?.indexOf("2023") ?? -1]).toBe("-0.028005");
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await file("xlsx")).rawPayload as unknown as ArrayBuffer);
    const at2023 = csv.findIndex((row) => row[1] === "revenue") + 1;
    expect(book.worksheets[0]?.getRow(at2023).getCell(place + 3).value).toBeCloseTo(-0.028005, 9);
  });
});

describe("the overview of a company", () => {
  test("has one date, and figures in groups with change, line and source", async () => {
    const { body } = await get(at, browser);
    const figures = body.slice(body.indexOf('id="summary"'), body.indexOf('id="trends"'));
    const end = /Twelve months to (\d{4}-\d\d-\d\d), balances of that day/.exec(figures)?.[1];
    expect(end).toBeDefined();
    expect(figures.split(end ?? "").length - 1).toBe(1);
    expect(figures).toMatch(
      /<dt>Diluted EPS<\/dt><dd class="spark"><svg [^>]*>.*?<\/svg><\/dd><dd class="value"><a href="\/companies\/apple-inc\/lineage\/eps_diluted\/TTM">\$/,
    );
    for (const title of ["Income", "Margins and returns", "Cash", "Balance sheet"]) {
      expect(figures).toContain(`<h3>${title}</h3>`);
    }
  });

  test("shows every graded signal, its status, and how prices would come", async () => {
    const { body } = await get(at, browser);
    const { data } = (await get(`/v2/entities/${await idOf("AAPL")}/company-terminal`)).json();
    const signals = [...body.matchAll(/<span class="signal (\w+)">/g)].map(([, signal]) => signal);
    expect(signals).toEqual(
      data.financialHealth.signals.map(({ signal }: { signal: string }) => signal),
    );
    const [last] = data.filings.rows;
    expect(body).toContain(`Listed. Last filing: ${last.form} of ${last.filingDate}.`);
    expect(body).toContain("PRICES_URL");
    expect(body).not.toContain("npm run");
  });

  const idOf = async (ticker: string) =>
    (await get(`/v2/entities/public/by-ticker/${ticker}`)).json().data.entityId;
});
