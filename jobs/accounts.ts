import type pg from "pg";
import { z } from "zod";

/** Gives or takes the administrator's right; creates the account when it is new. False for text that is no e-mail address. */
export async function grantAdmin(pool: pg.Pool, email: string, isAdmin: boolean): Promise<boolean> {
  const address = z.email().safeParse(email.trim().toLowerCase());
  if (!address.success) return false;
  await pool.query(
    "insert into user_account (email, is_admin) values ($1, $2) on conflict (email) do update set is_admin = excluded.is_admin",
    [address.data, isAdmin],
  );
  return true;
}

/**
 * Suspends an account or takes it back into use: its tokens, keys and applications are refused, in every
 * process at the latest after a second, and work again afterwards. False when nobody has the address.
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
