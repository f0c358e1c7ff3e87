import { eq } from "drizzle-orm";
import { makeApiKey } from "#api/auth/api-key.ts";
import { issueToken } from "#api/auth/local-issuer.ts";
import type { Db } from "#schemas/database/db.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import type { Reader } from "./access.ts";

// More than the API itself lets anybody ask for.
const unreachedLimit = 999_999_999;

/** An account with a token for an hour and a key whose limit is counted and never reached. */
export async function makeReader(db: Db, email: string): Promise<Reader> {
  const { token, userId } = await issueToken({ db, secretKey: null }, { email, now: new Date() });
  const { key, prefix, secretHash } = makeApiKey();
  const limits = { permissions: ["read" as const], rateLimit: unreachedLimit };
  await db.insert(apiKey).values({ userId, name: "Bench", prefix, secretHash, ...limits });
  const [row] = await db
    .select({ slug: entity.slug })
    .from(entity)
    .innerJoin(company, eq(company.entityId, entity.id));
  return { slug: row?.slug ?? "", authorization: `Bearer ${token}`, apiKey: key };
}
