import { describe, expect, test } from "vitest";
import { collectKnownLines } from "#ingest/extracts/history/known-lines.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const ciks = [apple, kraftHeinz, nikola];
const { context, extractStore } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const { get } = await testApp({ database: context.database });
const { folder, manifest } = await writeWhole(extractStore, { history: true });

async function ask(sql: string, of = folder): Promise<Record<string, unknown>[]> {
  const { columns, rows } = await queryExtract(of, sql);
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
}
/** Every value of every statement as the API tells it for a day, by period and concept. */
async function servedOn(cik: string, day: string): Promise<string[]> {
  const url = `/v2/entities/${entityIdOf(cik)}/sfrs-statements?asOf=${day}&limit=1000`;
  const answer = await get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  const { periods } = answer.json().data as {
    periods: { periodKey: string; fields: Record<string, string | null> }[];
  };
  return periods.flatMap(({ periodKey, fields }) =>
    Object.entries(fields).flatMap(([concept, value]) =>
      value === null ? [] : [`${periodKey} ${concept} ${value}`],
    ),
  );
}

describe("known_lines", () => {
  // Kraft Heinz restated 2016 and 2017 on 7 June 2019, Apple split its shares in August 2020.
  test.each([
    [kraftHeinz, ["2018-12-31", "2019-06-06", "2019-06-07", "2021-12-31"]],
    [apple, ["2010-01-24", "2018-11-05", "2020-10-29", "2020-10-30", "2026-06-30"]],
    [nikola, ["2020-01-01", "2021-06-30", "2024-12-31"]],
  ] as const)("of %s are on a day what the API answers as of it", async (cik, days) => {
    for (const day of days) {
      const rows =
        await ask(`select period_key, concept, value_text from known_lines where cik = '${cik}'
        and known_from <= '${day}' and (known_to is null or known_to > '${day}')`);
      const shown = rows.map(
        ({ period_key, concept, value_text }) => `${period_key} ${concept} ${value_text}`,
      );
      expect([day, shown.sort()]).toEqual([day, (await servedOn(cik, day)).sort()]);
    }
  });

  test("follow each other: no two of a line hold on one day", async () => {
    const [count] = await ask("select count(*)::int as rows from known_lines");
    expect(count?.rows).toBeGreaterThan(1000);
    expect(
      await ask(`select * from known_lines a join known_lines b using (cik, period_key, concept)
        where a.known_from < b.known_from and (a.known_to is null or a.known_to > b.known_from)`),
    ).toEqual([]);
    expect(await ask("from known_lines where known_to <= known_from")).toEqual([]);
  });

  test("end where a value changes or goes, and begin again where it comes back", () => {
    const period = (value: string | null) => ({
      periods: [
        {
          ...{ key: "2020FY", fiscalYear: 2020, fiscalPeriod: "FY" },
          ...{ start: "2020-01-01", end: "2020-12-31" },
          lines: { revenue: { value, unit: "USD" }, net_income: { value: "1", unit: "USD" } },
        },
      ],
    });
    const values: Record<string, string | null> = { a: "5", b: "5", c: "6.10", d: null, e: "5" };
    const lines = collectKnownLines("1");
    for (const [day, value] of Object.entries(values)) lines.take(period(value) as never, day);
    const shown = lines.finish().map((row) => [row[6], row[8], row[10], row[11]]);
    expect(shown).toEqual([
      ["revenue", "5", "a", "c"],
      ["revenue", "6.10", "c", "d"],
      ["net_income", "1", "a", null],
      ["revenue", "5", "e", null],
    ]);
  });
});

