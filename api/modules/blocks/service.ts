import type { Db } from "#schemas/database/db.ts";
import type { PageQuery } from "../../data/page.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import { entitlementsOf, type PlanDeps } from "../billing/service.ts";
import { isAccount } from "../users/service.ts";
import {
  deleteBlock,
  findPrivateBrowsing,
  insertBlock,
  listBlocks,
  storePrivateBrowsing,
} from "./queries.ts";

/** Blocks a person; repeating the request changes nothing. Throws 404 for an unknown account and 400 for the own one. */
export async function blockPerson(db: Db, userId: string, blockedId: string) {
  if (userId === blockedId) throw badRequest("You cannot block yourself");
  if (!(await isAccount(db, blockedId))) throw notFound("User");
  await insertBlock(db, userId, blockedId);
  return { userId: blockedId, blocked: true };
}

/** Ends a block; repeating the request changes nothing. Throws 404 for an unknown account. */
export async function unblockPerson(db: Db, userId: string, blockedId: string) {
  if (!(await isAccount(db, blockedId))) throw notFound("User");
  await deleteBlock(db, userId, blockedId);
  return { userId: blockedId, blocked: false };
}

/** Whom an account has blocked, newest first. */
export const listBlocked = (db: Db, userId: string, query: PageQuery) =>
  listBlocks(db, userId, query);

/** Whether the views of an account count without its name: it wishes so, and its plan has it. */
export const isBrowsingPrivately = async (deps: PlanDeps, userId: string): Promise<boolean> =>
  (await readPrivacy(deps, userId)).isInEffect;

/** The account's choice, and whether its plan has private browsing. */
export async function readPrivacy(deps: PlanDeps, userId: string) {
  const privateBrowsing = (await findPrivateBrowsing(deps.db, userId)) ?? false;
  const isInEffect = privateBrowsing && (await entitlementsOf(deps, userId)).privateBrowsing;
  return { privateBrowsing, isInEffect };
}

/** From now on the views of the account count with its name, or without. */
export async function changePrivacy(deps: PlanDeps, userId: string, privateBrowsing: boolean) {
  await storePrivateBrowsing(deps.db, userId, privateBrowsing);
  return readPrivacy(deps, userId);
}
