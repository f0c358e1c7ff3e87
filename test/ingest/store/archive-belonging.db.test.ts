import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { adoptArchive, checkArchiveOwner } from "#ingest/archive/archive-ownership.ts";
import { openArchive } from "#ingest/archive.ts";
import { insertDocument } from "#ingest/store/documents.ts";
import { ConfigError } from "#schemas/config/config.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const { pool, close } = await openTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "tenk-belonging-"));
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => pool.query("truncate installation, raw_document"));

let made = 0;
const newArchive = () => openArchive(join(folder, String(++made)));

async function list(digest: string): Promise<void> {
  const url = `https://data.sec.gov/${digest}`;
  const unknown = { companyKey: null, accession: null, form: null, filed: null, etag: null };
  const rest = { lastModified: null, quarantinedReason: null, via: null, sizeBytes: 1 };
  const fetchedAt = "2026-02-01T00:00:00.000Z";
  const made = { kind: "submissions", origin: "crawl", source: "regulator" } as const;
  await insertDocument(pool, { url, digest, fetchedAt, ...unknown, ...rest, ...made });
}

test("a new database and its archive belong together, and another archive is refused from then on", async () => {
  const [archive, other] = [newArchive(), newArchive()];
  await checkArchiveOwner(pool, archive);
  const { digest } = await archive.put(Buffer.from("a document"));
  await list(digest);

  await checkArchiveOwner(pool, archive);
  await other.put(Buffer.from("a document"));
  await expect(checkArchiveOwner(pool, other)).rejects.toThrow(ConfigError);
  await expect(checkArchiveOwner(pool, other)).rejects.toThrow(
    /is not the archive of this database/,
  );

  await adoptArchive(pool, other);
  await checkArchiveOwner(pool, other);
  await checkArchiveOwner(pool, archive);
  const { rows } = await pool.query("select count(*)::int as n from installation");
  expect(rows).toEqual([{ n: 1 }]);
});

test("an installation from before gets its id where the archive holds what the database lists", async () => {
  const [archive, empty] = [newArchive(), newArchive()];
  const { digest } = await archive.put(Buffer.from("a document"));
  await list(digest);
  await list("ab".repeat(32));

  await expect(checkArchiveOwner(pool, empty)).rejects.toThrow(ConfigError);
  expect((await pool.query("select 1 from installation")).rowCount).toBe(0);
  await checkArchiveOwner(pool, archive);
  expect((await pool.query("select 1 from installation")).rowCount).toBe(1);
  await expect(checkArchiveOwner(pool, empty)).rejects.toThrow(ConfigError);
});

test("a new database beside an archive that is left over takes it", async () => {
  const archive = newArchive();
  await archive.put(Buffer.from("of a database that is lost"));

  await checkArchiveOwner(pool, archive);
  await checkArchiveOwner(pool, archive);
});
