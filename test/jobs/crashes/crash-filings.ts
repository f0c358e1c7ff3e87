import { pino } from "pino";
import type { Deps } from "#api/deps.ts";
import { createFiling } from "#api/modules/filings/service.ts";
import { openUnits } from "#api/unit-of-work.ts";
import { openJobContext } from "#jobs/running/job-context.ts";
import { openQueue } from "#jobs/running/queue.ts";
import { openServices } from "#jobs/services.ts";
import { buildFilingsJob } from "#jobs/tasks/companies/build-filings.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { readConfig } from "#schemas/config/config.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entity } from "#schemas/tables/companies/company.ts";

/**
 * With CRASH_AT: submits a filing, and works until it kills itself at that step; "submitted" is the moment after the
 * commit of the submit. Without: works until a job is done, and says the revenue that is stored.
 */
const { CRASH_AT } = process.env;
const log = pino({ level: "silent" });
let tellDone: () => void = () => {};
const done = new Promise<void>((resolve) => {
  tellDone = resolve;
});

function boundary(name: string): void {
  if (name === CRASH_AT) process.kill(process.pid, "SIGKILL");
}

const services = await openServices(readConfig(process.env), { log, boundary });
const { database } = services.context;
const queue = await openQueue({
  database,
  databaseUrl: null,
  log,
  jobs: [buildFilingsJob],
  onRun: tellDone,
});
const context = openJobContext(services, queue, log);

async function submit(): Promise<void> {
  const { db } = database;
  const owner = { email: "ann@example.com", slug: "ann-example" };
  const [ann] = await db.insert(userAccount).values(owner).returning();
  const ownerId = ann?.id ?? "";
  const company = { name: "Acme", slug: "acme-example", ownerId, claimStatus: "claimed" } as const;
  const [acme] = await db.insert(entity).values(company).returning();
  const registry = loadRegistry();
  const now = () => new Date();
  const { root } = openUnits<Pick<Deps, "db">>({ db, jobs: queue, log }, (unit) => ({
    ...unit,
    registry,
    now,
  }));
  // Of all that a request has, submitting needs these.
  await createFiling(root as unknown as Deps, ownerId, {
    entityId: acme?.id ?? "",
    schemaType: "income_statement",
    reportingPeriodId: "2024FY",
    submit: true,
    content: { currency: "USD", fields: { revenue: "1200" } },
  });
  boundary("submitted");
}

if (CRASH_AT !== undefined) await submit();
await queue.work(context);
await done;
const { rows } = await database.pool.query(
  "select count(*)::int as statements from statement where fields->>'revenue' = '1200'",
);
process.stdout.write(`${JSON.stringify(rows[0])}\n`);
await queue.stop();
await services.close();
