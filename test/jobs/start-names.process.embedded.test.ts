import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { entityIdOf } from "#ingest/store/identity.ts";
import { runCommand } from "#jobs/run-command.ts";
import { openServices, requireSource } from "#jobs/services.ts";
import { readConfig } from "#schemas/config/config.ts";
import { describeStartFault } from "#schemas/config/start-fault.ts";
import { newDataFolder } from "../helpers/data-folder.ts";
import { spawnStart } from "../helpers/faults/crash.ts";
import { startPostgres } from "../helpers/postgres.ts";

const folder = await newDataFolder();
const server = await startPostgres();
afterAll(async () => {
  await folder.remove();
  await server?.stop();
});

const jpmorgan = "0000019617";

test("the commands to try are for a company that COMPANIES names, and for none where it names none that is stored", async () => {
  const first = await spawnStart(folder.path, { COMPANIES: "JPM" }).done;
  const unknown = await spawnStart(folder.path, { COMPANIES: "ZZZZ" }).done;

  expect(first.ended).toBe(0);
  expect(first.output).toContain(`/v2/entities/${entityIdOf(jpmorgan)}/company-terminal`);
  expect(unknown.ended).toBe(0);
  expect(unknown.output).toContain("does not have: ZZZZ");
  expect(unknown.output).toContain("Ready. No company of COMPANIES is stored yet.");
  expect(unknown.output).not.toContain("curl");
}, 600_000);

test("a command names a misspelt setting before it works with another database than the one meant", async () => {
  const warned: string[] = [];
  const io = {
    print: () => {},
    warn: (line: string) => warned.push(line),
    isInterrupted: () => false,
  };
  const env = { DATA_DIR: folder.path, DATABSE_URL: "postgres://ann:secret@db/tenk" };

  await runCommand(["jobs", "list"], { ...io, env });

  expect(warned[0]).toBe("DATABSE_URL is not a setting of Tenk: is DATABASE_URL meant?");
  expect(warned.join("\n")).not.toContain("secret");
}, 120_000);

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  const log = { info() {}, warn() {}, error() {} };
  const open = async (env: Record<string, string>) => {
    const databaseUrl = (await server?.create(`s${randomUUID().slice(0, 8)}`)) ?? "";
    const config = readConfig({ DATA_DIR: folder.path, DATABASE_URL: databaseUrl, ...env });
    return openServices(
      { ...config, archiveUrl: `${folder.path}/archive-${randomUUID()}` },
      { log },
    );
  };

  test("the bundled sample is fetched only where COMPANIES=sample asks for it", async () => {
    const unasked = await open({ COMPANIES: "AAPL" });
    const asked = await open({ COMPANIES: "sample" });
    const fetched = ({ context: { http, hosts } }: typeof asked) =>
      http
        .get(`${hosts.www}/files/company_tickers.json`, { kind: "tickers" } as never)
        .then(() => null, describeStartFault);

    expect(() => requireSource(unasked)).toThrow(/^The bundled sample does not enter a PostgreSQL/);
    expect(await fetched(unasked)).toMatch(/set EDGAR_USER_AGENT .+ or COMPANIES=sample/);
    expect(() => requireSource(asked)).not.toThrow();
    expect(await fetched(asked)).toBeNull();
    expect(asked.config.companies).toBeNull();
    await Promise.all([unasked.close(), asked.close()]);
  }, 120_000);
});
