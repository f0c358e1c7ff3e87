import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { afterAll, expect, test } from "vitest";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const out = await mkdtemp(join(tmpdir(), "tenk-parquet-"));
afterAll(() => rm(out, { recursive: true, force: true }));
const outcome = await writeExtract(context.database.pool, context.registry, {
  out,
  format: "parquet",
  since: null,
  onCompany: () => true,
});
if (outcome.kind !== "written") throw new Error(outcome.kind);
const folder = join(out, outcome.manifest.folder);

const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) };
const open = (path: string) => asyncBufferFromFile(join(folder, path));

test("another reader than DuckDB finds the same values in the Parquet files", async () => {
  const year = "statements/fiscal_year=2023";
  const names = await readdir(join(folder, year));
  const rows = (
    await Promise.all(
      names.map(async (name) =>
        parquetReadObjects({ file: await open(`${year}/${name}`), compressors }),
      ),
    )
  ).flat();

  expect(
    rows.find((row) => row.period_key === "2023FY" && row.concept === "revenue"),
  ).toMatchObject({
    cik: apple,
    fiscal_year: 2023,
    value: 383285000000,
    value_text: "383285000000",
    period_end: new Date("2023-09-30"),
    lineage_id: "60341305-790b-5069-9516-704f56d33c21:2023FY:revenue",
  });
});

test("another reader counts the rows that the manifest names for each file", async () => {
  const files = outcome.manifest.files.filter(({ path }) => path.endsWith(".parquet"));
  expect(files.length).toBeGreaterThan(20);
  for (const { path, rows } of files) {
    const { num_rows: found } = await parquetMetadataAsync(await open(path));
    expect([path, Number(found)]).toEqual([path, rows]);
  }
});
