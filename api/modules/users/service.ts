import type { Db } from "#schemas/db.ts";
import { notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { userCoverPath } from "../covers/service.ts";
import { findUser, type UserRow, updateUser } from "./queries.ts";
import type { OwnUser, PublicUser } from "./schemas.ts";

/** The caller's own profile. Throws 404 for an account that has gone in the meantime. */
export async function getOwnUser(db: Db, userId: string): Promise<OwnUser> {
  const row = await getRow(db, userId);
  return { ...presentPublic(row), email: row.email, updatedAt: isoTime(row.updatedAt) };
}

/** What everybody may know of a user; never the e-mail address. Throws 404 for an unknown or suspended one. */
export async function getPublicUser(db: Db, userId: string): Promise<PublicUser> {
  return presentPublic(await getRow(db, userId));
}

/** Changes what is given; nothing given changes nothing. */
export async function changeOwnUser(
  db: Db,
  userId: string,
  { name, bio }: { name?: string | undefined; bio?: string | null | undefined },
): Promise<OwnUser> {
  const change = { ...(name === undefined ? {} : { name }), ...(bio === undefined ? {} : { bio }) };
  if (Object.keys(change).length > 0) await updateUser(db, userId, change);
  return getOwnUser(db, userId);
}

async function getRow(db: Db, userId: string): Promise<UserRow> {
  const row = await findUser(db, userId);
  if (row === null) throw notFound("User");
  return row;
}

const presentPublic = ({ id, name, slug, avatar, bio, hasCover, createdAt }: UserRow) => ({
  id,
  // Who has not said a name is called by the slug, which says nothing else about them.
  name: name ?? slug,
  slug,
  avatar,
  bio,
  coverUrl: hasCover ? userCoverPath(id) : null,
  createdAt: isoTime(createdAt),
});
