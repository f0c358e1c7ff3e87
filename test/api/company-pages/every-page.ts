import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVisitor, type Visitor } from "../../helpers/pages/visits.ts";
import type { PagesInChromium } from "./serve-pages.ts";

const pages = [
  "/",
  "/?search=nothing-like-that",
  "/companies/apple-inc",
  "/companies/apple-inc/financials",
  "/companies/apple-inc/segments",
  "/companies/apple-inc/valuation",
  "/companies/apple-inc/valuation?blend=dcf_5_year_terminal_growth:2;pe_multiples:1",
  "/companies/apple-inc/multiples?price=250",
  "/companies/apple-inc/peers",
  "/companies/apple-inc/parts",
  "/companies/apple-inc/filings",
  "/companies/apple-inc/quality",
  "/companies/apple-inc?asOf=2021-12-31",
  "/companies/apple-inc?period=quarterly",
  "/companies/apple-inc/lineage/revenue/TTM",
  "/companies/apple-inc/models/dcf_5_year_terminal_growth",
  "/companies/apple-inc/models/historical_ratios",
  "/companies/nobody",
  "/foo",
  "/screen",
  "/screen?where=revenue+%3E+1b",
  "/compare",
  "/compare?tickers=AAPL,NOSUCH&metrics=revenue,roic&show=indexed",
  "/auth/sign-in",
];

/** One that is kept in memory and one that is made anew: a browser that comes back asks for both in its own way. */
const kinds = ["/companies/apple-inc/financials", "/screen"];

const styles = `[...document.body.querySelectorAll("*")].map((one) => {
  const { display, color, backgroundColor, fontSize, padding, width } = getComputedStyle(one);
  return [one.tagName, display, color, backgroundColor, fontSize, padding, width].join(" ");
})`;

const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** All that two visits of a page could differ in, and whether its policies allow the style it has. */
async function fetchPage(url: string) {
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  const body = await answer.text();
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
  // Two headers of one name arrive in one, and no policy has a comma.
  const policies = answer.headers.get("content-security-policy")?.split(",") ?? [];
  const allowed = policies.map((one) => one.includes(`style-src ${digestOf(style)};`));
  // An error names its request, and the token of a form is one visitor's.
  const text = body.replace(/Request [\w-]{36}|name="form_token" value="[^"]*"/g, "");
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    policies,
    allowed,
    text,
  };
}

/** Tries each page: the same for everybody, and without faults. */
export function testEveryPage(on: PagesInChromium): void {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await openVisitor(on.browser);
  });
  afterAll(() => visitor.close());

  // Before any other test: the first of the three visits makes the page, later ones find it in memory.
  test.each(pages)("%s is the same for the third visitor as for the first", async (path) => {
    const visits = [];
    for (let n = 0; n < 3; n += 1) visits.push(await fetchPage(on.base + path));

    expect(visits[0]?.allowed).toEqual([true]);
    expect(visits[0]?.text.length).toBeGreaterThan(2000);
    expect(visits[1]).toEqual(visits[0]);
    expect(visits[2]).toEqual(visits[0]);
  });

  test.each(pages)(
    "%s fits three widths, light and dark, asks no other host and has no fault",
    async (path) => {
      expect(await visitor.faultsOf(on.base + path)).toEqual([]);
    },
  );

  test.each(kinds)("%s looks the same in a browser that comes back twice", async (path) => {
    const page = await on.browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const visits = [];
    for (let n = 0; n < 3; n += 1) {
      await page.goto(on.base + path);
      visits.push((await page.evaluate(styles)) as string[]);
    }
    await page.close();

    expect(visits[0]?.length).toBeGreaterThan(20);
    expect(visits[1]).toEqual(visits[0]);
    expect(visits[2]).toEqual(visits[0]);
    expect(said).toEqual([]);
  });
}
