import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const { get } = await testApp({ database: context.database });
const at = "/companies/apple-inc/financials";

const show = async (query: string) => (await get(at + query, { accept: "text/html" })).body;
const unescaped = (href = "") => href.replaceAll("&amp;", "&");

/** The row after the line of that label, where it has a chart. */
const chartBelow = (body: string, label: string) =>
  new RegExp(`>${label}</a></th>.*?</tr>\\n<tr class="charted">(.*?)</tr>`, "s").exec(body)?.[1];

const wayOf = (body: string, label: string) =>
  unescaped(new RegExp(`<a class="line"[^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(body)?.[1]);

describe("the label of a line", () => {
  test("leads to its chart over the shown columns, oldest first, and back", async () => {
    const plain = await show("?periods=recent");
    expect(plain).not.toContain('class="charted"');
    const way = wayOf(plain, "Total revenue");
    expect(way).toBe(`${at}?chart=revenue#chart`);
    const body = await show("?chart=revenue");
    const chart = chartBelow(body, "Total revenue") ?? "";
    // 10-K of 2023: net sales of 394,328 and 383,285 million.
    expect(chart).toMatch(/Total revenue by fiscal year\. Amount: .*2022 394\.3B, 2023 383\.3B/);
    const heads = [
      ...(/<thead>.*?<\/thead>/s.exec(body)?.[0].matchAll(/class="n">([^<]+)<br>/g) ?? []),
    ];
    const named = heads
      .map(([, head]) => head)
      .toReversed()
      .join("|");
    expect(chart).toContain(`<span class="when" data-values="${named}">`);
    expect(chart).toContain(`<td colspan="${heads.length + 1}">`);
    expect(body.match(/class="charted"/g)?.length).toBe(1);
    expect(wayOf(body, "Total revenue")).toBe(`${at}#income_statement`);
  });

  test("keeps the chart while the choice, and the day, change", async () => {
    const body = await show("?period=quarterly&show=growth&asOf=2021-12-31&chart=net_income");
    const chart = chartBelow(body, "Net income attributable to parent") ?? "";
    expect(chart).toMatch(
      /Net income attributable to parent by quarter\. Change on the year before: .*Q3 2021 \+?93\.2%/,
    );
    expect(unescaped(/<a href="([^"]*)"[^>]*>Annual</.exec(body)?.[1])).toBe(
      `${at}?show=growth&chart=net_income&asOf=2021-12-31`,
    );
    expect(body).toMatch(/tables\/income_statement\.csv\?[^"]*"/);
    expect(body).not.toMatch(/tables\/income_statement\.csv\?[^"]*chart/);
  });

  test.each(["nothing_like_that", "__proto__", "%22%3E%3Cb%3E"])(
    "of no line (%s) gives the page without a chart",
    async (key) => {
      expect(await show(`?chart=${key}`)).toBe(await show(""));
    },
  );

  test("gives the same page to the third request", async () => {
    const pages = [
      await show("?chart=revenue"),
      await show("?chart=revenue"),
      await show("?chart=revenue"),
    ];
    expect(pages[2]).toBe(pages[0]);
  });
});

// Of the 10-K of 2023 and the 10-Q of its third quarter.
test("a computed cell names its operands with their values", async () => {
  const body = await show("?period=quarterly&asOf=2024-03-01");
  const [, title] = /\/lineage\/revenue\/2023Q4[^>]*? title="([^"]*)"/.exec(body) ?? [];
  expect(title).toBe(
    "Computed: the fiscal year less its first nine months: Total revenue, 2022-09-25 to 2023-09-30 383,285,000,000; " +
      "less Total revenue, 2022-09-25 to 2023-07-01 293,787,000,000. Noted: derived q4.",
  );
});
