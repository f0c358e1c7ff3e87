import type { Db } from "#schemas/database/db.ts";
import { of2018 } from "../../api/filed-statements/apple.ts";
import { makeReport } from "../make.ts";
import { readPrintedCompanies } from "./segments/printed-tables.ts";

const apple = "0000320193";

/** Stores a report of Apple with calculations, and one with breakdowns: something for each table of an extract. */
export async function storeAppleReports(db: Db): Promise<void> {
  await makeReport(db, apple, of2018, { filed: "2018-11-05" });
  for (const { report, filed } of readPrintedCompanies()) {
    if (report.cik === apple) await makeReport(db, apple, report, { filed });
  }
}
