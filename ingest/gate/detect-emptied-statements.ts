import { and, eq, isNull, ne } from "drizzle-orm";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { statement } from "#schemas/tables/companies/statement.ts";
import type { Inputs } from "../builder/build-inputs.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { engineVersion } from "../builder/engine-version.ts";
import type { IngestContext } from "../context.ts";
import { findBuild } from "../store/build.ts";
import { on } from "../store/transaction.ts";

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
    (one) => one.kind === "companyfacts" && one.origin === "crawl" && one.companyKey === cik,
  );
  if (!isSame || !own) return null;
  const others = and(
    eq(rawDocument.url, own.url),
    ne(rawDocument.digest, own.digest),
    isNull(rawDocument.quarantinedReason),
  );
  if ((await on(pool).$count(rawDocument, others)) === 0) return null;
  const held = await on(pool).$count(statement, eq(statement.companyKey, cik));
  if (held === 0) return null;
  return { digest: own.digest, reason: `has none of the facts behind the ${held} statements held` };
}
