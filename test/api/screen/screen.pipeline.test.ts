import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { readCsv } from "../../helpers/companies/read-csv.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const taiwan = "0001046179";
const { context } = await openTestPipeline({ ciks: [apple, kraftHeinz] });
await ingestCompany(apple, context);
await ingestCompany(kraftHeinz, context);
const { db, get, database } = await testApp({ database: context.database });
const browser = { accept: "text/html" };
const screen = (query: Record<string, string>) => get(`/v2/screen?${new URLSearchParams(query)}`);

describe("GET /v2/screen", () => {
  test("finds companies by the figures of twelve months, fiscal years and several years", async () => {
    const big = (
      await screen({ where: "revenue > 100b", columns: "revenue.fy,revenue.cagr5" })
    ).json();
    expect(big.meta.total).toBe(1);
    expect(big.data[0]).toMatchObject({
      ticker: "AAPL",
      currency: "USD",
      fiscalYear: 2025,
      ttmEnd: "2025-12-27",
      figures: { "revenue.fy": 416_161_000_000 },
    });
    expect(big.data[0].figures["revenue.cagr5"]).toBeCloseTo((416161 / 274515) ** 0.2 - 1, 10);
    const none = (await screen({ where: "revenue > 100b and currency = EUR" })).json();
    expect(none.meta.total).toBe(0);
  });

  test("sorts both ways, pages, and tells the total of a page beyond the last", async () => {
    const tickers = async (query: Record<string, string>) =>
      (await screen(query)).json().data.map(({ ticker }: { ticker: string }) => ticker);
    expect(await tickers({ sort: "-revenue" })).toEqual(["AAPL", "KHC"]);
    expect(await tickers({ sort: "revenue" })).toEqual(["KHC", "AAPL"]);
    expect(await tickers({ sort: "revenue", limit: "1", offset: "1" })).toEqual(["AAPL"]);
    expect((await screen({ offset: "7" })).json()).toMatchObject({ data: [], meta: { total: 2 } });
  });

  test("is a file for who asks for one", async () => {
    const answer = await get("/v2/screen?sort=-revenue&columns=revenue.fy", { accept: "text/csv" });
    expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
    const [heads, first] = readCsv(answer.body.replace("\ufeff", ""));
    expect(heads?.slice(-3)).toEqual(["ttm_end", "revenue.fy", "revenue.fy_note"]);
    expect(first?.at(-2)).toBe("416161000000");
    expect((await screen({ format: "csv" })).headers["content-disposition"]).toContain(
      "screen.csv",
    );
  });

  test("names the currencies of what it found, and keeps those of one", async () => {
    const inEuros = (currency: string) =>
      database.pool.query(
        "update company_screen set currency = $1 where entity_id = (select id from entity where slug = 'kraft-heinz-co')",
        [currency],
      );
    await inEuros("EUR");
    const found = async (query: Record<string, string>) => {
      const { data, meta } = (await screen(query)).json();
      return [data.map(({ ticker }: { ticker: string }) => ticker), meta.total, meta.currencies];
    };
    expect(await found({ sort: "-revenue", limit: "1" })).toEqual([["AAPL"], 2, ["EUR", "USD"]]);
    expect(await found({ currency: "eur" })).toEqual([["KHC"], 1, ["EUR"]]);
    expect(await found({ currency: "USD", where: "currency = EUR" })).toEqual([[], 0, []]);
    expect((await screen({ currency: "euro" })).statusCode).toBe(400);

    const mixed = (await get("/screen?currency=", browser)).body;
    expect(mixed).toContain("Amounts are in EUR, USD");
    expect(mixed).toMatch(/href="\/v2\/screen\?format=csv[^"]*"/);
    const usual = (await get("/screen", browser)).body;
    expect(usual).toContain('name="currency" value="USD"');
    expect(usual).not.toContain("/companies/kraft-heinz-co");
    await inEuros("USD");
  });

  test("says why a figure is null, in its file, too", async () => {
    const asked = { columns: "deposits,net_income.cagr5,revenue", sort: "-revenue" };
    const [first, second] = (await screen(asked)).json().data;
    expect(first.reasons).toEqual({ deposits: "not_applicable_template" });
    expect(second.ticker).toBe("KHC");
    // Kraft Heinz lost money in 2025.
    expect(second.figures["net_income.cagr5"]).toBeNull();
    expect(second.reasons["net_income.cagr5"]).toBe("not_meaningful");
    const [heads, , last] = readCsv((await screen({ ...asked, format: "csv" })).body.slice(1));
    expect(last?.[heads?.indexOf("net_income.cagr5_note") ?? -1]).toBe("not_meaningful");
    const page = (await get("/screen?columns=deposits", browser)).body;
    expect(page).toContain('title="The line does not apply to companies of this kind."');
  });

  test("finds companies by metrics of several lines and years", async () => {
    const where = "piotroski_f.fy >= 8 and net_debt_to_ebitda < 1";
    const columns = "piotroski_f.fy,sloan_ratio.fy,interest_cover.fy,loans_to_deposits";
    const { data, meta } = (await screen({ where, columns })).json();
    expect(meta.total).toBe(1);
    expect(data[0].ticker).toBe("AAPL");
    // Fiscal 2025: all signs but cash flow above profit, 111,482 against 112,010.
    expect(data[0].figures["piotroski_f.fy"]).toBe(8);
    expect(data[0].figures["sloan_ratio.fy"]).toBeCloseTo(
      (112_010 - 111_482 - 15_195) / 359_241,
      12,
    );
    expect(data[0].reasons).toEqual({
      "interest_cover.fy": "not_reported",
      loans_to_deposits: "not_applicable_template",
    });
    const page = (await get("/screen?columns=piotroski_f.fy,net_debt_to_ebitda.fy", browser)).body;
    expect(page).toMatch(/<td class="n">8<\/td>/);
    expect(page).toMatch(/<td class="n">0\.\dx<\/td>/);
  });

  test("refuses what cannot be read and names what may be meant", async () => {
    const answer = await screen({ where: "revenu > 1" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("did you mean revenue");
    expect((await screen({ sort: "size" })).statusCode).toBe(400);
  });

  test("does not show what is not published, nor what has no fiscal year any more", async () => {
    await database.pool.query("update entity set published = false where slug = 'apple-inc'");
    expect((await screen({ where: "revenue > 100b" })).json().meta.total).toBe(0);
    await database.pool.query("update entity set published = true where slug = 'apple-inc'");
    expect((await screen({ where: "revenue > 100b" })).json().meta.total).toBe(1);
  });
});

describe("GET /v2/metrics", () => {
  test("gives lines and ratios of companies and periods side by side", async () => {
    const { data } = (
      await get(
        "/v2/metrics?tickers=aapl,KHC&metrics=revenue,gross_margin&periods=2022FY..2023FY,TTM",
      )
    ).json();
    const shown = data.map(
      (row: { ticker: string; period: string }) => `${row.ticker} ${row.period}`,
    );
    expect(shown).toEqual([
      "AAPL 2022FY",
      "AAPL 2023FY",
      "AAPL TTM",
      "KHC 2022FY",
      "KHC 2023FY",
      "KHC TTM",
    ]);
    expect(data[1]).toMatchObject({ periodEnd: "2023-09-30", currency: "USD", reasons: {} });
    expect(data[1].values.revenue).toBe(383_285_000_000);
    expect(data[1].values.gross_margin).toBeCloseTo(169_148 / 383_285, 12);
    expect(data[2].values.revenue).toBe(435_617_000_000);
  });

  test("says why there is no value", async () => {
    const { data } = (
      await get("/v2/metrics?tickers=KHC&metrics=deposits,roic&periods=1999FY,2023FY")
    ).json();
    expect(data[0]).toMatchObject({ periodEnd: null, reasons: { deposits: "no_period" } });
    expect(data[1].values.deposits).toBeNull();
    expect(data[1].reasons.deposits).toBe("not_applicable_template");
    expect(data[1].values.roic).toBeGreaterThan(0);
  });

  test("gives metrics of several years, each from the years before it, and none of a quarter", async () => {
    const asked =
      "tickers=AAPL&metrics=dilution,rule_of_40,interest_cover&periods=2018FY,2023FY,2023Q3,TTM";
    const { data } = (await get(`/v2/metrics?${asked}`)).json();
    const [y2018, y2023, quarter, ttm] = data;
    // Shares of 2017 were counted before the split of four for one, those of 2018 were restated after it.
    expect(y2018.values.dilution).toBeCloseTo(20_000_435 / (4 * 5_251_692) - 1, 12);
    expect(y2023.values.rule_of_40).toBeCloseTo(383_285 / 394_328 - 1 + 99_584 / 383_285, 12);
    expect(quarter.values.rule_of_40).toBeNull();
    expect(quarter.reasons.rule_of_40).toBe("needs_twelve_months");
    expect(quarter.values.dilution).toBeLessThan(0);
    expect(ttm.values.rule_of_40).toBeCloseTo(435_617 / 395_760 - 1 + 123_324 / 435_617, 12);
    expect(ttm.flags.interest_cover).toEqual(["derived_from:operating_income,interest_expense"]);
    expect(y2018.flags.dilution).toEqual([
      "derived_from:weighted_average_shares_diluted,weighted_average_shares_diluted[-1]",
    ]);
    expect(ttm.reasons).toEqual({ interest_cover: "insufficient_quarters" });
    // As filed, the lines that are shown: what is computed of them stays on one basis.
    const counted = "tickers=AAPL&metrics=dilution,weighted_average_shares_diluted";
    const filed = await get(`/v2/metrics?${counted}&periods=2017FY..2018FY&perShare=filed`);
    const [before, after] = filed.json().data;
    expect(before.values.weighted_average_shares_diluted).toBe(5_251_692_000);
    expect(after.values.dilution).toBe(y2018.values.dilution);
  });

  test("gives a metric as of a day from what was filed by then", async () => {
    const asked =
      "/v2/metrics?tickers=KHC&metrics=net_debt_to_ebitda,dilution&periods=2017FY,2018FY";
    const { data } = (await get(`${asked}&asOf=2018-12-31`)).json();
    expect(data[1].reasons).toEqual({ net_debt_to_ebitda: "no_period", dilution: "no_period" });
    expect(data[0].reasons).toEqual({});
    const { data: now } = (await get(asked)).json();
    // Impairments made EBITDA of 2018 negative.
    expect(now[1].reasons).toEqual({ net_debt_to_ebitda: "not_meaningful" });
    expect(now[0].values.net_debt_to_ebitda).not.toBe(data[0].values.net_debt_to_ebitda);
  });

  const metrics = async (query: string) => (await get(`/v2/metrics?${query}`)).json();
  const eps = "tickers=AAPL&metrics=eps_diluted,weighted_average_shares_diluted";

  test("gives figures per share and share counts of all periods after all splits, with the factor [FIN-13]", async () => {
    const { data } = await metrics(`${eps}&periods=2017FY..2018FY,TTM`);
    expect(data[0].values).toEqual({
      eps_diluted: 9.21 / 4,
      weighted_average_shares_diluted: 4 * 5_251_692_000,
    });
    expect(data[0].flags).toEqual({
      eps_diluted: ["split_adjusted:4"],
      weighted_average_shares_diluted: ["split_adjusted:4"],
    });
    expect(data[1].values.eps_diluted).toBe(2.98);
    expect(data[1].flags).toEqual({});
    expect(data[2].flags).toEqual({});
    const filed = await metrics(`${eps}&periods=2017FY..2018FY&perShare=filed`);
    expect(filed.data[0]).toMatchObject({ values: { eps_diluted: 9.21 }, flags: {} });
    expect(filed.data[1].values.eps_diluted).toBe(2.98);
  });

  test("answers as of a day, by the splits of that day, and as first reported [FIN-13]", async () => {
    const past = await metrics(`${eps}&periods=2017FY..2018FY,2023FY&asOf=2019-12-31`);
    expect(past.meta).toMatchObject({ asOf: "2019-12-31", view: "latest" });
    const values = past.data.map((row: { values: object }) => Object.values(row.values)[0]);
    expect(values).toEqual([9.21, 11.91, null]);
    expect(past.data[0].flags).toEqual({});
    expect(past.data[2].reasons.eps_diluted).toBe("no_period");

    const netIncome = async (query: string) =>
      (await metrics(`tickers=KHC&metrics=net_income&periods=2017FY${query}`)).data[0].values;
    expect(await netIncome("")).toEqual({ net_income: 10_941_000_000 });
    expect(await netIncome("&asOf=2018-12-31")).toEqual({ net_income: 10_999_000_000 });
    expect(await netIncome("&view=original")).toEqual({ net_income: 10_999_000_000 });
  });

  test("the file has reasons and flags beside the figures [FIN-13]", async () => {
    const { body } = await get(`/v2/metrics?${eps},deposits&periods=2017FY&format=csv`);
    const [heads, row] = readCsv(body.slice(1));
    const cell = (name: string) => row?.[heads?.indexOf(name) ?? -1];
    expect(cell("eps_diluted")).toBe("2.3025");
    expect(cell("eps_diluted_note")).toBe("split_adjusted:4");
    expect(cell("deposits_note")).toBe("not_applicable_template");
  });

  test("refuses a future day, two views at once, and parameters that there are not", async () => {
    const refused = async (path: string) => {
      const answer = await get(path);
      return [answer.statusCode, answer.json().error.message];
    };
    const asked = "/v2/metrics?tickers=AAPL";
    expect((await refused(`${asked}&asOf=9999-01-01`))[0]).toBe(400);
    expect((await refused(`${asked}&asOf=2019-12-31&view=original`))[0]).toBe(400);
    expect(await refused(`${asked}&asof=2019-12-31`)).toEqual([
      400,
      "There is no parameter asof here; did you mean asOf?",
    ]);
    for (const name of ["asOf=2019-12-31", "view=original", "perShare=adjusted"]) {
      const [status, message] = await refused(`/v2/screen?${name}`);
      expect([status, message]).toEqual([400, `There is no parameter ${name.split("=")[0]} here`]);
    }
  });

  test("refuses unknown tickers, metrics and periods", async () => {
    const ticker = await get("/v2/metrics?tickers=KHC,APPL");
    expect(ticker.statusCode).toBe(404);
    expect(ticker.json().error.message).toBe(
      "Ticker APPL not found; did you mean AAPL (Apple Inc.)?",
    );
    const metric = await get("/v2/metrics?tickers=AAPL&metrics=net_incom");
    expect(metric.json().error.message).toContain("did you mean net_income");
    expect((await get("/v2/metrics?tickers=AAPL&periods=soon")).statusCode).toBe(400);
  });
});

describe("the pages", () => {
  test("show a screen as a table that leads on, and keep what was typed where it is refused", async () => {
    const { body } = await get("/screen?where=revenue+%3E+100b", browser);
    expect(body).toContain('<a href="/companies/apple-inc">Apple Inc.</a>');
    expect(body).not.toContain("/companies/kraft-heinz-co");
    const refused = await get("/screen?where=%3Cb%3E+%3E+1", browser);
    expect(refused.statusCode).toBe(200);
    expect(refused.body).toContain('role="alert"');
    expect(refused.body).toContain('value="&lt;b&gt; &gt; 1"');
  });

  test("a picked condition leads to its text, ratios in percent, and comes back as a row", async () => {
    const picked =
      "metric=net_margin&period=avg5&is=%3E%3D&value=15&metric=revenue&period=ttm&is=%3E&value=10b&metric=&period=ttm&is=%3E&value=";
    const { statusCode, headers } = await get(
      `/screen?${picked}&column=roic&column=revenue.fy&sort=-roic`,
      browser,
    );
    expect(statusCode).toBe(302);
    const query = new URL(String(headers.location), "http://local").searchParams;
    expect(Object.fromEntries(query)).toEqual({
      currency: "USD",
      where: "net_margin.avg5 >= 15% and revenue > 10b",
      sort: "-roic",
      columns: "roic,revenue.fy",
    });
    const { body } = await get(String(headers.location), browser);
    expect(body).toMatch(/value="net_margin"[^>]* selected>Net margin</);
    expect(body).toContain('<option value="avg5" selected>');
    expect(body).toContain('<input name="value" value="15%"');
    expect(body).toContain('<input name="value" value="10b"');
    expect(body).toMatch(/value="roic" checked>/);
  });

  test("a row that cannot be read is refused in a sentence and stays as it was", async () => {
    const { statusCode, body } = await get(
      "/screen?metric=revenue&period=ttm&is=%3E&value=much",
      browser,
    );
    expect(statusCode).toBe(200);
    expect(body).toContain('role="alert"');
    expect(body).toContain('<input name="value" value="much"');
  });

  test("a screen says who is left out and why", async () => {
    const { body } = await get("/screen?where=deposits+%3E+1", browser);
    expect(body).toContain("Left out: 2 of 2 companies");
    expect(body).toContain("2 without Deposits, twelve months");
    expect(body).toContain("The line does not apply to companies of this kind.");
    const failing = (await get("/screen?where=revenue+%3E+100b", browser)).body;
    expect(failing).toContain("1 that do not meet the conditions");
  });

  test("compare companies by charts and tables", async () => {
    const { body } = await get("/compare?tickers=AAPL,KHC&metrics=revenue,roic", browser);
    expect(body.match(/<svg class="chart"/g)?.length).toBe(3);
    expect(body).toContain('<a href="/companies/apple-inc/lineage/revenue/2023FY">383.3B</a>');
    expect(body).not.toContain("/lineage/roic/");
    expect(body).not.toContain("across currencies");
    expect((await get("/compare?tickers=NOSUCH", browser)).body).toContain('role="alert"');
  });

  test("compare amounts of several currencies with a warning, and name each company's", async () => {
    const { context: wide } = await openTestPipeline({ ciks: [apple, taiwan] });
    await ingestCompany(apple, wide);
    await ingestCompany(taiwan, wide);
    const { get: read } = await testApp({ database: wide.database });
    const { body } = await read(
      "/compare?tickers=AAPL,TSM&metrics=revenue&periods=2023FY",
      browser,
    );
    expect(body).toContain("Amounts are in TWD, USD, as each company reports.");
    expect(body).toContain('TSM</a> <span class="soft">TWD</span>');
  });

  test("compare figures per share after all splits, and say so [FIN-13]", async () => {
    const { body } = await get(
      "/compare?tickers=AAPL&metrics=eps_diluted&periods=2017FY..2018FY",
      browser,
    );
    expect(body).toMatch(
      /title="Adjusted for splits: one share of the filing has become 4\.">2\.30/,
    );
    expect(body).not.toContain(">9.21<");
  });

  test("compare as of a day and as first reported, and refuse what they do not take [FIN-13]", async () => {
    const at = "/compare?tickers=AAPL&metrics=eps_diluted&periods=2017FY..2018FY";
    const { body } = await get(`${at}&asOf=2019-12-31`, browser);
    expect(body).toContain(
      '<a href="/companies/apple-inc/lineage/eps_diluted/2017FY?asOf=2019-12-31">9.21</a>',
    );
    expect(body).toContain("<b>As known on 2019-12-31</b>");
    expect(body).toContain('name="asOf" value="2019-12-31"');
    expect(body).toMatch(/href="\/v2\/metrics\?[^"]*asOf=2019-12-31/);
    const both = (await get(`${at}&asOf=2019-12-31&view=original`, browser)).body;
    expect(both).toContain('role="alert"');
    for (const path of ["/screen?asOf=2019-12-31", `${at}&asof=2019-12-31`]) {
      expect([path, (await get(path, browser)).statusCode]).toEqual([path, 400]);
    }
  });

  test("compare offers companies to who has named none", async () => {
    const { body } = await get("/compare", browser);
    expect(body).toContain('<a href="/compare?tickers=AAPL,KHC">');
  });

  test("the head of a screen's column sorts by it, and the other way the second time", async () => {
    const head = async (sort: string) => {
      const { body } = await get(`/screen?sort=${sort}`, browser);
      return /<th scope="col" class="n"( aria-sort="\w+")?><a href="[^"]*sort=(-?\w+)&[^"]*">Revenue</
        .exec(body)
        ?.slice(1);
    };
    expect(await head("-revenue")).toEqual([' aria-sort="descending"', "revenue"]);
    expect(await head("revenue")).toEqual([' aria-sort="ascending"', "-revenue"]);
    expect(await head("-net_income")).toEqual([undefined, "-revenue"]);
  });

  test("the first one searches, leads a ticker to its company, and others to the documentation", async () => {
    expect((await get("/?search=kraft", browser)).headers.location).toBe(
      "/companies/kraft-heinz-co",
    );
    expect((await get("/?search=aapl", browser)).headers.location).toBe("/companies/apple-inc");
    expect((await get("/?search=zzzqqq", browser)).body).toContain("<h1>“zzzqqq”</h1>");
    expect((await get("/?search=zzzqqq", browser)).body).toContain("No company matches");
    expect((await get("/")).headers.location).toBe("/api/docs");
  });
});

describe("the first page", () => {
  test("says how many companies there are and from when, with figures that lead to their lineage", async () => {
    const { body } = await get("/", browser);
    expect(body).toContain("2 companies, with reports filed up to 2026-02-12.");
    const [, row = ""] =
      /<tr>(<th scope="row"><a href="\/companies\/apple-inc">.*)<\/tr>/.exec(body) ?? [];
    expect(row).toContain('href="/companies/apple-inc/lineage/revenue/TTM">435.6B</a>');
    expect(row.match(/<td class="n">[^–]/g)).toHaveLength(3);
    const dates = [...body.matchAll(/<tr><td class="date">(\S+)<\/td>/g)].map(([, day]) => day);
    expect(dates).toHaveLength(12);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test("of an installation without companies says what to do", async () => {
    const empty = await testApp();
    const { body } = await empty.get("/", browser);
    expect(body).toContain("No company is here yet.");
    expect(body).toContain("npm run ingest -- --ticker AAPL");
    expect(body).not.toContain('aria-label="Companies"');
  });
});

describe("GET /tenk.js", () => {
  test("is at an address of its own digest, which every page names, and kept for good only there", async () => {
    const { body } = await get("/", browser);
    const [, address = ""] = /<script type="module" src="([^"]+)"><\/script>/.exec(body) ?? [];
    const found = await get(address);
    expect([found.statusCode, found.headers["content-type"]]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    expect(found.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const again = await get(address, { "if-none-match": String(found.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const other = await get("/tenk.js?v=old");
    expect(other.headers["cache-control"]).toBe("public, max-age=60");
    expect(other.body).toBe(found.body);
  });

  test("is at most 40 kB packed", async () => {
    const { rawPayload, headers } = await get("/tenk.js", { "accept-encoding": "gzip" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(rawPayload.length).toBeLessThanOrEqual(40_000);
  });
});

test("a company that is deleted leaves the screen", async () => {
  await db.execute("delete from entity where slug = 'kraft-heinz-co'");
  expect((await screen({})).json().meta.total).toBe(1);
});
