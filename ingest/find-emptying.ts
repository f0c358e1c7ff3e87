import type { Inputs } from "./build-inputs.ts";
import type { BuiltCompany } from "./built-company.ts";
import type { IngestContext } from "./context.ts";
import { engineVersion } from "./engine-version.ts";
import { findBuild } from "./store/build.ts";

/**
 * The companyfacts document that would take every statement from a company which this registry and engine gave
 * some, where its address served another one that can be read: filed facts do not all vanish, so the document is
 * damaged, however well it is formed. Null for anything else.
 */
export async function findEmptying(
  { cik, documents }: Inputs,
  { counts }: BuiltCompany,
  { database, registry }: IngestContext,
): Promise<{ digest: string; reason: string } | null> {
  if (counts.periods > 0) return null;
  const { pool } = database;
  const before = await findBuild(pool, cik);
  const isSame =
    before?.registrySha256 === registry.registrySha256 && before.engineVersion === engineVersion;
  const own = documents.find(
    (one) => one.kind === "companyfacts" && one.origin === "crawl" && one.cik === cik,
  );
  if (!isSame || !own) return null;
  const { rows } = await pool.query(
    `select count(*)::int as held from statement where cik = $1 and exists (select 1 from raw_document
       where url = $2 and digest <> $3 and quarantined_reason is null)`,
    [cik, own.url, own.digest],
  );
  const { held } = rows[0] as { held: number };
  if (held === 0) return null;
  return { digest: own.digest, reason: `has none of the facts behind the ${held} statements held` };
}
