import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { unpackQuality } from "#ingest/checks/packed-quality.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import type { CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import { apple as appleCik, openTestPipeline } from "../helpers/pipeline.ts";

const pipeline = await openTestPipeline();
const { pool } = pipeline.context.database;

describe("a built company", () => {
  beforeAll(async () => {
    await ingestCompany(appleCik, pipeline.context);
  });

  const stored = async () => {
    const { rows } = await pool.query(
      "select *, xmin::text from company_quality where company_key = $1",
      [appleCik],
    );
    return rows[0];
  };

  test("has every outcome stored with its statements, and the terminal has the same label [TRM-08]", async () => {
    const row = await stored();
    const quality = unpackQuality(gunzipSync(row.body).toString());
    const { rows: statements } = await pool.query(
      "select distinct period_key from statement where company_key = $1",
      [appleCik],
    );
    const { rows: documents } = await pool.query(
      "select d.body from served_document d join company c using (entity_id) where c.company_key = $1 and d.kind = 'terminal'",
      [appleCik],
    );
    const terminal = JSON.parse(gunzipSync(documents[0].body).toString()).data;

    expect(new Set(quality.periods.map(({ key }) => key))).toEqual(
      new Set(statements.map(({ period_key: key }) => key)),
    );
    expect(row.label).toBe(terminal.summary.dataQualityLabel);
    expect(row.counts["BS-01"]).toEqual([27, 0, 0, 0, 7]);
    expect(quality.periods.every((p) => p.unexplained === 0 && p.unsourced === 0)).toBe(true);
  });

  test("keeps each failure with its operands", async () => {
    const { rows } = await pool.query(
      "select check_id, severity, outcome, subject, concept, reason, operands from check_failure where company_key = $1",
      [appleCik],
    );
    const counts = Object.values((await stored()).counts as CountsByCheck);
    expect(rows.length).toBe(counts.reduce((sum, [, , small, fail]) => sum + small + fail, 0));
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "check_id": "TS-02",
          "concept": "operating_lease_cost",
          "operands": [
            {
              "accession": "0000320193-20-000062",
              "label": "operating_lease_cost Q3",
              "value": "381000000",
            },
            {
              "accession": "0000320193-20-000062",
              "label": "year to 2020-06-27",
              "value": "1100000000",
            },
            {
              "accession": "0000320193-20-000052",
              "label": "year to 2020-03-28",
              "value": "732000000",
            },
          ],
          "outcome": "fail",
          "reason": "differs by 13000000",
          "severity": "A",
          "subject": "2020Q3",
        },
      ]
    `);
  });

  test("is not written again when the checks find the same [PIP-07]", async () => {
    const before = await stored();
    await forgetBuilds(pool, [appleCik]);
    await rebuildCompany(appleCik, pipeline.context);
    expect((await stored()).xmin).toBe(before.xmin);
  });
});