describe("as_of_line", () => {
  const netIncome = (day: string) =>
    ask(`select value_text, known_from from as_of_line('net_income', '${day}')
      where cik = '${kraftHeinz}' and period_key = '2017FY'`);

  test("has what a reader knew, not what was restated later", async () => {
    expect(await netIncome("2019-06-06")).toEqual([
      { value_text: "10999000000", known_from: "2018-02-16" },
    ]);
    expect((await netIncome("2019-06-07")).map(({ value_text }) => value_text)).toEqual([
      "10941000000",
    ]);
    expect(await netIncome("2018-02-15")).toEqual([]);
  });

  test("refuses an unknown concept, and an extract without history, with what to do", async () => {
    await expect(ask("from as_of_line('net_incom', '2019-06-30')")).rejects.toThrow(
      "did you mean net_income",
    );
    const { folder: without } = await writeWhole(extractStore);
    for (const sql of [
      "from as_of_line('net_income', '2019-06-30')",
      "from universe('2019-01-01', '2020-01-01', 12)",
    ]) {
      await expect(ask(sql, without)).rejects.toThrow("npm run extract -- --history");
    }
  });
});

describe("universe", () => {
  const days = "universe('2018-06-30', '2025-06-30', 12)";

  test("has one value per day, company and concept, and none that was not known", async () => {
    const rows =
      await ask(`select day, cik, concept, count(*)::int as rows, bool_or(known_from > day) as ahead
      from ${days} group by all having count(*) > 1 or ahead`);
    expect(rows).toEqual([]);
    const shown = await ask(`select distinct day from ${days} order by day`);
    expect(shown.map(({ day }) => String(day).slice(0, 4))).toEqual(
      Array.from({ length: 8 }, (_, n) => `${2018 + n}`),
    );
  });

  test("has a company from its first figures on, and says when it was last heard of", async () => {
    const rows = await ask(`select day, period_key, last_change from ${days}
      where cik = '${nikola}' and concept = 'net_income' order by day`);
    expect(rows[0]).toMatchObject({ day: expect.stringMatching(/^202[01]-06-30/) });
    const last = rows.at(-1);
    expect(String(last?.last_change) <= String(last?.day)).toBe(true);
  });

  test("takes the newest year of amounts, and the newest day of balances", async () => {
    const rows =
      await ask(`select concept, period_key, period_end, value from universe('2023-06-30', '2023-06-30', 1)
      where cik = '${apple}' and concept in ('revenue', 'total_assets') order by concept`);
    expect(rows).toMatchObject([
      { concept: "revenue", period_key: "2022FY", value: 394_328_000_000 },
      { concept: "total_assets", period_end: "2023-04-01", value: 332_160_000_000 },
    ]);
  });
});

test("splits name the filings between which they came", async () => {
  const rows = await ask(`select factor, last_before, first_after, accession, form from splits
    where cik = '${apple}' order by first_after`);
  expect(rows.map(({ factor }) => factor)).toEqual([4]);
  for (const { last_before, first_after, accession, form } of rows) {
    expect(String(last_before) < String(first_after)).toBe(true);
    expect([accession, form]).toEqual([
      expect.stringMatching(/^\d{10}-\d{2}-\d{6}$/),
      expect.stringMatching(/^10-[KQ]/),
    ]);
  }
  // The split of 31 August 2020 was first counted in the report of October.
  expect([rows[0]?.last_before, rows[0]?.first_after]).toEqual(["2020-07-31", "2020-10-30"]);
});

test("restatements name the period, and both filings", async () => {
  const [row] = await ask(`from restatements where cik = '${kraftHeinz}' and tag = 'NetIncomeLoss'
    and period_key = '2017FY' and after_text = '10941000000'`);
  expect(row).toMatchObject({
    ...{ before_text: "10999000000", after_filed: "2019-06-07", rejected: null },
    ...{ period_start: "2017-01-01", period_end: "2017-12-30" },
  });
});

test("an extract with history keeps it, and its files, whatever the next writer asks for", async () => {
  expect(manifest.hasHistory).toBe(true);
  const out = folder.slice(0, folder.lastIndexOf("/"));
  const again = await writeExtract(extractStore, {
    ...{ out, format: "both", since: null, onCompany: () => true },
  });
  expect([again.kind, again.kind === "unchanged" && again.manifest.folder]).toEqual([
    "unchanged",
    manifest.folder,
  ]);
});
