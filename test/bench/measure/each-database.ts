import { join } from "node:path";
import { startPostgres } from "../../helpers/postgres.ts";
import { inNewFolder } from "../programs.ts";
import type { BenchReport } from "./report.ts";

/** Settings of an empty database. */
export type DatabaseSettings = { DATA_DIR: string; DATABASE_URL?: string } & Record<string, string>;

/**
 * The reports of both databases as one: the embedded one and, where this machine has the server programs, PostgreSQL.
 * `name` names the server's database.
 */
export const onEachDatabase = (
  name: string,
  measure: (engine: string, settings: DatabaseSettings) => Promise<BenchReport>,
): Promise<BenchReport> =>
  inNewFolder(async (dataDir) => {
    const reports = [await measure("embedded", { DATA_DIR: dataDir })];
    const postgres = await startPostgres();
    try {
      if (postgres !== null) {
        const DATABASE_URL = await postgres.create(name);
        reports.push(
          await measure("PostgreSQL", { DATABASE_URL, DATA_DIR: join(dataDir, "server") }),
        );
      }
    } finally {
      await postgres?.stop();
    }
    return {
      findings: reports.flatMap(({ findings }) => findings),
      details: reports.flatMap(({ details }) => details),
      remarks: [],
    };
  });
