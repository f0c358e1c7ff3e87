import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeFact, makeFacts, makeReport, makeStatement } from "../../helpers/make.ts";
import { of2017, of2018 } from "../filed-statements/apple.ts";

const { db, get } = await testApp();
const browser = { accept: "text/html" };
const { slug, cik } = await makeCompany(db, {
  name: "Apple Inc.",
  slug: "apple-inc",
  company: { companyKey: "0000320193" },
});
const span = { start: "2017-10-01", end: "2018-09-29" };
await makeFacts(db, cik, [
  makeFact({ ...span, value: "265595000000", accession: of2018.accession, filed: "2018-11-05" }),
]);
await makeReport(db, cik, of2018, { filed: "2018-11-05" });
await makeReport(db, cik, of2017, { filed: "2017-11-03" });
await makeStatement(db, cik, {
  periodKey: "2018FY",
  fiscalYear: 2018,
  periodStart: span.start,
  periodEnd: span.end,
  fields: { revenue: "265595000000" },
  lineage: { revenue: 0 },
});

describe("the page of a filing's statements", () => {
  test("shows each line as printed, and leads from a figure to its standardized line and back", async () => {
    const page = await get(`/companies/${slug}/filings/${of2018.accession}`, browser);

    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<h2 id="s2">CONSOLIDATED STATEMENTS OF OPERATIONS</h2>');
    expect(page.body).toContain(
      '<a href="/companies/apple-inc/lineage/revenue/2018FY" title="Standardized as revenue">265,595</a>',
    );
    expect(page.body).toMatch(/Cost of sales<\/th><td class="n">−163,756<\/td>/);
    const lineage = await get(`/companies/${slug}/lineage/revenue/2018FY`, browser);
    expect(lineage.body).toContain(
      'Printed as <a href="/companies/apple-inc/filings/0000320193-18-000145#s2-1">“Net sales”, line 1 of CONSOLIDATED STATEMENTS OF OPERATIONS</a>: <b>265,595,000,000</b>',
    );
    expect(page.body).toContain('id="s2-1"');
  });

  test("keeps the day in its links, and says of an earlier one that it was not filed yet", async () => {
    const url = `/companies/${slug}/filings/${of2018.accession}`;
    const known = await get(`${url}?asOf=2019-01-31`, browser);
    expect(known.body).toContain("<b>As known on 2019-01-31</b>");
    expect(known.body).toContain("/lineage/revenue/2018FY?asOf=2019-01-31");
    const early = await get(`${url}?asOf=2018-06-30`, browser);
    expect(early.body).toContain(
      '<p role="status">This was filed on 2018-11-05, after 2018-06-30.',
    );
    expect(early.body).toContain('/lineage/revenue/2018FY"');
    expect(early.body).toContain(`/companies/${slug}/quality?asOf=2018-06-30`);
  });

  test("the third answer equals the first, and what is not there is a page that says so", async () => {
    const url = `/companies/${slug}/filings/${of2018.accession}`;
    const bodies = [];
    for (let i = 0; i < 3; i += 1) bodies.push((await get(url, browser)).body);
    expect(new Set(bodies).size).toBe(1);
    const none = await get(`/companies/${slug}/filings/0000320193-18-000001`, browser);
    expect(none.statusCode).toBe(404);
    expect(none.headers["content-type"]).toMatch(/text\/html/);
  });
});

describe("the page of a statement over many periods as filed", () => {
  test("each column names its filing, and a renamed element is marked", async () => {
    const page = await get(`/companies/${slug}/as-filed?kind=income`, browser);

    expect(page.body).toContain('href="/companies/apple-inc/filings/0000320193-17-000070"');
    expect(page.body).toMatch(
      /Net sales <abbr title="Before: Net sales \(us-gaap:SalesRevenueNet, 0000320193-17-000070\)">↺<\/abbr><\/th><td class="n">265,595<\/td><td class="n">229,234<\/td><td class="n">215,639<\/td>/,
    );
    expect(page.body).not.toMatch(/Gross margin <abbr/);
  });

  test("a statement that no filing has is said to be absent", async () => {
    const page = await get(`/companies/${slug}/as-filed?kind=equity`, browser);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("No filing at hand has this statement as printed.");
  });
});

test("the standardized statements lead to the statements as filed", async () => {
  const page = await get(`/companies/${slug}/financials`, browser);
  expect(page.body).toContain('<a href="/companies/apple-inc/as-filed">As filed</a>');
});
