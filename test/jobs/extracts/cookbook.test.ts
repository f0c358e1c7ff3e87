import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const underArmour = "0001336917";
const companies = [apple, kraftHeinz, nikola, tsmc, underArmour];
const { context, extractStore } = await openTestPipeline({ ciks: companies });
for (const cik of companies) await ingestCompany(cik, context);
const { folder } = await writeWhole(extractStore);

const text = await readFile(join(import.meta.dirname, "../../../docs/extracts.md"), "utf8");
const recipes = [...text.matchAll(/^### (.+)\n\n```sql\n([^`]+)```/gm)].map(
  ([, title = "", sql = ""]): [string, string] => [title, sql],
);
const answers = new Map<string, Record<string, unknown>[]>();

test("the cookbook has at least a dozen questions", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(12);
});

test.each(recipes)("%s", async (title, sql) => {
  const { columns, rows } = await queryExtract(folder, sql);
  expect(rows.length).toBeGreaterThan(0);
  answers.set(
    title,
    rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  );
});

const answer = (start: string) =>
  [...answers].find(([title]) => title.startsWith(start))?.[1] ?? [];

test("the answers are the filed ones", () => {
  expect(answer("How did a company's margins")).toContainEqual({
    fiscal_year: 2023,
    gross: 0.4413,
    operating: 0.2982,
  });
  expect(answer("Which figures were restated")).toContainEqual(
    expect.objectContaining({
      cik: kraftHeinz,
      period_start: "2017-01-01",
      period_end: "2017-12-30",
      before: "10999000000",
      after: "10941000000",
    }),
  );
  expect(answer("What could a reader know")).toContainEqual(
    expect.objectContaining({ cik: apple, period_end: "2020-03-28", filed: "2020-05-01" }),
  );
  expect(answer("Years as columns")).toContainEqual(
    expect.objectContaining({ cik: apple, "2022": 394328000000, "2023": 383285000000 }),
  );
});

test("the panel has one row per company, year and currency, of companies without a ticker too", () => {
  const panel = answer("A panel of year-end knowledge");
  const keys = panel.map(({ cik, year, unit }) => `${cik} ${year} ${unit}`);
  expect(new Set(keys).size).toBe(keys.length);
  const shown = (wanted: string, of: number) =>
    panel.flatMap(({ cik, year, unit, period_end, assets }) =>
      cik === wanted && Number(year) === of ? [[unit, period_end, assets]] : [],
    );
  expect(shown(tsmc, 2021)).toEqual([
    ["TWD", "2021-06-30", 3092688800000],
    ["USD", "2021-06-30", 110809300000],
  ]);
  expect(shown(nikola, 2023)).toEqual([["USD", "2023-09-30", 1148286000]]);
  expect(panel.filter(({ cik }) => cik === nikola).map(({ name }) => name)).not.toContain(null);
  // Apple's year of September 2023 was restated nowhere: the end of 2023 knows it as filed on 3 November.
  expect(shown(apple, 2023)).toEqual([["USD", "2023-09-30", 352583000000]]);
});

test("five years of growth are five years, though a filer has moved its year or left one out", () => {
  const growth = answer("What is the compound growth");
  const yearsOf = (name: string) =>
    growth.flatMap((row) => (String(row.name).startsWith(name) ? [row.fiscal_year] : []));
  // Of 2022 there is no year, and from 2023 on years end in March: 2026 is four and a quarter years after 2021.
  expect(yearsOf("Under Armour")).toEqual([]);
  const apple2023 = growth.find((row) => row.name === "Apple Inc." && row.fiscal_year === 2023);
  expect(apple2023?.yearly).toBeCloseTo((383285 / 265595) ** 0.2 - 1, 12);
});

test("no answer has the same company twice where it says one row each, and each is of a known company", () => {
  for (const start of ["Who grew fastest", "Cash flow against"]) {
    const names = answer(start).map(({ name }) => name);
    expect([start, new Set(names).size]).toEqual([start, names.length]);
    expect(names).not.toContain(null);
  }
  expect(answer("Cash flow against").every((row) => row.net_income !== null)).toBe(true);
});

test("checks that do not pass are listed with their companies and how often, Apple's with their periods", () => {
  const check = answer("Which checks pass least").find(({ check_id }) => check_id === "TS-02");
  expect(check?.worst).toContain("Apple Inc.: 1");
  expect(answer("In which periods")).toContainEqual(
    expect.objectContaining({ check_id: "TS-02", subject: "2020Q3", difference: "13000000" }),
  );
});
