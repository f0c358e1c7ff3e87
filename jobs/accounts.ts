import { eq } from "drizzle-orm";
import type pg from "pg";
import { on } from "#ingest/store/transaction.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";

const hasAddress = (email: string) => eq(userAccount.email, email.trim().toLowerCase());

/** Grants or revokes the administrator role. Returns false when no account has the address. */
export async function grantAdmin(pool: pg.Pool, email: string, isAdmin: boolean): Promise<boolean> {
  const { rowCount } = await on(pool).update(userAccount).set({ isAdmin }).where(hasAddress(email));
  return rowCount === 1;
}

/**
 * Suspends an account or reactivates it. While suspended, its tokens, keys and applications are refused, in every
 * process after at most a second; afterwards they work again. Returns false when no account has the address.
 */
export async function setSuspended(
  pool: pg.Pool,
  email: string,
  isSuspended: boolean,
): Promise<boolean> {
  const rows = await on(pool)
    .update(userAccount)
    .set({ status: isSuspended ? "suspended" : "active" })
    .where(hasAddress(email))
    .returning({ id: userAccount.id });
  for (const { id } of rows) await pool.query("select pg_notify('tenk_access', $1)", [id]);
  return rows.length > 0;
}
