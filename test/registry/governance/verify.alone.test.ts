import { expect, test } from "vitest";
import type { BuildPool } from "#ingest/builder/build-pool.ts";
import { runBuildTask } from "#ingest/builder/build-task.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { verifyCompany } from "#jobs/registry/verify.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import { openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const released = loadRelease("1.0.0");
// As it is in force later: another line order changes bytes, a retired tag changes what is stored beside the facts.
const later = assembleRegistry(
  structuredClone(released.concepts).map((one) =>
    one.snakeKey === "revenue" ? { ...one, mappings: one.mappings.slice(0, -1) } : one,
  ),
  {
    registryVersion: "2.0.0",
    standardVersion: "1.0.0",
    retiredTags: new Set(["ifrs-full:Revenue", "ifrs-full:RevenueFromContractsWithCustomers"]),
  },
);
const versions = new Map([released, later].map((one) => [one.registryVersion, one]));

async function storedUnder(registry: typeof released) {
  const builder: BuildPool = {
    run: (task, needs) => runBuildTask(task, registry, needs),
    close: async () => {},
  };
  const { context } = await openTestPipeline({ ciks: [tsmc], builder });
  await ingestCompany(tsmc, { ...context, registry });
  const db = context.database.pool;
  const [identity] = await listStoredCompanies(db);
  if (!identity) throw new Error("nothing was ingested");
  return { db, company: await openCompany({ db, archive: context.archive }, identity) };
}

test("every persisted statement states version and digest, and the released version makes it again byte for byte [SFR-30]", async () => {
  const stored = await storedUnder(released);
  const { rows } = await stored.db.query(
    "select distinct registry_version as version, registry_sha256 as sha256 from statement",
  );
  const verified = await verifyCompany(stored, versions);

  expect(rows).toEqual([{ version: "1.0.0", sha256: released.registrySha256 }]);
  expect(verified).toMatchObject({ notRebuilt: null, problems: [] });
  expect(verified.same).toBe(verified.statements);
  expect(verified.statements).toBeGreaterThan(20);
});

test("retired tags kept for earlier versions change no byte of the statements in force [SFR-30]", async () => {
  const stored = await storedUnder(later);
  const { retiredTags: _kept, ...withoutRetired } = later;
  const alone = new Map([["2.0.0", withoutRetired]]);

  expect(await verifyCompany(stored, alone)).toMatchObject({ notRebuilt: null, problems: [] });
});

test("a statement of an unknown version, of another digest, or with other bytes is named", async () => {
  const stored = await storedUnder(released);
  const { db } = stored;
  const first = async () => (await verifyCompany(stored, versions)).problems[0];
  const change = (set: string) =>
    db.query(
      `update statement set ${set} where period_key = '2023FY' and statement_type = 'balance_sheet'`,
    );

  await change("digest = 'x'");
  expect(await first()).toBe("TSM 2023FY balance_sheet: a rebuild gives other bytes");
  await change("registry_version = '9.0.0'");
  expect(await first()).toBe(
    "TSM 2023FY balance_sheet: was made under registry 9.0.0, which was never released",
  );
  await change("registry_version = '2.0.0'");
  expect(await first()).toBe(
    "TSM 2023FY balance_sheet: was made under registry 2.0.0, with another digest",
  );
});
