import { expect, test } from "vitest";
import { openViewThread } from "#api/views/view-thread.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);

/** An app whose views are computed once `open` was called. A request does not wait for long. */
async function slowApp() {
  const thread = openViewThread();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const tasks: string[] = [];
  const app = await testApp({
    database: context.database,
    views: {
      waitMs: 50,
      thread: {
        async run(task) {
          tasks.push(JSON.stringify([task.question, task.view]));
          await opened;
          return thread.run(task);
        },
        close: () => thread.close(),
      },
    },
  });
  return { app, open, tasks };
}

const pages = [
  "/companies/apple-inc",
  "/companies/apple-inc?asOf=2021-12-31",
  "/companies/apple-inc/financials",
  "/companies/apple-inc/valuation?asOf=2021-12-31",
  "/companies/apple-inc/filings?asOf=2021-12-31",
  "/companies/apple-inc/lineage/revenue/2021FY?asOf=2021-12-31",
  "/companies/apple-inc/models/dcf_5_year_terminal_growth?asOf=2021-12-31",
];

test.each(pages)(
  "%s is 503 with Retry-After while it is computed, and a later request finds what was computed",
  async (path) => {
    const { app, open, tasks } = await slowApp();
    const accept = "text/html,application/xhtml+xml";

    const busy = await app.get(path, { accept });
    open();
    await expect.poll(async () => (await app.get(path, { accept })).statusCode).toBe(200);

    expect([busy.statusCode, busy.headers["retry-after"]]).toEqual([503, "5"]);
    expect(busy.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(busy.headers["cache-control"]).toBe("no-store");
    expect(busy.body).toContain("<h1>One moment</h1>");
    expect(busy.body).toContain("still being computed");
    expect(busy.body).toContain('<meta http-equiv="refresh" content="5">');
    expect(busy.body).toContain("<progress ");
    expect(tasks.length).toBeGreaterThan(0);
    expect(tasks, "computed once").toEqual([...new Set(tasks)]);
  },
);

test("figures are 503 with Retry-After for clients, too, and are computed once", async () => {
  const { app, open, tasks } = await slowApp();
  const { entityId } = (await app.get("/v2/entities/public/by-ticker/AAPL")).json().data;
  const url = `/v2/entities/${entityId}/financials/full?asOf=2021-12-31`;

  const [busy, second] = [await app.get(url), await app.get(url)];
  open();
  await expect.poll(async () => (await app.get(url)).statusCode).toBe(200);

  expect([busy.statusCode, busy.headers["retry-after"]]).toEqual([503, "5"]);
  expect(busy.json().error.code).toBe("SERVICE_UNAVAILABLE");
  expect(second.statusCode).toBe(503);
  expect(tasks).toHaveLength(1);
});
