import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { archivePath } from "#ingest/archive/packed.ts";
import { runCommand } from "#jobs/run-command.ts";
import { openDatabase } from "#schemas/database/db.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-damaged-"));
const dataDir = join(folder, "data");
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tenk(args: string[], env: Record<string, string> = {}) {
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
  const code = await runCommand(args, {
    env: { DATA_DIR: dataDir, ...env },
    print: (line) => lines.out.push(line),
    warn: (line) => lines.err.push(line),
    isInterrupted: () => false,
  });
  return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
}

/** Overwrites the archived company facts of a company; their digest. */
async function damage(cik: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const { rows } = await database.pool.query(
    "select digest from raw_document where company_key = $1 and kind = 'companyfacts'",
    [cik],
  );
  await database.close();
  const digest: string = rows[0].digest;
  await writeFile(join(dataDir, "archive", archivePath(digest)), "damaged");
  return digest;
}

const apple = "0000320193";
/** Nothing answers at this address. */
const away = { EDGAR_DATA_URL: "http://127.0.0.1:9", EDGAR_WWW_URL: "http://127.0.0.1:9" };

test("a damaged document fails its company alone, by name and with the way out, and is fetched again where it can be", async () => {
  await tenk(["ingest", "--ticker", "aapl", "--cik", "19617"]);
  const digest = await damage(apple);

  const offline = await tenk(["rebuild", "--all", "--force"], away);
  expect(offline).toMatchObject({ code: 1, out: "2 companies: 1 stored, 1 failed" });
  expect(offline.err).toContain(`CIK 320193 failed: archived document ${digest} is`);
  expect(offline.err).toContain("npm run ingest");

  const impact = await tenk(["registry", "impact"], away);
  expect(impact.err).not.toContain("error:");

  const online = await tenk(["rebuild", "--all", "--force"]);
  expect(online).toMatchObject({ code: 0, out: "2 companies: 2 stored", err: "" });
}, 300_000);
