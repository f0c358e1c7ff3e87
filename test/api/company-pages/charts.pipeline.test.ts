import { describe, expect, test } from "vitest";
import { axisOf } from "#api/pages/charts/axis.ts";
import { chartFigure } from "#api/pages/charts/figure.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

/** Margins of Nikola Corporation by fiscal year, 2018 to 2024, as its filings give them. */
const gross = [0.711, 0.438, 0.242, null, -1.691, -5.973, -3.346];
const operating = [-407.451, -182.562, -4028.789, null, -13.825, -18.132, -13.309];
const net = [-371.636, -183.934, -3903.853, null, -15.43, -26.962, -13.915];
const margins = [{ values: gross }, { values: operating }, { values: net }];

describe("the axis of a chart", () => {
  test("leaves out the margins of years almost without revenue", () => {
    expect(axisOf(margins, "ratio")).toEqual({ min: -30, max: 10, step: 10 });
  });

  test("is left to the values where each is like others of its series", () => {
    expect(axisOf([{ values: [0.42, 0.43, 0.46, 0.44] }], "ratio")).toBeNull();
    // NVIDIA's revenue of 2019 to 2025, in billions: growth is no outlier.
    expect(axisOf([{ values: [11.7, 10.9, 16.7, 26.9, 27, 60.9, 130.5] }], "amount")).toBeNull();
    expect(axisOf([{ values: [1, 1, 1, 1, 1, 1, 40] }], "amount")).toBeNull();
    expect(axisOf([{ values: [-1, -9000, 3] }], "ratio")).toBeNull();
    expect(axisOf([{ values: [0, 0, 0, 5] }], "amount")).toBeNull();
  });

  test("leaves out one amount that the later ones come back from, not a series larger than another", () => {
    expect(axisOf([{ values: [2, 3, 90, 2, 3, 2, 3] }], "amount")).toEqual({
      ...{ min: 0, max: 3, step: 1 },
    });
    const large = { values: [90, 91, 92, 93] };
    expect(axisOf([{ values: [2, 3, 2, 3] }, large], "amount")).toBeNull();
  });

  test("has room for the mark of what is cut on a side without other values", () => {
    expect(axisOf([{ values: [0.2, 0.3, -80, 0.2] }], "ratio")).toEqual({
      ...{ min: -0.1, max: 0.30000000000000004, step: 0.1 },
    });
  });
});

describe("a chart", () => {
  const series = [
    { name: "Operating", kind: "line" as const, color: 2 as const, values: operating },
  ];
  const ticks = ["2018", "2019", "2020", "2021", "2022", "2023", "2024"];
  const say = (value: number) => `${(value * 100).toFixed(1)}%`;

  test("names what is beyond its axis, and draws it at the end of the axis", async () => {
    const of = { title: "Margins", by: "by fiscal year", ticks, series, say, format: say };
    const { html } = await chartFigure({ ...of, cuts: "ratio" });
    expect(html).toContain(
      '<p class="soft small cut">Beyond the axis: Operating 2018 -40745.1%, 2019 -18256.2%, 2020 -402878.9%.</p>',
    );
    expect(html).toContain(">-2000.0%</text>");
    expect(html).not.toContain(">-400000.0%</text>");
    const whole = (await chartFigure({ ...of, cuts: null })).html;
    expect(whole).not.toContain("Beyond the axis");
    expect(whole).toMatch(/>-\d00000\.0%<\/text>/);
  });

  test("says the values of each period without scripts, and in the name of the whole", async () => {
    const { html } = await chartFigure({
      ...{ title: "Margins <of all>", by: "by fiscal year", ticks, series, say, format: say },
    });
    expect(html.match(/<rect class="at"/g)?.length).toBe(7);
    expect(html).toContain("<title>2022: Operating -1382.5%</title>");
    expect(html).toContain("<title>2021: Operating –</title>");
    expect(html).toContain('aria-label="Margins &#60;of all&#62; by fiscal year. Operating: 2018');
    expect(html).toContain('data-values="2018|2019|2020|2021|2022|2023|2024">2024</span>');
  });
});

test("the trends of a company are also by quarter, and per share after all splits", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const { get } = await testApp({ database: context.database });
  const open = async (query: string) =>
    (await get(`/companies/apple-inc${query}`, { accept: "text/html" })).body;
  const [annual, quarterly] = [await open(""), await open("?period=quarterly")];
  expect(annual).toContain("<title>2023: Revenue 383.3B, Net income 97B</title>");
  expect(annual).toMatch(/aria-label="Per share, adjusted for splits by fiscal year\. Earnings/);
  expect(annual).toMatch(/Earnings, diluted: [^"]*2017 2\.3025/);
  expect(quarterly).toMatch(/<title>Q4 2023: Revenue 89\.5B, Net income 23B<\/title>/);
  expect(quarterly).toContain('<input type="hidden" name="period" value="quarterly">');
  expect(quarterly).toContain('href="/companies/apple-inc#trends">Annual</a>');
  expect(annual).not.toContain("Q4 2023: Revenue");
});

test("cash alone never continues a series of cash with short-term investments", async () => {
  const nvidia = "0001045810";
  const { context } = await openTestPipeline({ ciks: [nvidia] });
  await ingestCompany(nvidia, context);
  const { get } = await testApp({ database: context.database });
  const { body } = await get("/companies/nvidia-corp", { accept: "text/html" });
  const [, years = ""] =
    /Debt and cash<\/h\d><span class="when" data-values="([^"]*)"/.exec(body) ?? [];
  const [, values = ""] = /data-values="([^"]*)">Cash and short-term investments/.exec(body) ?? [];
  const byYear = new Map(years.split("|").map((year, at) => [year, values.split("|")[at]]));
  // 43,210 million of both in 2025. In 2026 the 10,605 million are cash without 51,951 million of securities.
  expect(byYear.get("2025")).toBe("43.2B");
  expect(byYear.get("2026")).toBe("–");
  expect(values).not.toContain("10.6B");
});
