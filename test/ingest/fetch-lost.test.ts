import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openArchive } from "#ingest/archive.ts";
import { ArchiveError } from "#ingest/errors.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { listDocuments } from "#ingest/store/documents.ts";
import { dumpDatabase } from "../helpers/dump.ts";
import { openTestPipeline } from "../helpers/pipeline.ts";

/** Its sample has cover pages, which are instances. */
const alphabet = "0001652044";
const { context } = await openTestPipeline({ ciks: [alphabet] });
const { pool } = context.database;
const folder = await mkdtemp(join(tmpdir(), "tenk-lost-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const forgetBuild = () =>
  pool.query("update company_build set input_digest = '' where cik = $1", [alphabet]);

test("an archive that was lost is filled again by the next ingest, from the addresses of its documents", async () => {
  expect((await ingestCompany(alphabet, context)).kind).toBe("stored");
  const before = await dumpDatabase(pool, { only: ["statement"] });
  context.archive = openArchive(join(folder, "empty"));
  await forgetBuild();

  await expect(rebuildCompany(alphabet, context)).rejects.toThrow(/check that ARCHIVE_URL/);
  expect((await ingestCompany(alphabet, context)).kind).toBe("stored");

  const documents = await listDocuments(pool, alphabet);
  expect(documents.filter(({ kind }) => kind === "instance").length).toBeGreaterThan(0);
  for (const { digest } of documents) expect(await context.archive.has(digest)).toBe(true);
  expect(await dumpDatabase(pool, { only: ["statement"] })).toEqual(before);
});

test("a lost document that was handed in as a file stays lost, and is named", async () => {
  await pool.query("update raw_document set origin = 'file' where cik = $1 and kind = 'instance'", [
    alphabet,
  ]);
  context.archive = openArchive(join(folder, "other"));
  await forgetBuild();

  await expect(ingestCompany(alphabet, context)).rejects.toThrow(ArchiveError);
});
