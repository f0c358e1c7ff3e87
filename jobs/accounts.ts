import type pg from "pg";

/** Grants or revokes the administrator role. Returns false when no account has the address. */
export async function grantAdmin(pool: pg.Pool, email: string, isAdmin: boolean): Promise<boolean> {
  const { rowCount } = await pool.query("update user_account set is_admin = $2 where email = $1", [
    email.trim().toLowerCase(),
    isAdmin,
  ]);
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
  const { rows } = await pool.query<{ id: string }>(
    "update user_account set status = $2, updated_at = now() where email = $1 returning id",
    [email.trim().toLowerCase(), isSuspended ? "suspended" : "active"],
  );
  for (const { id } of rows) await pool.query("select pg_notify('tenk_access', $1)", [id]);
  return rows.length > 0;
}
