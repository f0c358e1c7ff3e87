import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { derivedMetrics, metricFigure } from "#schemas/screen-metrics.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { apple, jpmorgan, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const companies = [apple, jpmorgan, nikola];
const { context, extractStore } = await openTestPipeline({ ciks: companies });
for (const cik of companies) await ingestCompany(cik, context);
const { folder, manifest } = await writeWhole(extractStore);

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const { columns, rows } = await queryExtract(folder, sql);
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
}

test.each(["statements", "quarters", "ttm"])(
  "%s_wide has a row for each company and period, with every value of the table in its column, after all splits",
  async (table) => {
    const [counts] = await ask(
      `select (select count(*) from ${table}_wide)::int as wide,
         (select count(distinct (cik, period_key)) from ${table})::int as periods`,
    );
    expect(counts?.wide).toBeGreaterThan(5);
    expect(counts?.wide).toBe(counts?.periods);

    const different = await ask(
      `select t.cik, t.period_key, t.concept, t.value, w.value as wide
       from (select * replace (case when unit like '%shares' then adjusted_value else value end as value) from ${table}
          where value is not null and (unit not like '%shares' or adjusted_value is not null)) t full join
         (unpivot ${table}_wide on columns(* exclude (cik, ticker, name, fiscal_year, fiscal_period, period_key,
            period_start, period_end, currency, filed)) into name concept value value) w
         using (cik, period_key, concept)
       where t.value is distinct from w.value`,
    );
    expect(different).toEqual([]);
  },
);

test("a wide row has the figures as filed, with the currency and what makes it known", async () => {
  const [row] = await ask(
    "select ticker, currency, period_start, period_end, filed, revenue, total_assets, eps_diluted from statements_wide where ticker = 'AAPL' and period_key = '2023FY'",
  );
  expect(row).toMatchObject({
    ...{ ticker: "AAPL", currency: "USD", period_start: "2022-09-25", period_end: "2023-09-30" },
    ...{ revenue: 383_285_000_000, total_assets: 352_583_000_000, eps_diluted: 6.13 },
  });
});

test("figures per share of a wide row and of growth stand on one basis of shares [FIN-13]", async () => {
  const wide = await ask(
    "select period_key, eps_diluted from statements_wide where ticker = 'AAPL' and period_key in ('2017FY', '2018FY') order by period_key",
  );
  expect(wide.map(({ eps_diluted }) => eps_diluted)).toEqual([9.21 / 4, 2.98]);
  const [grown] = await ask(
    "select growth, years, reason from growth('eps_diluted') where ticker = 'AAPL' and fiscal_year = 2018",
  );
  expect(grown).toMatchObject({ years: 1, reason: null });
  expect(grown?.growth).toBeCloseTo(2.98 / (9.21 / 4) - 1, 12);
});

test("growth says why there is none [FIN-13]", async () => {
  const rows = await ask("from growth('net_income') where ticker = 'NKLA' or cik = '0001731289'");
  expect(rows.length).toBeGreaterThan(0);
  for (const { growth, reason } of rows) {
    expect([growth, reason]).toEqual([null, "not_meaningful"]);
  }
});

test("ratios has every metric of a fiscal year, as its formula gives it from the lines", async () => {
  const lines = await ask("from statements_wide where fiscal_period = 'FY'");
  const shown = await ask("from ratios");
  const columns = Object.keys(shown[0] ?? {});
  expect(columns.slice(-derivedMetrics.length)).toEqual(derivedMetrics.map(({ key }) => key));
  expect(shown).toHaveLength(lines.length);
  for (const row of shown) {
    const yearOf = (ago: number) =>
      lines.find(
        ({ cik, fiscal_year }) => cik === row.cik && fiscal_year === Number(row.fiscal_year) - ago,
      );
    for (const metric of derivedMetrics) {
      const { value: wanted } = metricFigure(metric, (key, ago) => {
        const figure = yearOf(ago)?.[key];
        return figure == null
          ? { value: null, reason: "not_reported" }
          : { value: String(figure), reason: null };
      });
      if (wanted === null) expect([metric.key, row[metric.key]]).toEqual([metric.key, null]);
      else expect(row[metric.key]).toBeCloseTo(Number(wanted), 10);
    }
  }
  for (const key of ["roic", "piotroski_f", "beneish_m"]) {
    expect(shown.some((row) => row[key] !== null)).toBe(true);
    expect(shown.some((row) => row[key] === null)).toBe(true);
  }
});

test("metrics says why there is none, which lines it lacks, and when it was known", async () => {
  const rows = await ask(
    `select metric, value, value_text, unit, reason, operands, missing, filed from metrics
     where cik = '${apple}' and period_key = '2024FY' and metric in ('interest_cover', 'sloan_ratio', 'dilution')
     order by metric`,
  );
  const [dilution, cover, sloan] = rows;
  expect(dilution).toMatchObject({ unit: "ratio", reason: null, missing: null });
  expect(dilution?.value).toBeCloseTo(15_408_095 / 15_812_547 - 1, 11);
  expect(cover).toMatchObject({
    ...{ value: null, value_text: null, unit: "multiple", filed: null },
    ...{ reason: "not_reported", missing: "interest_expense" },
  });
  expect(sloan?.value).toBe(-27_453 / 364_980);
  expect(sloan?.value_text).toBe("-0.075217820154529015289");
  expect(String(sloan?.filed)).toMatch(/^202[45]-/);
  // Each operand is a line of the extract under this id.
  const operands = await ask(
    `select s.concept, s.period_key, s.value from statements s join (select unnest(string_split(operands, ',')) as id
       from metrics where cik = '${apple}' and period_key = '2024FY' and metric = 'accruals') o on s.lineage_id = o.id
     order by s.concept, s.period_key`,
  );
  expect(operands).toEqual([
    { concept: "net_income", period_key: "2024FY", value: 93_736_000_000 },
    { concept: "operating_cash_flow", period_key: "2024FY", value: 118_254_000_000 },
    { concept: "total_assets", period_key: "2023FY", value: 352_583_000_000 },
    { concept: "total_assets", period_key: "2024FY", value: 364_980_000_000 },
  ]);
  const foreign = await ask(
    `select count(*)::int as n from metrics where cik = '${apple}' and metric in ('loans_to_deposits', 'combined_ratio')`,
  );
  expect(foreign).toEqual([{ n: 0 }]);
});

test.each(["annual", "growth"])(
  "%s refuses an unknown concept and names the nearest",
  async (name) => {
    await expect(ask(`from ${name}('revenu')`)).rejects.toThrow(
      "Unknown concept revenu: did you mean revenue?",
    );
  },
);

test("the dictionary has every column of every table and view, and a page of them", async () => {
  const missing = await ask(
    `select table_name, column_name, data_type, comment from duckdb_columns()
     where database_name = 'tenk' and not internal and (table_name, column_name, data_type, comment) not in
       (select (table_name, column_name, column_type, meaning) from dictionary)`,
  );
  expect(missing).toEqual([]);
  const [counts] = await ask(
    `select (select count(*) from dictionary)::int as described,
       (select count(*) from duckdb_columns() where database_name = 'tenk' and not internal)::int as columns`,
  );
  expect(counts?.described).toBe(counts?.columns);

  const page = await readFile(join(folder, "dictionary.md"), "utf8");
  expect(page).toContain("## ratios");
  expect(page).toContain("| `revenue` | DOUBLE | ");
  expect(manifest.files.map(({ path }) => path)).toContain("dictionary.md");
});

test("the path latest leads to the newest extract", async () => {
  expect(await realpath(join(dirname(folder), "latest"))).toBe(await realpath(folder));
});
