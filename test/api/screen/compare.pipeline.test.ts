import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const { context } = await openTestPipeline({ ciks: [apple, kraftHeinz] });
await ingestCompany(apple, context);
await ingestCompany(kraftHeinz, context);
const { get } = await testApp({ database: context.database });
const ask = (query: string) => get(`/compare${query}`, { accept: "text/html" });
const open = async (query: string) => (await ask(query)).body;
const both = "?tickers=AAPL,KHC";

describe("the companies of a comparison", () => {
  test("are chips, each with the way to leave it out", async () => {
    const body = await open(`${both}&metrics=roic`);
    expect(body).toContain(
      '<a class="remove" href="/compare?tickers=KHC&amp;metrics=roic" aria-label="Leave out Apple Inc.">',
    );
  });

  test("are named by ticker, CIK or slug, and stand once", async () => {
    const body = await open("?tickers=aapl,320193,kraft-heinz-co&metrics=roic");
    expect(body.match(/aria-label="Leave out /g)?.length).toBe(2);
    expect(body).toContain('<a href="/companies/kraft-heinz-co">');
  });

  test("are there without the one that does not exist, which is said with those meant", async () => {
    const body = await open("?tickers=AAPL,aple,KHC&metrics=revenue&periods=2023FY");
    expect(body).toContain('role="alert">There is no company “aple” here. Did you mean:');
    expect(body).toContain('<li><a href="/compare?tickers=AAPL,KHC,AAPL');
    expect(body).toContain(">383.3B</a>");
    expect(body).toContain(">26.6B</a>");
  });

  test("are added by a ticker or by a name that only one has, and offered otherwise", async () => {
    for (const text of ["KHC", "kraft-heinz-co", "kraft", "1637459"]) {
      const { statusCode, headers } = await ask(`?tickers=AAPL&metrics=roic&add=${text}`);
      expect([text, statusCode]).toEqual([text, 302]);
      expect(headers.location).toMatch(
        /^\/compare\?tickers=AAPL,(KHC|kraft-heinz-co)&metrics=roic$/,
      );
    }
    expect(await open("?tickers=AAPL&add=qqqqq")).toContain("Nothing matches “qqqqq”.");
  });

  test("are at most six on a page", async () => {
    const body = await open("?tickers=AAPL,KHC,A1,A2,A3,A4,A5");
    expect(body).toContain("A page compares at most 6 companies");
    expect(body).toContain("Leave out Apple Inc.");
    expect(body).not.toContain("“A5”");
  });
});

describe("the metrics of a comparison", () => {
  test("are picked by their names: the form leads to the address", async () => {
    const { statusCode, headers } = await ask(
      `${both}&metric=revenue&metric=roic&periods=TTM&show=amounts&x=&y=&asOf=`,
    );
    expect([statusCode, headers.location]).toEqual([
      302,
      "/compare?tickers=AAPL,KHC&metrics=revenue,roic&periods=TTM",
    ]);
    const body = await open(`${both}&metrics=revenue,roic`);
    expect(body).toContain("<summary>Metrics: Revenue, Return on invested capital</summary>");
    expect(body).toContain('value="revenue" checked> Revenue</label>');
    expect(body).toContain('value="net_income"> ');
  });

  test("have their own box where no list has them", async () => {
    expect(await open(`${both}&metrics=goodwill`)).toContain('value="goodwill" checked>');
  });

  test("that do not exist are refused with those meant", async () => {
    expect(await open(`${both}&metrics=revenu`)).toContain('role="alert">There is no metric');
  });
});

describe("the figures of a comparison", () => {
  // Revenue of Apple: 365,817 million in 2021, 383,285 in 2023.
  test("are 100 in the first period of all companies where they are indexed", async () => {
    const body = await open(`${both}&metrics=revenue,roic&periods=2021FY..2023FY&show=indexed`);
    expect(body).toContain("<caption>Revenue, 2021FY is 100</caption>");
    expect(body).toContain(`>${((100 * 383285) / 365817).toFixed(1)}</a>`);
    expect(body).toContain("<caption>Return on invested capital</caption>");
  });

  // 383,285 million by 15,812,547 thousand diluted shares.
  test("are divided by diluted shares per share", async () => {
    const body = await open(`${both}&metrics=revenue&periods=2023FY&show=per_share`);
    expect(body).toContain("<caption>Revenue per diluted share</caption>");
    expect(body).toContain(`>${(383285 / 15812.547).toFixed(4)}</a>`);
  });

  test("stand in a scatter of two metrics, of the newest period that has both", async () => {
    const body = await open(
      `${both}&metrics=revenue,roic,net_margin&periods=2022FY..2023FY&x=net_margin&y=revenue`,
    );
    expect(body).toContain("<h2>Revenue by Net margin</h2>");
    expect(body).toContain("<title>AAPL, 2023FY: Net margin 25.3%, Revenue 383.3B</title>");
    expect(await open("?tickers=AAPL&metrics=revenue,roic")).not.toContain(" by Revenue</h2>");
  });
});
