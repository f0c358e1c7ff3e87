import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openArchive } from "#ingest/archive.ts";
import { ArchiveError } from "#ingest/errors.ts";
import { refreshTickerList } from "#ingest/fetch/ticker-list.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { findTickerList, listDocuments } from "#ingest/store/documents.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

/** Its sample has cover pages, which are instances. */
const alphabet = "0001652044";
const { context } = await openTestPipeline({ ciks: [alphabet] });
const { pool } = context.database;
const folder = await mkdtemp(join(tmpdir(), "tenk-lost-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const forgetBuild = () =>
  pool.query("update company_build set input_digest = '' where company_key = $1", [alphabet]);

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

test("damaged documents are fetched anew by the next ingest, and their bytes are kept as evidence", async () => {
  const before = await dumpDatabase(pool, { only: ["statement"] });
  const root = join(folder, "empty");
  const crawled = await listDocuments(pool, alphabet);
  const pathOf = (digest: string) => join(root, digest.slice(0, 2), `${digest.slice(2)}.gz`);
  const damages = [Buffer.alloc(0), Buffer.from("not gzip"), gzipSync("other content")];
  for (const [at, { digest }] of crawled.entries()) {
    await writeFile(pathOf(digest), damages[at % damages.length] ?? "");
  }
  await forgetBuild();

  expect((await ingestCompany(alphabet, context)).kind).toBe("stored");

  for (const { digest } of crawled)
    expect((await context.archive.get(digest)).length).toBeGreaterThan(0);
  expect(await dumpDatabase(pool, { only: ["statement"] })).toEqual(before);
  const kept = await readdir(join(root, "damaged"));
  expect(kept.map((name) => name.slice(0, 64)).sort()).toEqual(
    crawled.map(({ digest }) => digest).sort(),
  );
  expect(await ingestCompany(alphabet, context)).toEqual({ kind: "unchanged" });
});

test("a damaged ticker list is fetched anew", async () => {
  await refreshTickerList(context);
  const list = await findTickerList(pool);
  const digest = list?.digest ?? "";
  await writeFile(join(folder, "empty", digest.slice(0, 2), `${digest.slice(2)}.gz`), "cut");

  expect(await refreshTickerList(context)).toBeNull();

  expect((await context.archive.get(digest)).length).toBe(list?.sizeBytes);
});

test("a lost document that was handed in as a file stays lost, and is named", async () => {
  await pool.query(
    "update raw_document set origin = 'file' where company_key = $1 and kind = 'instance'",
    [alphabet],
  );
  context.archive = openArchive(join(folder, "other"));
  await forgetBuild();

  await expect(ingestCompany(alphabet, context)).rejects.toThrow(ArchiveError);
});
