import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { apple as appleCik, openTestPipeline } from "../../helpers/pipeline.ts";

const { db, get, database } = await testApp();
const pipeline = await openTestPipeline({ database });
await ingestCompany(appleCik, pipeline.context);

const apple = "60341305-790b-5069-9516-704f56d33c21";
const hidden = await makeCompany(db, { published: false, company: null });
const bare = await makeCompany(db);
const unregistered = await makeCompany(db, { company: null });

const quality = (id: string, query = "", headers = {}) =>
  get(`/v2/entities/${id}/data-quality${query}`, headers);

describe("GET /v2/entities/:id/data-quality", () => {
  test("sums up by check, severity and period what ran, what passed and why the rest did not run", async () => {
    const answer = await quality(apple);
    const { data } = answer.json();

    expect(answer.statusCode).toBe(200);
    expect(data).toMatchObject({
      entityId: apple,
      cik: appleCik,
      dataQualityLabel: "high",
      reason: null,
    });
    expect(data.checks.find(({ id }: { id: string }) => id === "BS-01")).toEqual({
      id: "BS-01",
      severity: "A",
      title: "assets = liabilities and equity",
      passedExact: 27,
      passedRounding: 0,
      small: 0,
      failed: 0,
      run: 27,
      notRun: 7,
      passRate: 100,
      reason: null,
      notRunReasons: [{ reason: "total_assets has no value", count: 7 }],
    });
    expect(data.severities.map(({ severity }: { severity: string }) => severity)).toEqual([
      "A",
      "B",
      "C",
    ]);
    const total = (of: { run: number }[]) => of.reduce((sum, { run }) => sum + run, 0);
    expect(total(data.severities)).toBe(total(data.checks));
  });

  test("a check that never ran has no pass rate, and the reason", async () => {
    const { data } = (await quality(apple)).json();
    const never = data.checks.filter(({ run }: { run: number }) => run === 0);

    expect(never.length).toBeGreaterThan(0);
    for (const { passRate, reason } of never) {
      expect(passRate).toBeNull();
      expect(reason).toMatch(/\w/);
    }
    for (const { passRate, reason } of data.periods) {
      expect(passRate === null).toBe(reason !== null);
    }
  });

  test("counts nulls without a reason and values without lineage: none", async () => {
    const { lines, periods } = (await quality(apple)).json().data;

    expect(lines).toMatchObject({ nullsWithoutReason: 0, valuesWithoutLineage: 0 });
    expect(lines.values).toBeGreaterThan(3000);
    const nulls = Object.values(lines.nullsByReason as Record<string, number>);
    expect(lines.nulls).toBe(nulls.reduce((sum, count) => sum + count, 0));
    expect(periods[0].coveragePercent).toBeGreaterThan(80);
  });

  test("what failed comes with its operands and their filings", async () => {
    const { failures } = (await quality(apple)).json().data;

    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      check: "TS-02",
      severity: "A",
      outcome: "fail",
      subject: "2020Q3",
      concept: "operating_lease_cost",
      difference: "13000000",
    });
    expect(failures[0].operands[0]).toEqual({
      label: "operating_lease_cost Q3",
      value: "381000000",
      accessionNumber: "0000320193-20-000062",
      filingIndexUrl:
        "https://www.sec.gov/Archives/edgar/data/320193/000032019320000062/0000320193-20-000062-index.htm",
    });
  });

  test("the query narrows the failures", async () => {
    const narrowed = async (query: string) =>
      (await quality(apple, query)).json().data.failures.length;

    expect(await narrowed("?severity=A&check=TS-02&period=2020Q3")).toBe(1);
    expect(await narrowed("?severity=B")).toBe(0);
    expect(await narrowed("?check=BS-01")).toBe(0);
    expect(await narrowed("?period=2021Q3")).toBe(0);
    expect((await quality(apple, "?severity=D")).statusCode).toBe(400);
  });

  test("the same again is 304", async () => {
    const { headers } = await quality(apple);
    const again = await quality(apple, "", { "if-none-match": String(headers.etag) });

    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
  });

  test("a company of which nothing was checked says so and has no pass rates", async () => {
    const { data } = (await quality(bare.id)).json();

    expect(data).toMatchObject({
      dataQualityLabel: "unavailable",
      reason: "Nothing has been built of the company yet.",
      lines: null,
      checks: [],
      periods: [],
      failures: [],
    });
    expect(data.severities[0]).toMatchObject({ passRate: null, reason: "nothing to check" });
    expect((await quality(unregistered.id)).json().data).toMatchObject({
      cik: null,
      reason: "The entity files with no regulator.",
    });
  });

  test("404 for an unknown or unpublished entity", async () => {
    expect((await quality(hidden.id)).statusCode).toBe(404);
    expect((await quality("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11")).statusCode).toBe(404);
  });
});
