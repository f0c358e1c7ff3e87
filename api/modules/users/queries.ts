import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { coverImage } from "#schemas/tables/accounts/relationship.ts";
import { first, pick, rowExists } from "../../data/rows.ts";
import type { ProfileChange } from "./schemas.ts";

const columns = {
  ...pick(userAccount, "id", "email", "name", "slug", "avatar", "bio"),
  hasCover: sql<boolean>`${coverImage.ownerId} is not null`,
  createdAt: userAccount.createdAt,
  updatedAt: userAccount.updatedAt,
};

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Null for an account that does not exist or is suspended. */
export const findUser = (db: Db, userId: string) =>
  first(
    db
      .select(columns)
      .from(userAccount)
      .leftJoin(coverImage, eq(coverImage.ownerId, userAccount.id))
      .where(and(eq(userAccount.id, userId), eq(userAccount.status, "active"))),
  );

export async function updateUser(db: Db, userId: string, change: ProfileChange): Promise<void> {
  await db.update(userAccount).set(change).where(eq(userAccount.id, userId));
}

/** True also for a suspended account. */
export const isAccount = (db: Db, id: string): Promise<boolean> =>
  rowExists(db, userAccount, eq(userAccount.id, id));
