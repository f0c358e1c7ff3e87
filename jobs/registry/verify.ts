import { eq } from "drizzle-orm";
import { buildCompany } from "#ingest/build-company.ts";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import { statementRows } from "#ingest/statements/cells/statement-rows.ts";
import { findBuild } from "#ingest/store/build.ts";
import { statementKey } from "#ingest/store/changes/statement-differences.ts";
import { on, type Queryable } from "#ingest/store/transaction.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { statement } from "#schemas/tables/companies/statement.ts";
import { type ArchivedCompany, nameOf } from "./archived-company.ts";

/** What the persisted statements of one company say of the registry, and whether it makes them again. */
export interface CompanyVerification {
  company: string;
  statements: number;
  /** Statements that a rebuild in memory under their own version made again, byte for byte. */
  same: number;
  /** Why nothing was rebuilt; null when it was. */
  notRebuilt: "another engine" | "another registry" | null;
  /** A sentence per violation. */
  problems: string[];
}

interface Row {
  key: string;
  registryVersion: string;
  registrySha256: string;
  digest: string;
}

/**
 * Checks that every persisted statement states a version of the registry that is known by its digest, and builds
 * the company again from the archive under it: the rows must have the same bytes. `versions` are the released
 * ones and the one in force, by name. A company that another engine built is not rebuilt.
 */
export async function verifyCompany(
  { db, company }: { db: Queryable; company: ArchivedCompany },
  versions: ReadonlyMap<string, Registry>,
): Promise<CompanyVerification> {
  const name = nameOf(company);
  const rows = await listRows(db, company.cik);
  const verified = { company: name, statements: rows.length, same: 0 };
  const problems = rows.flatMap((row) => {
    const known = versions.get(row.registryVersion);
    if (known?.registrySha256 === row.registrySha256) return [];
    const what = known ? "with another digest" : "which was never released";
    return [`${name} ${row.key}: was made under registry ${row.registryVersion}, ${what}`];
  });
  if (rows.length === 0) return { ...verified, notRebuilt: null, problems };
  const registry = versions.get(rows[0]?.registryVersion ?? "");
  if (problems.length > 0 || !registry) {
    return { ...verified, notRebuilt: "another registry", problems };
  }
  const build = await findBuild(db, company.cik);
  if (build?.engineVersion !== engineVersion) {
    return { ...verified, notRebuilt: "another engine", problems };
  }
  const rebuilt = await rebuild(company, registry);
  const differing = rows.filter(({ key, digest }) => rebuilt.get(key) !== digest);
  const missing = [...rebuilt.keys()].filter((key) => !rows.some((row) => row.key === key));
  return {
    ...verified,
    same: rows.length - differing.length,
    notRebuilt: null,
    problems: [
      ...differing.map(({ key }) => `${name} ${key}: a rebuild gives other bytes`),
      ...missing.map((key) => `${name} ${key}: a rebuild makes it and it is not stored`),
    ],
  };
}

async function listRows(db: Queryable, cik: string): Promise<Row[]> {
  const { registryVersion, registrySha256, digest } = statement;
  return on(db)
    .select({ key: statementKey, registryVersion, registrySha256, digest })
    .from(statement)
    .where(eq(statement.companyKey, cik))
    .orderBy(statementKey);
}

/** The digest of each statement, by period and type. */
async function rebuild(
  company: ArchivedCompany,
  registry: Registry,
): Promise<Map<string, string | number | null>> {
  const build = buildCompany(await company.read(registry), registry);
  const rows = build.periods.flatMap((period) => statementRows(build.cik, period, registry));
  return new Map(rows.map((row) => [`${row[1]} ${row[2]}`, row.at(-1) ?? null]));
}
