import { expect, test } from "vitest";
import { listFilings } from "#ingest/store/filings.ts";
import { migrateDatabase } from "#schemas/database/db.ts";
import { openBeforeMigration } from "../../helpers/before-migration.ts";

const registrant = "0000000001";
const displaced = "0000000002";
const ofTeam = "6f0c2f1e-6f6b-4a0c-9d6a-5d3b6f3f7a10~team";

const database = await openBeforeMigration(27);
const { pool } = database;
const ask = async (text: string) => (await pool.query(text)).rows;

const statementOf = (key: string) =>
  `insert into statement (cik, period_key, statement_type, fiscal_year, fiscal_period, period_start, period_end, template, status,
     sfrs_schema_id, sfrs_version, registry_version, registry_sha256, fields, missing_fields, reasons, lineage, notes, sources, filings)
   values ('${key}', '2023FY', 'income_statement', 2023, 'FY', '2022-09-25', '2023-09-30', 'industrial', 'converted', 's', '1', '1', '0',
     '{"revenue":"5","a":"1"}', '[]', '{}', '{}', '{}', '[]', '[]')`;
const buildOf = (key: string) =>
  `insert into company_build (cik, registry_version, registry_sha256, engine_version, input_digest, output_digest, sources_at)
   values ('${key}', '1', '0', '1', 'i', 'o', '2026-01-01')`;

for (const text of [
  buildOf(registrant),
  buildOf(ofTeam),
  ...[registrant, displaced, ofTeam].map(statementOf),
  `insert into filing (cik, accession, form, filed, accepted_at, report_date, is_xbrl) values
     ('${registrant}', '0000000001-23-000001', '10-K', '2023-11-03', '2023-11-02T18:08:27.000Z', '2023-09-30', true),
     ('${registrant}', '0000000001-23-000002', '10-Q', '2023-08-04', null, '2023-02-30', true)`,
  `insert into check_failure (cik, position, check_id, severity, outcome, subject, reason, operands) values
     ('${displaced}', 0, 'c', 'error', 'fail', 'company', 'r', '[]')`,
  `insert into ticker_claim (cik, ticker, position, claimed_at) values ('${displaced}', 'OLD', 0, '2024-01-01')`,
]) {
  await pool.query(text);
}
await migrateDatabase(database);

test("the rows of the version before are all there under the company's key, with days as dates", async () => {
  expect(await ask("select company_key, fields::text from statement order by 1")).toEqual([
    { company_key: registrant, fields: '{"revenue":"5","a":"1"}' },
    { company_key: displaced, fields: '{"revenue":"5","a":"1"}' },
    { company_key: ofTeam, fields: '{"revenue":"5","a":"1"}' },
  ]);
  const days = await ask("select extract(dow from period_end)::int as day from statement limit 1");
  expect(days).toEqual([{ day: 6 }]);
  expect(await listFilings(pool, registrant)).toMatchObject([
    { filed: "2023-11-03", acceptedAt: "2023-11-02T18:08:27.000Z", reportDate: "2023-09-30" },
    // No calendar has that day: then nothing is known of it.
    { filed: "2023-08-04", acceptedAt: null, reportDate: null },
  ]);
});

test("a company without a record of its build keeps its rows and is built again", async () => {
  const [record] = await ask(`select * from company_build where company_key = '${displaced}'`);
  expect(record).toMatchObject({ registry_sha256: "", input_digest: "" });
  expect(await ask("select ticker from ticker_claim")).toEqual([{ ticker: "OLD" }]);
});

test("what a build stored goes with its record, and nothing is stored without one", async () => {
  await pool.query(`delete from company_build where company_key = '${ofTeam}'`);
  expect(await ask("select company_key from statement order by 1")).toEqual([
    { company_key: registrant },
    { company_key: displaced },
  ]);
  const late = statementOf(ofTeam).replace("(cik,", "(company_key,");
  await expect(pool.query(late)).rejects.toMatchObject({ code: "23503" });
});
