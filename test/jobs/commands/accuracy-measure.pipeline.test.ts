import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readExpected } from "#jobs/accuracy/expected.ts";
import { type MeasuredView, measureCompany, type Verdict } from "#jobs/accuracy/measure.ts";
import metrics from "#jobs/accuracy/metrics.json" with { type: "json" };
import { reportLines } from "#jobs/accuracy/report.ts";
import { agreementOf, summarize } from "#jobs/accuracy/summary.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple, nikola] });
await ingestCompany(apple, context);
await ingestCompany(nikola, context);
const { archive, registry, database } = context;

/** One verdict per "metric,kind,end,value,unit" row of one company. */
async function measure(
  cik: string,
  rows: readonly string[],
  view: MeasuredView = "either",
): Promise<Verdict[]> {
  const text = [
    "cik,ticker,metric,period_kind,period_end,value,unit",
    ...rows.map((row) => `${Number(cik)},T,${row}`),
  ].join("\n");
  const measuring = { db: database.pool, archive, registry, metrics, view };
  return measureCompany(measuring, cik, readExpected(text));
}

test("persisted values of years, quarters, balances and trailing months agree", async () => {
  const verdicts = await measure(apple, [
    "revenue,FY,2023-09-30,383285000000,USD",
    "revenue,Q4,2023-09-30,89498000000,USD",
    "net_income,Q1,2023-12-31,33916000000,USD",
    "total_assets,instant,2023-09-30,352583000000,USD",
    "eps_diluted,FY,2023-09-30,6.13,USD/shares",
    "revenue,TTM,2023-12-31,385706000000,USD",
  ]);

  expect(verdicts.map(({ outcome }) => outcome)).toEqual(Array(6).fill("latest"));
  expect(verdicts[1]?.ours).toMatchObject({ period: "2023Q4", value: "89498000000" });
});

test("a value that was restated since agrees as first reported, unless only the latest counts", async () => {
  const original = ["net_income,FY,2020-12-31,-384314000,USD"];
  const restated = ["net_income,FY,2020-12-31,-370866000,USD"];
  const outcomes = async (rows: string[], view?: MeasuredView) =>
    (await measure(nikola, rows, view)).map(({ outcome }) => outcome);

  expect(await outcomes(original)).toEqual(["first_reported"]);
  expect(await outcomes(original, "latest")).toEqual(["miss"]);
  expect(await outcomes(original, "original")).toEqual(["first_reported"]);
  expect(await outcomes(restated)).toEqual(["latest"]);
  expect(await outcomes(restated, "original")).toEqual(["miss"]);
});

test("a miss says what we have, where it came from and why it differs", async () => {
  const [version, tag, period, wrong, unknown, derived] = (
    await Promise.all([
      measure(nikola, ["net_income,FY,2020-12-31,-384314000,USD"], "latest"),
      measure(apple, [
        "operating_income,FY,2023-09-30,96995000000,USD",
        "revenue,FY,2023-09-30,394328000000,USD",
        "revenue,FY,2023-09-30,123456000000,USD",
        "book_to_bill,FY,2023-09-30,6.13,pure",
        "net_income_noncontrolling,Q4,2023-09-30,1,USD",
      ]),
    ])
  ).flat();

  expect(version?.miss?.cause).toBe("other version");
  expect(version?.miss?.reason).toContain("0001731289-21-000006 (10-K 2021-02-25) says so");
  expect(version?.ours?.from).toBe("us-gaap:NetIncomeLoss 0001731289-21-000058");
  expect(tag?.miss?.cause).toBe("other tag");
  expect(tag?.miss?.reason).toContain("which we map to net_income");
  expect(period?.miss).toEqual({
    cause: "other period",
    reason: "it is our value of 2022FY, ended 2022-09-24",
  });
  expect(wrong?.miss).toEqual({ cause: "differs", reason: "ours is 210.5 % more" });
  expect(unknown).toMatchObject({
    outcome: "miss",
    concept: null,
    miss: { cause: "no concept", reason: "no concept means book_to_bill" },
  });
  expect(derived).toMatchObject({
    outcome: "miss",
    miss: { cause: "no value", reason: "ours is null (not_reported)" },
  });
});

test("a row is without data only if no document has any fact of the company near its period", async () => {
  const [none, other, absent] = await measure(apple, [
    "revenue,FY,1999-09-30,6134000000,USD",
    "revenue,FY,2023-06-30,1,USD",
    "revenue,FY,2031-09-30,1,USD",
  ]);
  const [unheld] = await measure("0000999999", ["revenue,FY,2023-09-30,1,USD"]);

  expect(none?.outcome).toBe("no_data");
  // There is a third quarter near that date, so there is data, though no year.
  expect(other).toMatchObject({ outcome: "miss", miss: { cause: "no period" } });
  expect(absent?.outcome).toBe("no_data");
  expect(unheld?.outcome).toBe("no_data");
});

test("the report ends with the agreement over the rows that have data", async () => {
  const verdicts = [
    ...(await measure(apple, [
      "revenue,FY,2023-09-30,383285000000,USD",
      "revenue,FY,2022-09-24,1,USD",
      "revenue,FY,1999-09-30,6134000000,USD",
    ])),
    ...(await measure(nikola, ["net_income,FY,2020-12-31,-384314000,USD"])),
  ];
  const summary = summarize(verdicts);
  const lines = reportLines(verdicts, summary, { withMisses: true });

  expect(agreementOf(summary)).toBeCloseTo(66.6667, 3);
  expect(lines.slice(-2)).toEqual([
    "of these 1 equal the latest value, 1 the value first reported, restated since",
    "agreement: 66.67 % (2 of 3 rows; 1 rows without data)",
  ]);
  expect(lines).toContain("  line 4: T revenue FY 1999-09-30");
  expect(lines).toContain("misses: differs (1)");
  expect(summary.metrics).toEqual([
    {
      metric: "net_income",
      concept: "net_income",
      rows: 1,
      latest: 0,
      firstReported: 1,
      misses: 0,
      withoutData: 0,
    },
    {
      metric: "revenue",
      concept: "revenue",
      rows: 2,
      latest: 1,
      firstReported: 0,
      misses: 1,
      withoutData: 1,
    },
  ]);
});

test("every metric of the reviewed file means one active concept", () => {
  for (const [metric, key] of Object.entries(metrics)) {
    expect([metric, registry.bySnakeKey.get(key)?.status]).toEqual([metric, "active"]);
  }
});
