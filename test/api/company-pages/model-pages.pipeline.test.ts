import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const { get, send } = await testApp({ database: context.database });
const browser = { accept: "text/html" };
const at = "/companies/apple-inc/models";
const dcf = `${at}/dcf_5_year_terminal_growth`;

const submit = (url: string, fields: Record<string, string>) =>
  send({
    ...{ method: "POST", url },
    headers: { ...browser, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });

const entityId = (await get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const api = `/v2/entities/${entityId}/models/dcf_5_year_terminal_growth`;
const worthOf = (body: string) => /<p class="figure">([\d.,]+) /.exec(body)?.[1];
const worthIn = async (payload: object) => {
  const answer = await send({ method: "POST", url: `${api}/compute`, payload });
  return Number(answer.json().data.valuation.fairValuePerShare).toFixed(2);
};
/** What the page says beside a field; undefined where it says nothing. */
const whyOf = (body: string, name: string) =>
  new RegExp(`id="${name}-why">([^<]+)<`).exec(body)?.[1];

describe("the page of a model", () => {
  test("shows what the API computes from the filings, and the inputs with their values", async () => {
    const { statusCode, body, headers } = await get(dcf, browser);
    expect(statusCode).toBe(200);
    expect(worthOf(body)).toBe(await worthIn({}));
    expect(body).toMatch(
      /<label for="discount_rate">Discount rate<\/label><input [^>]*placeholder="\d+\.\d\d%"/,
    );
    expect(body).toContain("What the answer implies");
    expect(body).toMatch(/From the filings.*Revenue, last fiscal year.*sec\.gov\/Archives/s);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self'; connect-src 'self';/);
  });

  test("says how each line is computed, as the API says it", async () => {
    const { data, meta } = (await get(`${api}/formulas`)).json();
    expect(meta.count).toBe(data.length);
    expect(data).toContainEqual({
      ...{ key: "nopat", label: "NOPAT", unit: "money" },
      formula: "EBIT − Pro-forma taxes",
    });
    const shown = [
      ...(await get(dcf, browser)).body.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g),
    ];
    const plain = (text = "") => text.replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    expect(shown.map(([, label, formula]) => [plain(label), plain(formula)])).toEqual(
      data.map(({ label, formula }: Record<string, string>) => [label, formula]),
    );
    expect((await get(`${api.replace("5_year", "6_year")}/formulas`)).statusCode).toBe(404);
    expect((await get(`${api}/formulas?asOf=2100-01-01`)).statusCode).toBe(400);
    const before = (await get(`${api}/formulas?asOf=2021-01-01`)).json();
    expect(before.data.map(({ key }: { key: string }) => key)).toContain("nopat");
  });

  test("recomputes by its form alone as the API does with the same overrides", async () => {
    const fields = {
      act: "show",
      discount_rate: "8.5",
      revenue_growth_2026: "10%",
      tax_rate: "",
    };
    const { statusCode, body } = await submit(dcf, fields);
    const overrides = {
      assumptions: { discount_rate: 0.085 },
      drivers: { revenue_growth: { "2026": 0.1 } },
    };
    const year = /name="revenue_growth_(\d{4})"/.exec(body)?.[1];
    expect(year).toBeDefined();
    expect(statusCode).toBe(200);
    expect(worthOf(body)).toBe(await worthIn(overrides));
    expect(worthOf(body)).not.toBe(await worthIn({}));
    expect(body).toMatch(/name="discount_rate"[^>]* value="8\.5"/);
  });

  test("its button leads to an address that has the inputs, so that a browser goes back to them", async () => {
    const fields = {
      act: "compute",
      discount_rate: "8.5",
      revenue_growth_2026: "10%",
      tax_rate: "",
    };
    const { statusCode, headers } = await submit(`${dcf}?asOf=2024-12-31`, fields);
    expect([statusCode, headers.location]).toEqual([
      302,
      `${dcf}?asOf=2024-12-31&set=discount_rate%3A8.5%3Brevenue_growth_2026%3A10%25`,
    ]);
    const { body } = await get(String(headers.location), browser);
    const shown = await submit(`${dcf}?asOf=2024-12-31`, { ...fields, act: "show" });
    expect(worthOf(body)).toBe(worthOf(shown.body));
    expect(worthOf(body)).not.toBe(worthOf((await get(`${dcf}?asOf=2024-12-31`, browser)).body));
    const untouched = await submit(dcf, { act: "compute" });
    expect([untouched.statusCode, untouched.headers.location]).toEqual([302, dcf]);
  });

  test("tells what it refuses beside each field, and keeps what was typed", async () => {
    const fields = { discount_rate: "a lot", tax_rate: "150", ebitda_margin: "30" };
    const { statusCode, body } = await submit(dcf, fields);
    expect(statusCode).toBe(400);
    expect(whyOf(body, "discount_rate")).toContain("This is not a number");
    expect(whyOf(body, "tax_rate")).toBe("Must be from 0.00% to 100.00%.");
    expect(whyOf(body, "ebitda_margin")).toBeUndefined();
    expect(body).toMatch(/name="tax_rate"[^>]*aria-invalid="true" value="150"/);
    expect(body).toMatch(/name="ebitda_margin"[^>]* value="30"/);
    expect(worthOf(body)).toBe(await worthIn({}));
  });

  test("says why inputs cannot hold together", async () => {
    const { statusCode, body } = await submit(dcf, {
      discount_rate: "2",
      discount_rate_low: "1",
      terminal_growth: "4",
    });
    expect(statusCode).toBe(400);
    const [, said = ""] = /<p role="alert">(.*?)<\/p>/s.exec(body) ?? [];
    expect(said).toMatch(/must.*The values are those of the defaults/);
    // Labels that lead to their fields stand for the keys.
    expect(said).toContain('<a href="#terminal_growth">Terminal growth</a>');
    expect(said.replaceAll(/href="#\w+"/g, "")).not.toMatch(/[a-z]_[a-z]/);
  });

  test("an address with its inputs gives the page that the form gives", async () => {
    const fields = { discount_rate: "8.5", revenue_growth_2027: "10%" };
    const sent = await submit(dcf, fields);
    const [, link = ""] = /<a href="([^"]+)">Address of these inputs/.exec(sent.body) ?? [];
    expect(link).toBe(`${dcf}?set=discount_rate%3A8.5%3Brevenue_growth_2027%3A10%25`);
    const shared = await get(link, browser);
    expect([shared.statusCode, shared.body]).toEqual([200, sent.body]);
    expect(worthOf(shared.body)).not.toBe(worthOf((await get(dcf, browser)).body));
    const refused = await get(`${dcf}?set=discount_rate:a+lot`, browser);
    expect(refused.statusCode).toBe(400);
    expect(whyOf(refused.body, "discount_rate")).toContain("not a number");
    expect(refused.body).not.toContain("Address of these inputs");
  });

  test("a grid shows what the API computes at other rates and growths, around the result", async () => {
    const fields = { discount_rate: "9", terminal_growth: "2", tax_rate: "20" };
    const { body } = await submit(dcf, fields);
    const [, grid = ""] = /<table class="grid">(.*?)<\/table>/s.exec(body) ?? [];
    const [, ...rows] = grid.split("<tr>").slice(1);
    const values = rows.map((row) =>
      [...row.matchAll(/<td class="[^"]*">([^<]*)/g)].map(([, text]) => text),
    );
    expect(values.map((row) => row.length)).toEqual([5, 5, 5, 5, 5]);
    const worth = (discount_rate: number, terminal_growth: number) =>
      worthIn({ assumptions: { discount_rate, terminal_growth, tax_rate: 0.2 } });
    expect(values[2]?.[2]).toBe(worthOf(body));
    expect(values[0]?.[4]).toBe(await worth(0.08, 0.025));
    expect(values[4]?.[1]).toBe(await worth(0.1, 0.0175));
    expect(grid).toMatch(/Discount rate.*2\.00%.*8\.00%/s);
  });

  test("the grid of the cost of capital has betas as numbers, premiums as rates", async () => {
    const { body } = await submit(`${at}/wacc`, { beta: "1.3", equity_risk_premium: "5" });
    const [, grid = ""] = /<table class="grid">(.*?)<\/table>/s.exec(body) ?? [];
    const heads = [...grid.matchAll(/<th scope="(?:col" class="n|row)">([^<]*)/g)];
    expect(heads.map(([, text]) => text)).toEqual([
      ...["1.10", "1.20", "1.30", "1.40", "1.50"],
      ...["4.00%", "4.50%", "5.00%", "5.50%", "6.00%"],
    ]);
  });

  test("writes what is typed as text, never as markup", async () => {
    const { body } = await submit(dcf, { discount_rate: '"><script>x' });
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;x"');
  });

  test("gives the workbook and the CSV of the API with the same overrides", async () => {
    const csv = await submit(dcf, { act: "csv", discount_rate: "8.5" });
    const same = await send({
      ...{ method: "POST", url: `${api}/export` },
      payload: { format: "csv", assumptions: { discount_rate: 0.085 } },
    });
    const lines = (body: string) =>
      body.split("\n").filter((line) => !/Generated|generated/.test(line));
    expect(csv.headers["content-disposition"]).toContain(".csv");
    expect(lines(csv.body)).toEqual(lines(same.body));
    const book = await submit(dcf, { act: "xlsx" });
    expect(book.headers["content-type"]).toContain("spreadsheetml");
    expect(book.rawPayload.subarray(0, 2).toString()).toBe("PK");
  });

  test.each([
    "wacc",
    "ev_ebitda_multiples",
    "earnings_power_value",
    "historical_ratios",
    "excess_return",
  ])("%s has a page with a table of its own", async (model) => {
    const { statusCode, body } = await get(`${at}/${model}`, browser);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/<section id="result".*<table>.*<\/section>/s);
  });

  test("ratios have the names of their definitions", async () => {
    const returns = ["Return on equity", "Return on invested capital"];
    const quotients = ["Debt to equity", "Income tax to income before tax"];
    const flows = ["Operating cash flow to net income", "Free cash flow to net income"];
    const labels = [...flows, ...quotients, ...returns];
    const { body } = await get(`${at}/historical_ratios`, browser);
    const csv = await send({
      ...{ method: "POST", url: `/v2/entities/${entityId}/models/historical_ratios/export` },
      payload: { format: "csv" },
    });
    for (const label of labels) {
      expect(body).toContain(`<th scope="row">${label}</th>`);
      expect(csv.body).toContain(label);
    }
  });

  test("a table of years and its API stand after all splits, and say so [FIN-13] [MOD-17]", async () => {
    const url = `/v2/entities/${entityId}/models/historical_income_statement`;
    const { historicals } = (await get(url)).json().data;
    const year = historicals.find((row: { fiscalYear: number }) => row.fiscalYear === 2017);
    expect(year.values.eps_diluted).toBe(9.21 / 4);
    expect(year.flags.eps_diluted).toEqual(["split_adjusted:4"]);
    expect(historicals[0].reasons["growth.revenue"]).toBe("no_period");
    expect(historicals[1].reasons).toEqual({});
    const { body } = await get(`${at}/historical_income_statement`, browser);
    expect(body).toContain("per share after all splits");
    expect(body).toMatch(
      /title="Adjusted for splits: one share of the filing has become 4\.">2\.30/,
    );
    expect(body).not.toContain(">9.21<");
  });

  test("a ratio is the same on a model, beside other companies and in the summary [MOD-17]", async () => {
    const model = await get(`/v2/entities/${entityId}/models/historical_ratios`);
    const year = model
      .json()
      .data.historicals.find((row: { fiscalYear: number }) => row.fiscalYear === 2022);
    const names = [
      ["return_on_invested_capital", "roic", "values"],
      ["return_on_equity", "return_on_equity", "values"],
      ["debt_to_equity", "debt_to_equity", "margins"],
      ["current_ratio", "current_ratio", "margins"],
      ["fcf_margin", "free_cash_flow_margin", "margins"],
      ["cash_conversion", "cash_conversion", "margins"],
    ] as const;
    const metrics = names.map(([, name]) => name).join(",");
    const beside = await get(`/v2/metrics?tickers=AAPL&metrics=${metrics}&periods=2022FY`);
    const { values } = beside.json().data[0];
    for (const [key, name, block] of names) {
      expect([name, year[block][key]]).toEqual([name, expect.closeTo(values[name], 10)]);
    }
    // 10-K of 2022: debt of 120,069, equity of 50,672, cash of 23,646 and current securities of 24,658 million.
    expect(values.roic).toBeCloseTo((119_437 - 19_300) / (120_069 + 50_672 - 23_646 - 24_658), 10);
  });

  test("a day before a split says so on pages and in the answer, and today's does not", async () => {
    // Four for one in August 2020: the 10-Q of 2020-07-31 counts old shares, the 10-K of 2020-10-30 new ones.
    const said =
      "Per share of 2020-08-15, before the 4-for-1 split between the filings of 2020-07-31 and 2020-10-30: one such share is 4 of today";
    const { data } = (await get(`${api}?asOf=2020-08-15`)).json();
    const codes = data.warnings.map(({ code }: { code: string }) => code);
    expect(codes.filter((code: string) => code === "before_split")).toHaveLength(1);
    const asked = [dcf, "/companies/apple-inc/valuation", "/companies/apple-inc/multiples"];
    for (const page of asked) {
      expect([page, (await get(`${page}?asOf=2020-08-15`, browser)).body]).toEqual([
        page,
        expect.stringContaining(said),
      ]);
      expect((await get(`${page}?asOf=2020-10-30`, browser)).body).not.toContain(
        "before the 4-for-1",
      );
      expect((await get(page, browser)).body).not.toContain("before the 4-for-1");
    }
    const rows = (
      await get(`/v2/entities/${entityId}/models/historical_ratios?asOf=2020-08-15`)
    ).json();
    expect(JSON.stringify(rows.data.warnings)).toContain(said);
  });

  test("as of a day computes with what had been filed, and its form stays on that day", async () => {
    const { body } = await get(`${dcf}?asOf=2023-11-03`, browser);
    const then = await get(`${api}?asOf=2023-11-03`);
    expect(worthOf(body)).toBe(Number(then.json().data.valuation.fairValuePerShare).toFixed(2));
    expect(body).toContain(`action="${dcf}?asOf=2023-11-03"`);
  });

  test("an alias is one page with its model, a ticker leads to it, an unknown model is none", async () => {
    expect(
      (await get("/companies/AAPL/models/wacc?asOf=2023-11-03", browser)).headers.location,
    ).toBe("/companies/apple-inc/models/wacc?asOf=2023-11-03");
    expect((await get(`${at}/guess`, browser)).statusCode).toBe(404);
    expect((await submit("/companies/AAPL/models/wacc", { act: "show" })).statusCode).toBe(200);
  });

  test("each model is linked from the company's valuation", async () => {
    const { body } = await get("/companies/apple-inc/valuation", browser);
    const links = new Set(body.match(/\/companies\/apple-inc\/models\/\w+/g));
    const listed = (await get(`/v2/entities/${entityId}/models`)).json().data;
    expect(links.size).toBe(listed.length);
  });
});
