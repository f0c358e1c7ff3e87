import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const { db, get } = await testApp({ database: context.database });
// A second one, so that a search can list them.
await makeCompany(db, { name: "Applied Pears", company: null });
const browser = { accept: "text/html" };
const day = "2023-06-30";
const at = "/companies/apple-inc";

/** Each page that knows days, with a query of its own. */
const pages = [
  [at, "period=quarterly"],
  [`${at}/financials`, "period=quarterly&show=growth"],
  [`${at}/segments`, "metric=revenue"],
  [`${at}/as-filed`, "kind=balance&period=quarterly"],
  [`${at}/valuation`, ""],
  [`${at}/models/dcf_5_year_terminal_growth`, "set=discount_rate%3A8.5"],
  [`${at}/lineage/revenue/2022FY`, ""],
  [`${at}/filings`, ""],
  [`${at}/quality`, ""],
  ["/compare", "tickers=AAPL&metrics=revenue"],
  ["/", "search=app"],
] as const;

const read = async (path: string, query: string) => {
  const { statusCode, body } = await get(`${path}?${query}`, browser);
  expect([path, query, statusCode]).toEqual([path, query, 200]);
  return body.replaceAll("&amp;", "&");
};

const controlIn = (body: string) => {
  const all = body.match(/<section class="as-of".*?<\/section>/gs) ?? [];
  expect(all.length).toBe(1);
  return all[0] ?? "";
};

/** Addresses of pages that know days. */
const linksIn = (body: string) =>
  [...body.matchAll(/<a [^>]*href="((?:\/companies\/|\/compare)[^"#]*)/g)].map(
    ([, href = ""]) => href,
  );

describe.each(pages)("the day of %s?%s", (path, query) => {
  test("is said, stays in the page's links, and leaves the rest of the address", async () => {
    const body = await read(path, `${query}&asOf=${day}`);
    const control = controlIn(body);
    expect(control).toContain(`name="asOf" value="${day}"`);
    expect(control).toMatch(new RegExp(`<p role="status">.*${day}.*</p>`));
    expect(control).toContain(`action="${path}"`);
    for (const [name, value] of new URLSearchParams(query)) {
      expect(control).toContain(`<input type="hidden" name="${name}" value="${value}">`);
    }
    const [today = ""] = control.match(/(?<=href=")[^"]*(?=">Today<)/) ?? [];
    expect(today.split("?")[0]).toBe(path);
    const kept = new URLSearchParams(today.split("?")[1]);
    for (const [name, value] of new URLSearchParams(query)) expect(kept.get(name)).toBe(value);
    expect(kept.has("asOf")).toBe(false);

    const links = linksIn(body.replace(control, ""));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !href.includes(`asOf=${day}`))).toEqual([]);
  });

  test("of today is not said, and no link has one", async () => {
    const body = await read(path, query);
    expect(body).not.toContain("asOf=2");
    if (path === "/") return;
    expect(controlIn(body)).not.toMatch(/role="status"|Today/);
  });

  test("that there is not, or that is to come, is refused in a sentence", async () => {
    const wrong = await get(`${path}?${query}&asOf=2023-02-30`, browser);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain("must be a day that there is, such as 2018-12-31");
    if (path === "/") return;
    const future = await get(`${path}?${query}&asOf=9999-01-01`, browser);
    expect(future.body).toContain('<p role="alert">asOf must not be in the future</p>');
  });
});

test("a search that finds one company leads to it on the day", async () => {
  const { headers } = await get(`/?search=aapl&asOf=${day}`, browser);
  expect(headers.location).toBe(`${at}?asOf=${day}`);
});

test("the screen, which knows no past day, says so", async () => {
  const { body } = await get("/screen", browser);
  expect(body).toContain("as known today");
  expect(body).not.toContain('name="asOf"');
  expect((await get(`/screen?asOf=${day}`, browser)).statusCode).toBe(400);
});
