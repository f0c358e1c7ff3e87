import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Manifest } from "#ingest/extracts/manifest.ts";
import { publishExtract } from "#ingest/extracts/publish-extract.ts";
import { startBucketServer } from "../../helpers/bucket-server.ts";

const { objects, uploads } = await startBucketServer();
const out = await mkdtemp(join(tmpdir(), "tenk-publish-"));
afterAll(() => rm(out, { recursive: true, force: true }));

/** An extract of two files in a folder of its own. */
async function extractOf(folder: string): Promise<Manifest> {
  const contents = {
    "companies.parquet": "companies",
    "facts/fiscal_year=2024/part-0000.parquet": folder,
  };
  const files: Manifest["files"] = [];
  for (const [path, text] of Object.entries(contents)) {
    const target = join(out, folder, path);
    await mkdir(join(target, ".."), { recursive: true });
    await writeFile(target, text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    files.push({ path, sizeBytes: text.length, sha256, rows: 1 });
  }
  return { folder, files } as Manifest;
}

const keys = () => [...objects.keys()].sort();

test("an extract is copied whole, its manifest names it, the one before stays and older ones go", async () => {
  const copied: boolean[] = [];
  for (const folder of ["extract-1", "extract-2", "extract-3"]) {
    copied.push(await publishExtract(out, await extractOf(folder), "s3://bucket/tenk"));
  }

  expect(copied).toEqual([true, true, true]);
  expect(keys()).toEqual([
    "/bucket/tenk/extract-2/companies.parquet",
    "/bucket/tenk/extract-2/facts/fiscal_year=2024/part-0000.parquet",
    "/bucket/tenk/extract-3/companies.parquet",
    "/bucket/tenk/extract-3/facts/fiscal_year=2024/part-0000.parquet",
    "/bucket/tenk/manifest.json",
  ]);
  const manifest = JSON.parse(objects.get("/bucket/tenk/manifest.json")?.toString() ?? "");
  expect(manifest.folder).toBe("extract-3");
  const data = objects.get("/bucket/tenk/extract-3/facts/fiscal_year=2024/part-0000.parquet");
  expect(data?.toString()).toBe("extract-3");
});

test("a file that the extract before has is copied within the store and not sent again", () => {
  const sent = uploads.filter((path) => !path.endsWith("manifest.json"));
  expect(sent.sort()).toEqual([
    "/bucket/tenk/extract-1/companies.parquet",
    "/bucket/tenk/extract-1/facts/fiscal_year=2024/part-0000.parquet",
    "/bucket/tenk/extract-2/facts/fiscal_year=2024/part-0000.parquet",
    "/bucket/tenk/extract-3/facts/fiscal_year=2024/part-0000.parquet",
  ]);
  expect(objects.get("/bucket/tenk/extract-3/companies.parquet")?.toString()).toBe("companies");
});

test("an extract that is there already is not copied again", async () => {
  const before = keys();
  expect(await publishExtract(out, await extractOf("extract-3"), "s3://bucket/tenk")).toBe(false);
  expect(keys()).toEqual(before);
});

test("a copy that breaks off leaves the manifest with the extract before", async () => {
  const broken = await extractOf("extract-4");
  await rm(join(out, "extract-4", "facts"), { recursive: true });
  await expect(publishExtract(out, broken, "s3://bucket/tenk")).rejects.toThrow(/ENOENT/);

  const manifest = JSON.parse(objects.get("/bucket/tenk/manifest.json")?.toString() ?? "");
  expect(manifest.folder).toBe("extract-3");
});

test("what is no s3:// address is refused", async () => {
  await expect(publishExtract(out, await extractOf("extract-5"), "s3://")).rejects.toThrow(
    RangeError,
  );
});
