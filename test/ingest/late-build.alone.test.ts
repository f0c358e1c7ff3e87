import { expect, test } from "vitest";
import { type BuildPool, openBuildPool } from "#ingest/builder/build-pool.ts";
import { refreshTickerList } from "#ingest/fetch/ticker-list.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

/** What happens while a company is built; nothing most of the time. */
let meanwhile: () => Promise<unknown> = async () => {};
const threads = openBuildPool();
const builder: BuildPool = {
  ...threads,
  async run(task, needs) {
    const answer = await threads.run(task, needs);
    const happening = meanwhile;
    meanwhile = async () => {};
    await happening();
    return answer;
  },
};
const { context, faults } = await openTestPipeline({ builder });

/** The regulator's list, with Apple under this ticker. */
function serveTickers(ticker: string): void {
  const fields = ["cik", "name", "ticker", "exchange"];
  const body = JSON.stringify({ fields, data: [[320193, "Apple Inc.", ticker, "Nasdaq"]] });
  const headers = { "content-type": "application/json" };
  faults.set("/files/company_tickers_exchange.json", {
    kind: "answer",
    status: 200,
    body,
    headers,
  });
}

test("a build that a newer ticker list overtakes is made again, and never stored over the newer one", async () => {
  // Without a filing index the list says who the company is.
  faults.set(`/submissions/CIK${apple}.json`, { kind: "answer", status: 404 });
  serveTickers("OLD");
  await refreshTickerList(context);

  meanwhile = async () => {
    serveTickers("NEW");
    await refreshTickerList(context);
    await rebuildCompany(apple, context);
  };
  await ingestCompany(apple, context);

  const { rows } = await context.database.pool.query("select ticker from ticker");
  expect(rows).toEqual([{ ticker: "NEW" }]);
});
