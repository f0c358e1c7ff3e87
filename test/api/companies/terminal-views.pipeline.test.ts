import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeUser } from "../../helpers/make.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const jpmorgan = "0000019617";
const taiwan = "0001046179";
const ciks = [apple, kraftHeinz, nikola, jpmorgan, taiwan];
const { context } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const app = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});

type Query = Record<string, string>;
const terminal = (cik: string, query: Query = {}, headers: Query = {}) =>
  app.get(
    `/v2/entities/${entityIdOf(cik)}/company-terminal?${new URLSearchParams(query)}`,
    headers,
  );

interface Shown {
  summary: { asOf: string | null; metrics: { key: string; value: number | null; state: string }[] };
  filings: { latestAnnualFiledAt: string | null; rows: { filingDate: string }[] };
  financials: { state: string; periods: { periodEnd: string }[] };
  models: { templates: { key: string; state: string }[] };
}

const shown = async (cik: string, query: Query): Promise<Shown> =>
  (await terminal(cik, query)).json().data;
const metric = ({ summary }: Shown, key: string) =>
  summary.metrics.find((one) => one.key === key)?.value;

describe("the terminal as of a day", () => {
  test.each(ciks)("as of today %s is exactly what is stored [TRM-02]", async (cik) => {
    const [stored, computed] = [await terminal(cik), await terminal(cik, { asOf: "2026-03-01" })];

    expect(computed.statusCode).toBe(200);
    expect(computed.json().data).toEqual(stored.json().data);
    expect(computed.json().meta).toMatchObject({ asOf: "2026-03-01", view: "latest" });
  });

  test("Kraft Heinz earned 10,999 million in 2017 as one knew it in 2018 [PIP-04] [TRM-08]", async () => {
    const then = await shown(kraftHeinz, { asOf: "2018-03-31" });

    expect(metric(then, "net_income")).toBe(10_999_000_000);
    expect(then.summary.asOf).toBe("2018-02-16");
  });

  test.each(["2017-06-30", "2022-12-31"])(
    "nothing filed after %s is in it: filings, periods, latest reports [TRM-18]",
    async (asOf) => {
      for (const cik of [apple, kraftHeinz]) {
        const { filings, financials, summary } = await shown(cik, { asOf });
        expect(filings.rows.filter(({ filingDate }) => filingDate > asOf)).toEqual([]);
        expect((filings.latestAnnualFiledAt ?? "") <= asOf).toBe(true);
        expect(financials.periods.filter(({ periodEnd }) => periodEnd > asOf)).toEqual([]);
        expect((summary.asOf ?? "") <= asOf).toBe(true);
      }
    },
  );

  test("before the first filing there are no figures, and no zeros [TRM-32]", async () => {
    const { summary, financials, filings } = await shown(apple, { asOf: "1990-01-01" });

    expect(financials).toMatchObject({ state: "unavailable", periods: [] });
    expect(filings.rows).toEqual([]);
    expect(summary.metrics.filter(({ value }) => value !== null)).toEqual([]);
  });

  test("the models offered are those that the filings of the day allow", async () => {
    const then = await shown(nikola, { asOf: "1990-01-01" });
    const now = await shown(apple, { asOf: "2026-03-01" });

    expect(then.models.templates.filter(({ state }) => state === "available")).toEqual([]);
    expect(now.models.templates.filter(({ state }) => state === "available")).not.toEqual([]);
  });

  test("an entity that is unknown is 404; one of which nothing was built has no figures [TRM-32]", async () => {
    const bare = await makeCompany(context.database.db, { name: "Bare Inc." });
    const of = (id: string) => app.get(`/v2/entities/${id}/company-terminal?asOf=2020-01-01`);
    const unknown = await of("00000000-0000-4000-8000-000000000000");
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, "NOT_FOUND"]);
    const { data, meta } = (await of(bare.id)).json();
    expect([data.financials.state, meta.asOf]).toEqual(["unavailable", "2020-01-01"]);
  });

  test("an administrator sees it with an own scope, kept from shared caches [TRM-05]", async () => {
    await makeUser(app.db, { email: "root@example.com", isAdmin: true });
    const admin = await app.signIn("root@example.com");
    const query = { asOf: "2018-03-31" };
    const [mine, everybody] = [
      await terminal(kraftHeinz, query, admin),
      await terminal(kraftHeinz, query),
    ];

    expect(mine.json().data).toEqual({ ...everybody.json().data, viewerScope: "admin" });
    expect(mine.headers["cache-control"]).toBe("private, no-cache");
    expect(mine.headers.etag).not.toBe(everybody.headers.etag);
  });
});

test("first reported, Nikola lost 384.3 million in 2020, not the 370.9 of the amendment [PIP-06]", async () => {
  const { financials } = (await terminal(nikola, { view: "original" })).json().data as {
    financials: {
      periods: {
        fiscalYear: number;
        fiscalPeriod: string;
        incomeStatement: { key: string; value: number | null }[];
      }[];
    };
  };
  const year = financials.periods.find(
    (one) => one.fiscalYear === 2020 && one.fiscalPeriod === "FY",
  );

  expect(year?.incomeStatement.find(({ key }) => key === "net_income")?.value).toBe(-384_314_000);
});
