import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import type { Shell } from "#jobs/commands/command.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { impactOn } from "#jobs/registry/impact.ts";
import { impactOfAll } from "#jobs/registry/impact-of-all.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { compareConcepts } from "#registry/governance/difference.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { apple, jpmorgan, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const ciks = [jpmorgan, apple, tsmc];
const { context } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const store = { db: context.database.pool, archive: context.archive };
const companies = await listStoredCompanies(store.db);
const released = loadRelease(context.registry.registryVersion);

function shellThat(isInterrupted: () => boolean) {
  const warnings: string[] = [];
  let failures = 0;
  const shell: Shell = {
    env: {},
    print: () => {},
    warn: (line) => warnings.push(line),
    fail: () => {
      failures += 1;
    },
    isInterrupted,
  };
  return { shell, warnings, failures: () => failures };
}

/** The release before one tag was added to a line, and the release. */
function comparedWithout(tag: string) {
  const concepts = structuredClone(released.concepts).map((one) => ({
    ...one,
    mappings: one.mappings.filter(({ xbrlConcept }) => xbrlConcept !== tag),
  }));
  const newer: Registry = assembleRegistry(concepts, {
    registryVersion: "working",
    standardVersion: released.standardVersion,
  });
  return { older: released, newer, changes: compareConcepts(released.concepts, concepts) };
}

const run = (compared: ReturnType<typeof comparedWithout>, shell = shellThat(() => false).shell) =>
  impactOfAll(shell, { ...store, companies, label: "Comparing" }, compared);

test.each(["InterestExpense", "RevenueFromContractWithCustomerExcludingAssessedTax", "Assets"])(
  "all companies on threads give what one after the other gives, in the companies' order: %s",
  async (tag) => {
    const compared = comparedWithout(tag);
    const expected = [];
    for (const company of companies) {
      expected.push(await impactOn(await openCompany(store, company), compared));
    }

    const { impacts, isWhole } = await run(compared);

    expect(impacts).toEqual(expected);
    expect(isWhole).toBe(true);
    expect(impacts.map(({ checks }) => checks.cik)).toEqual(companies.map(({ cik }) => cik));
  },
);

test("a company that files none of the tags concerned is not built: its checks are those stored", async () => {
  const marked = { "BS-01": [7, 0, 0, 0, 0] };
  const { rows } = await store.db.query(
    "select counts from company_quality where company_key = $1",
    [tsmc],
  );
  const set = "update company_quality set counts = $2 where company_key = $1";
  await store.db.query(set, [tsmc, JSON.stringify(marked)]);

  const { impacts } = await run(comparedWithout("InterestAndDebtExpense"));
  await store.db.query(set, [tsmc, JSON.stringify(rows[0].counts)]);

  const checks = impacts.map((one) => one.checks).find(({ cik }) => cik === tsmc);
  expect(checks).toEqual({ cik: tsmc, before: marked, after: marked, lost: {} });
});

test("interrupted, it ends at once, says so and fails", async () => {
  const { shell, warnings, failures } = shellThat(() => true);

  const { impacts, isWhole } = await run(comparedWithout("Assets"), shell);

  expect([impacts, isWhole]).toEqual([[], false]);
  expect(warnings).toEqual(["stopped before all companies were read"]);
  expect(failures()).toBe(1);
});
