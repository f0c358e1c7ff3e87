import type { Inputs } from "../builder/build-inputs.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { engineVersion } from "../builder/engine-version.ts";
import type { IngestContext } from "../context.ts";
import { findBuild } from "../store/build.ts";

/**
 * Finds a companyfacts document that would remove all statements of a company that this registry and engine gave some,
 * although its address had served a readable one before. Filed facts never all vanish, so such a document is damaged
 * even if it is well formed. Null for anything else.
 */
export async function detectEmptiedStatements(
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
