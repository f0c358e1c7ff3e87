import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, jpmorgan, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const companies = [
  { name: "Apple", cik: apple },
  { name: "JPMorgan Chase", cik: jpmorgan },
  { name: "Kraft Heinz", cik: "0001637459" },
  { name: "TSMC", cik: tsmc },
  { name: "Nikola", cik: nikola },
];
const templates: Readonly<Record<string, string>> = {
  "5-year DCF, growth": "dcf_5_year_terminal_growth",
  "5-year DCF, EBITDA exit": "dcf_5_year_ebitda_exit",
  "5-year DCF, revenue exit": "dcf_5_year_revenue_exit",
  "10-year DCF, growth": "dcf_10_year_terminal_growth",
  "EV / EBITDA": "ev_ebitda_multiples",
  "EV / Revenue": "ev_revenue_multiples",
  "Price / Earnings": "pe_multiples",
  "Price / Book": "pb_multiples",
  "Earnings power": "earnings_power_value",
  "Excess return": "excess_return",
  "Dividend discount": "dividend_discount",
};

const { context } = await openTestPipeline({ ciks: companies.map(({ cik }) => cik) });
for (const { cik } of companies) await ingestCompany(cik, context);
const { get } = await testApp({ database: context.database });
const text = await readFile(new URL("../../../docs/models.md", import.meta.url), "utf8");

/** Rows of the tables of values under a company's heading. */
function valuesOf(company: string): [model: string, values: string][] {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${company}, at `)) ?? "";
  const rows = section.matchAll(/^\| ([^|]+) \| ([−\d.,]+ \/ [−\d.,]+ \/ [−\d.,]+) \|/gm);
  return [...rows].map(([, model = "", values = ""]) => [model, values]);
}

const shown = (value: number) =>
  value
    .toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .replace("-", "−");

const entityOf = async (cik: string): Promise<string> => {
  const found = await context.database.pool.query(
    "select entity_id from company where company_key = $1",
    [cik],
  );
  return found.rows[0].entity_id;
};

describe.each(companies)("docs/models.md on $name", ({ name, cik }) => {
  test.each(valuesOf(name))("%s is %s", async (model, values) => {
    const answer = await get(`/v2/entities/${await entityOf(cik)}/models/${templates[model]}`);
    const { low, mid, high } = answer.json().data.valuationRange.fairValuePerShare;
    expect([low, mid, high].map(shown).join(" / ")).toBe(values);
  });
});

test("every company of docs/models.md with values is compared", () => {
  const headed = [...text.matchAll(/^## (.+), at \d{4}-\d{2}-\d{2}$/gm)].map(
    ([, name = ""]) => name,
  );
  const counts = headed.map((name) => [name, valuesOf(name).length] as const);
  expect(counts.filter(([, count]) => count > 0).map(([name]) => name)).toEqual(
    companies.map(({ name }) => name),
  );
});
