import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { readCsv } from "../../helpers/companies/read-csv.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const nvidia = "0001045810";
const { context } = await openTestPipeline({ ciks: [apple, nvidia] });
await ingestCompany(apple, context);
await ingestCompany(nvidia, context);
const { get } = await testApp({ database: context.database });
const browser = { accept: "text/html" };
const pageOf = async (slug: string, query = "?periods=all") =>
  (await get(`/companies/${slug}/financials${query}`, browser)).body;

/** The cell of diluted EPS in one period: its markup. */
const epsOf = (body: string, period: string) =>
  new RegExp(`<td[^>]*>(<a [^>]*/lineage/eps_diluted/${period}["?].*?)</td>`).exec(body)?.[1];

describe("per-share rows of a company's page stand on one basis", () => {
  test("after all splits, with a mark where the filing has another figure [FIN-13]", async () => {
    const body = await pageOf("nvidia-corp");
    expect(epsOf(body, "2019FY")).toContain(
      'Adjusted for splits: one share of the filing has become 40.">0.1658</a>',
    );
    expect(epsOf(body, "2022FY")).toMatch(/has become 10\.">0\.385</);
    expect(epsOf(body, "2025FY")).not.toContain("Adjusted");
    expect(body).toMatch(/USD per share, shares in [a-z]+, after all splits</);
    const overview = (await get("/companies/nvidia-corp", browser)).body;
    const chart = /aria-label="(Diluted shares[^"]*)"/.exec(overview)?.[1];
    expect(chart).toContain("2019 25B");
  });

  test("what a split alone has changed is no restatement [FIN-13]", async () => {
    const body = await pageOf("apple-inc");
    expect(epsOf(body, "2018FY")).toMatch(/>2\.98<\/a>$/);
    expect(epsOf(body, "2017FY")).toMatch(/has become 4\.">2\.3025<\/a>$/);
  });

  test("as of a day, by the splits of that day [FIN-13]", async () => {
    const body = await pageOf("apple-inc", "?asOf=2019-12-31");
    expect(epsOf(body, "2017FY")).toContain(">9.21</a>");
    expect(body).not.toContain("after all splits");
  });

  test("the files have the same figures, and say so [FIN-13]", async () => {
    const { body } = await get("/companies/apple-inc/tables/company_facts.csv?periods=all");
    const rows = readCsv(body.replace("\ufeff", ""));
    const eps = rows.find((row) => row[1] === "eps_diluted");
    const at = rows[0]?.indexOf("2017") ?? -1;
    expect(eps?.[0]).toMatch(/, after all splits$/);
    expect(eps?.slice(at, at + 2)).toEqual([
      "2.3025",
      "Adjusted for splits: one share of the filing has become 4.",
    ]);
  });
});
