import type { Db } from "#schemas/database/db.ts";
import { required } from "../../data/rows.ts";
import { userCoverPath } from "../covers/service.ts";
import { findUser, type UserRow } from "./queries.ts";
import type { OwnUser, PublicUser } from "./schemas.ts";

interface UserDeps {
  db: Db;
  /** Address of this service, before paths of images. */
  publicUrl: string;
}

/** The caller's own profile. Throws 404 for an account that has gone in the meantime. */
export async function getOwnUser(deps: UserDeps, userId: string): Promise<OwnUser> {
  const row = await getRow(deps.db, userId);
  return { ...presentPublic(row, deps), email: row.email, updatedAt: row.updatedAt };
}

/** What everybody may know of a user; never the email address. Throws 404 for an unknown or suspended one. */
export async function getPublicUser(deps: UserDeps, userId: string): Promise<PublicUser> {
  return presentPublic(await getRow(deps.db, userId), deps);
}

async function getRow(db: Db, userId: string): Promise<UserRow> {
  return required(await findUser(db, userId), "User");
}

const presentPublic = (
  { id, name, slug, avatar, bio, hasCover, createdAt }: UserRow,
  { publicUrl }: UserDeps,
) => ({
  id,
  // An account without a name is shown under its slug, which tells nothing else about it.
  name: name ?? slug,
  slug,
  avatar,
  bio,
  coverUrl: hasCover ? publicUrl + userCoverPath(id) : null,
  createdAt,
});

export { isAccount } from "./queries.ts";
