import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { openArchive } from "#ingest/archive.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { listRuns, recordRun } from "#jobs/running/run-job.ts";
import { describeStartFault } from "#schemas/config/start-fault.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { diskFull } from "#schemas/storage/disk-full.ts";
import { testApp } from "../../helpers/app.ts";
import { openSmallDisk } from "../../helpers/faults/small-disk.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const disk = openSmallDisk();
afterAll(() => disk?.remove());
const root = disk?.path ?? "";
const fresh = openSmallDisk();
afterAll(() => fresh?.remove());

/** Files below a folder, by their paths in it. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe.skipIf(disk === null)("on a disk that may be mounted", () => {
  test("a full disk fails what writes with a sentence, harms nothing, and what is asked again with room goes through", async () => {
    const { context } = await openTestPipeline({ ciks: [apple, nikola] });
    const { database, registry } = context;
    context.archive = openArchive(join(root, "archive"));
    await ingestCompany(nikola, context);
    const app = await testApp({ database, files: openFileStore(join(root, "files")) });
    const headers = { ...(await app.signIn("ann@example.com")), "content-type": "image/png" };
    const upload = () =>
      app.send({
        method: "PUT",
        url: "/api/v1/users/me/cover",
        headers,
        payload: Buffer.from(onePixel, "base64"),
      });
    const options = { format: "both", since: null, onCompany: () => true } as const;
    const store = { db: database.pool, archive: context.archive, registry };
    const extract = () => writeExtract(store, { ...options, out: join(root, "extracts") });
    const ingest = () =>
      recordRun(database, { name: "ingest-company", subject: apple }, async () => ({
        ...(await ingestCompany(apple, context)),
      }));
    const faultOf = (work: Promise<unknown>) => work.then(() => null, describeStartFault);
    const terminal = async () =>
      (await app.get(`/v2/entities/${entityIdOf(nikola)}/company-terminal`)).json().data;
    const before = await terminal();
    const archived = await filesOf("archive");

    disk?.fill();
    expect(await faultOf(ingest())).toBe(diskFull);
    expect((await listRuns(database.pool, 1))[0]?.error).toContain(diskFull);
    expect(await faultOf(extract())).toBe(diskFull);
    const refused = await upload();
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      503,
      "The disk of the service is full",
    ]);
    expect(before.entityName).toBe("Nikola Corp");
    expect(await terminal()).toEqual(before);
    expect(await filesOf("archive")).toEqual(archived);
    expect(await filesOf("files")).toEqual([]);
    const locks = /tenk\.(lock|mutex)$/;
    expect((await filesOf("extracts")).filter((path) => !locks.test(path))).toEqual([]);

    disk?.enlarge();
    expect(await ingest()).toMatchObject({ kind: "stored" });
    expect(await extract()).toMatchObject({ kind: "written" });
    expect((await upload()).statusCode).toBe(200);
    expect(await filesOf("files")).toHaveLength(1);
  }, 120_000);

  test("too little room for a new database is one sentence, and with room the same start goes through", async () => {
    const dataDir = join(fresh?.path ?? "", "data");
    const open = () => openDatabase({ databaseUrl: null, dataDir });

    expect(await open().then(() => null, describeStartFault)).toBe(diskFull);
    expect(await readdir(dataDir)).toEqual(["tenk.mutex"]);

    fresh?.enlarge();
    const database = await open();
    await migrateDatabase(database);
    await database.close();
    fresh?.fill();
    expect(await open().then(() => null, describeStartFault)).toBe(diskFull);
  }, 120_000);
});
