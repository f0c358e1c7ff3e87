import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const { get } = app;
const { headers: signedIn } = await makePerson(app);
const browser = { accept: "text/html" };
const at = "/companies/apple-inc";

/** Each section with text that no other section has: figures are those of Apple's 10-K of 2023. */
const sections: readonly [path: string, label: string, own: RegExp][] = [
  ["", "Overview", /<h1>Apple Inc\. <span class="soft">AAPL<\/span><\/h1>/],
  ["/financials", "Financials", /lineage\/revenue\/2023FY" title="[^"]+">383,285<\/a>/],
  ["/segments", "Segments", /<h1>Segments<\/h1>|<h1>Total revenue by /],
  ["/valuation", "Valuation", /models\/dcf_5_year_terminal_growth">/],
  ["/filings", "Filings", /edgar\/data\/320193\/000032019323000106\//],
  ["/quality", "Quality", /<h1>Data quality: /],
];

describe.each(sections)("the section %s of a company", (path, label, own) => {
  test("has its own content under the bar of all sections", async () => {
    const { statusCode, body } = await get(at + path, browser);
    expect(statusCode).toBe(200);
    for (const [other, name, theirs] of sections) {
      const isHere = other === path;
      const here = isHere ? ' aria-current="page"' : "";
      expect(body).toContain(`<a href="${at}${other}"${here}>${name}</a>`);
      expect(theirs.test(body)).toBe(isHere);
    }
    expect(body).toMatch(
      /<b>Apple Inc\.<\/b> <span class="soft"><span class="nowrap">AAPL<\/span> · <span class="nowrap">filed up to 20\d\d-\d\d-\d\d<\/span> · <span class="nowrap">USD</,
    );
    expect(own.test(body)).toBe(true);
    expect(body).toContain(`${label === "Overview" ? "Apple Inc. (AAPL)" : "Apple Inc."}`);
    expect(body).not.toContain("npm run");
  });

  test("is the same on the first, second and third visit, anonymous and signed in", async () => {
    const visits = [];
    for (let n = 0; n < 3; n += 1) visits.push(await get(at + path, browser));
    const known = await get(at + path, { ...browser, ...signedIn });
    const [first] = visits;
    for (const { body, headers } of [...visits, known]) {
      expect(body).toBe(first?.body);
      expect(headers["content-security-policy"]).toBe(first?.headers["content-security-policy"]);
      expect(headers.etag).toBe(first?.headers.etag);
    }
  });

  test.each(["aapl", "AAPL", "320193", "0000320193", "CIK0000320193"])(
    "is where %s leads, with its query",
    async (company) => {
      const query = path === "/segments" ? "?by=product&metric=revenue" : "?asOf=2021-12-31";
      const { statusCode, headers } = await get(`/companies/${company}${path}${query}`, browser);
      expect([statusCode, headers.location]).toEqual([302, `${at}${path}${query}`]);
    },
  );

  test("of an unknown company is a page that suggests companies, and an envelope for others", async () => {
    const shown = await get(`/companies/aple-inc${path}`, browser);
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(shown.body).toContain("There is no company “aple-inc” here.");
    expect(shown.body).toContain(`<li><a href="${at}">Apple Inc. (AAPL)</a></li>`);
    expect(shown.body).not.toContain("npm run");
    expect((await get(`/companies/aple-inc${path}`)).json().error.code).toBe("NOT_FOUND");
  });
});

test.each([
  ["%3Cscript%3Ealert(1)%3C%2Fscript%3E", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"],
  ["'%20or%201%3D1%20--", "&#39; or 1=1 --"],
  ["%25%5F%5C", "%_\\"],
  ["%E2%80%AEcnI", "cnI"],
  ["a".repeat(200), "a".repeat(60)],
  ["99999999999999999999", "99999999999999999999"],
])("what %s names is no company, said as text", async (typed, said) => {
  for (const headers of [browser, { ...browser, ...signedIn }]) {
    const { statusCode, body } = await get(`/companies/${typed}/financials`, headers);
    expect(statusCode).toBe(404);
    expect(body).toContain(said);
    expect(body).not.toContain("<script>");
  }
});

test("a NUL in the address is refused, and no fault", async () => {
  expect((await get("/companies/a%00b", browser)).statusCode).toBeLessThan(500);
});

test("the day of a page stays with its bar, and the quality says that it is of today", async () => {
  const past = await get(`${at}/financials?asOf=2021-12-31`, browser);
  expect(past.body).toContain(
    'AAPL</span> · <span class="nowrap">as known on 2021-12-31</span> · <span class="nowrap">USD<',
  );
  expect(past.body).toContain(`<a href="${at}/quality?asOf=2021-12-31">Quality</a>`);
  const quality = await get(`${at}/quality?asOf=2021-12-31`, browser);
  expect(quality.body).toContain("of what is known today, not on 2021-12-31");
});
