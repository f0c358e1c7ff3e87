import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const { get } = await testApp({ database: context.database });
const browser = { accept: "text/html" };

test.each([
  ["/aple-inc", "/aple-inc", '<li><a href="/companies/apple-inc">Apple Inc. (AAPL)</a></li>'],
  ["/stocks/AAPL", "/stocks/AAPL", '<li><a href="/companies/apple-inc">'],
  ["/compar", "/compar", '<li><a href="/compare">The page /compare</a></li>'],
  ["/%3Cb%3E", "/&lt;b&gt;", "Look for a company"],
])("%s answers a browser with a page that says and suggests", async (path, said, suggested) => {
  const { statusCode, headers, body } = await get(path, browser);
  expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(body).toContain(`There is no page at ${said}`);
  expect(body).toContain(suggested);
  expect(body).not.toContain('http-equiv="refresh"');
});

test.each(["/foo", "/v2/foo", "/api/v1/foo", "/.well-known/foo"])(
  "%s answers programs with an envelope",
  async (path) => {
    const accept = path === "/foo" ? "application/json" : "text/html";
    const { statusCode, headers } = await get(path, { accept });
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  },
);

test.each(["/a%00pple", "/%E0%A4%A"])("%s is no fault of the service", async (path) => {
  expect((await get(path, browser)).statusCode).toBeLessThan(500);
});
