import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const shared = resolve(
  process.env.TENK_SHARED ?? join(import.meta.dirname, "../../../../shared"),
  "edgar",
);

/** The folder laid out like EDGAR to measure on: as given, of TENK_EDGAR_DIR, beside the project, or null for the sample. */
export function findEdgarFolder(given: string | undefined): string | null {
  const named = given ?? process.env.TENK_EDGAR_DIR;
  if (named !== undefined && named !== "") return resolve(named);
  return existsSync(shared) ? shared : null;
}

export interface WholeCompany {
  cik: string;
  /** Size of the facts document as the folder stores it. */
  bytes: number;
}

/** The companies of which the folder has all facts, by CIK. */
export async function listWholeCompanies(folder: string): Promise<WholeCompany[]> {
  const facts = companyFactsFolder(folder);
  const names = (await readdir(facts)).filter((name) => /^CIK\d{10}\.json(\.gz)?$/.test(name));
  return Promise.all(
    names.sort().map(async (name) => ({
      cik: name.slice(3, 13),
      bytes: (await stat(join(facts, name))).size,
    })),
  );
}

export function companyFactsFolder(folder: string): string {
  return join(folder, "api", "xbrl", "companyfacts");
}

/** Settings that make a program of ours read this folder, or the bundled sample. */
export function sourceSettings(folder: string | null): Record<string, string> {
  if (folder === null) return {};
  const url = pathToFileURL(folder).href;
  return { EDGAR_DATA_URL: url, EDGAR_WWW_URL: url, COMPANIES: "all" };
}
