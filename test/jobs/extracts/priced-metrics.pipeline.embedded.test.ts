import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-priced-extract-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, "closes.csv");
const closes = [
  ...["2020-10-29,115.32", "2023-09-29,171.21", "2023-11-03,176.65"],
  ...["2025-12-26,273.4", "2026-01-29,258.28"],
];
const writeCloses = (more: readonly string[] = []) =>
  writeFile(
    file,
    ["ticker,date,close", ...[...closes, ...more].map((line) => `AAPL,${line}`)].join("\n"),
  );
await writeCloses();
const { context, extractStore } = await openTestPipeline({ ciks: [apple, nikola] });
for (const cik of [apple, nikola]) await ingestCompany(cik, context);
const prices = openPrices({ url: file, isAdjusted: false }, { checkMs: 0 });

const write = async (name: string, with_: typeof prices | null = prices) => {
  const outcome = await writeExtract(
    { ...extractStore, prices: with_ },
    { out: join(folder, name), format: "both", since: null, onCompany: () => true },
  );
  if (outcome.kind === "interrupted") throw new Error(outcome.kind);
  return { ...outcome, folder: join(folder, name, outcome.manifest.folder) };
};
const ask = async (at: string, sql: string) => {
  const { columns, rows } = await queryExtract(at, sql);
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
};
const whole = await write("whole");

test("closes have a row per company and day", async () => {
  expect(
    await ask(whole.folder, "select * exclude (is_adjusted) from closes order by day"),
  ).toEqual(
    closes.map((line) => {
      const [day, close] = line.split(",");
      return { cik: apple, ticker: "AAPL", day, close: Number(close), currency: "USD" };
    }),
  );
});

test("metrics with a price are of the day on which their twelve months were first known", async () => {
  const rows = await ask(
    whole.folder,
    `select metric, value, filed, price_day, reason from metrics
     where cik = '${apple}' and period_key = 'TTM2023Q4' and metric in ('pe', 'market_value', 'fcf_yield') order by metric`,
  );
  const [yield_, value, pe] = rows;
  // The 10-K of 2023-11-03: 15,552,752 thousand shares on the cover, with dilution, at that day's close.
  const shares = Number(value?.value) / 176.65;
  expect(shares).toBeGreaterThan(15_552_752_000);
  expect(shares).toBeLessThan(15_552_752_000 * 1.01);
  // Net income of 96,995 million and free cash flow of 99,584 million.
  expect(pe?.value).toBeCloseTo((shares * 176.65) / 96_995e6, 9);
  expect(yield_?.value).toBeCloseTo(99_584e6 / (shares * 176.65), 12);
  for (const row of rows) {
    expect(row).toMatchObject({ filed: "2023-11-03", price_day: "2023-11-03", reason: null });
  }
});

test("of a past day they count the shares of before a split as closes as traded do", async () => {
  // Fiscal 2020, known on 2020-10-30 after the split of August: 17,001,802 thousand shares, and a close after it.
  const [row] = await ask(
    whole.folder,
    `select value, price_day, filed from metrics
     where cik = '${apple}' and period_key = 'TTM2020Q4' and metric = 'market_value'`,
  );
  expect(row).toMatchObject({ price_day: "2020-10-29", filed: "2020-10-30" });
  expect(Number(row?.value) / (115.32 * 17_001_802_000)).toBeGreaterThan(1);
  expect(Number(row?.value) / (115.32 * 17_001_802_000)).toBeLessThan(1.03);
});

test("without a close there is the reason", async () => {
  const reasons = async (at: string, cik: string) =>
    (
      await ask(
        at,
        `select distinct reason, price_day from metrics where cik = '${cik}' and metric = 'pe' and value is null`,
      )
    ).map(({ reason, price_day }) => [reason, price_day]);
  expect(await reasons(whole.folder, apple)).toEqual([["no_price", null]]);
  expect(await reasons(whole.folder, nikola)).toContainEqual(["no_price", null]);
  const plain = await write("plain", null);
  expect(await reasons(plain.folder, apple)).toEqual([["prices_not_configured", null]]);
  expect(plain.manifest.rows.closes).toBe(0);
});

test("a newer close is one more row, and no company is read again for it", async () => {
  expect((await write("whole")).kind).toBe("unchanged");
  await writeCloses(["2026-03-02,264.72"]);
  const later = await write("whole");
  expect(later).toMatchObject({ kind: "written", companiesRead: 0 });
  expect(later.manifest.rows.closes).toBe(closes.length + 1);
  expect(
    await ask(later.folder, "select count(*) as n from metrics where price_day is not null"),
  ).toEqual(
    await ask(whole.folder, "select count(*) as n from metrics where price_day is not null"),
  );
});
