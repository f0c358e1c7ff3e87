import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packQuality } from "#ingest/checks/packed-quality.ts";
import { rehearseAll } from "#ingest/gate/rehearse.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { loadQuality } from "#ingest/store/stored-quality.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

test("a rehearsal finds what a rebuild would find and writes nothing", async () => {
  const { context } = await openTestPipeline();
  const { pool } = context.database;
  await ingestCompany(apple, context);
  await forgetBuilds(pool, [apple]);
  const rehearse = () =>
    rehearseAll([apple], context, {
      onCompany: () => {},
      isInterrupted: () => false,
      isForced: false,
    });
  const builds = async () => (await pool.query("select * from company_build")).rows;
  const before = await builds();

  expect(await rehearse()).toEqual([]);
  await pool.query(
    `update company_quality set counts = jsonb_set(counts::jsonb, '{TS-02}', '[10000, 0, 0, 0, 0]')::json`,
  );

  const [drop] = await rehearse();
  expect(drop).toMatchObject({ check: "TS-02", before: 100 });
  expect(drop?.companies).toEqual([{ cik: apple, notPassedBefore: 0, notPassedAfter: 1, lost: 0 }]);
  expect(await builds()).toEqual(before);
});

test("a rehearsal counts what ran on the stored company and would run no longer", async () => {
  const { context } = await openTestPipeline();
  const { pool } = context.database;
  await ingestCompany(apple, context);
  const stored = await loadQuality(pool, apple);
  if (!stored) throw new Error("nothing was checked");
  const [newest] = stored.quality.periods;
  if (!newest) throw new Error("no period was checked");
  const gone = { ...newest, key: "1999FY", end: "1999-12-31", values: 1000 };
  const periods = [...stored.quality.periods, gone];
  const more = { "1999FY": "e".repeat(1000) };
  const checks = stored.quality.checks.map((one) =>
    one.id === "BS-01" ? { ...one, results: { ...one.results, ...more } } : one,
  );
  const body = gzipSync(packQuality({ ...stored.quality, periods, checks }));
  await pool.query("update company_quality set body = $1", [body]);

  const [drop] = await rehearseAll([apple], context, {
    onCompany: () => {},
    isInterrupted: () => false,
    isForced: true,
  });

  expect(drop).toMatchObject({ check: "BS-01", companies: [{ cik: apple, lost: 1000 }] });
});
