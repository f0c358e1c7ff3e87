import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { extractTables } from "#ingest/extracts/tables.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context, extractStore } = await openTestPipeline();
await ingestCompany(apple, context);
const { folder, manifest } = await writeWhole(extractStore, { format: "parquet" });

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

  const row = rows.find((one) => one.period_key === "2023FY" && one.concept === "revenue");
  expect(row).toMatchObject({
    cik: apple,
    value: 383285000000,
    value_text: "383285000000",
    period_end: new Date("2023-09-30"),
    lineage_id: "60341305-790b-5069-9516-704f56d33c21:2023FY:revenue",
  });
});

test("what the name of a folder says stands in no file of it, and every other column in each", async () => {
  for (const table of extractTables) {
    const files = manifest.files.filter(({ path }) => path.startsWith(`${table.name}/`));
    const names = table.columns.map(([name]) => name as string);
    const expected =
      table.layout === "years" ? names.filter((name) => name !== "fiscal_year") : names;
    for (const { path } of files) {
      const { schema } = await parquetMetadataAsync(await open(path));
      expect([path, schema.slice(1).map(({ name }) => name)]).toEqual([path, expected]);
      expect(/\/fiscal_year=\d{4}\//.test(path)).toBe(table.layout === "years");
    }
  }
});

test("another reader counts the rows that the manifest names for each file", async () => {
  const files = manifest.files.filter(({ path }) => path.endsWith(".parquet"));
  expect(files.length).toBeGreaterThan(20);
  for (const { path, rows } of files) {
    const { num_rows: found } = await parquetMetadataAsync(await open(path));
    expect([path, Number(found)]).toEqual([path, rows]);
  }
});
