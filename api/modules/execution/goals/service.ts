import { Decimal } from "decimal.js";
import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import { conflict, invalid, notFound } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { cycles } from "../cycles/queries.ts";
import { checkOwner } from "../team.ts";
import { actTo, goalMoves } from "./moves.ts";
import { progressOf } from "./progress.ts";
import { type GoalRow, goals } from "./queries.ts";
import type { Goal, GoalBody, GoalChange } from "./schemas.ts";

type Parts = Pick<Platform, "transaction">;

/**
 * Adds a goal to a cycle. Throws 409 for a cycle that is not active, and 400 for a target that is the start and for
 * an owner who is not on the team.
 */
export function createGoal(
  { transaction }: Parts,
  cycleId: string,
  userId: string,
  body: GoalBody,
): Promise<Goal> {
  return transaction(async ({ db }) => {
    const { entityId, status } = required(await cycles.lock(db, { id: cycleId }, "share"), "Cycle");
    if (status !== "active") throw conflict(`Cycle is ${status}; only an active cycle takes goals`);
    checkWay({ startValue: "0", targetValue: null, ...body });
    await checkOwner(db, entityId, body.ownerId);
    const ownerId = body.ownerId === undefined ? userId : body.ownerId;
    const { id } = await goals.insert(db, { ...body, entityId, cycleId, ownerId });
    return getGoal(db, id);
  });
}

/** Changes what is given, all or nothing. Throws 400 as `createGoal`, and 409 for a state that cannot follow. */
export function changeGoal(
  { transaction }: Parts,
  id: string,
  actorId: string,
  { status, ...change }: GoalChange,
): Promise<Goal> {
  return transaction(async ({ db }) => {
    const before = required(await goals.lock(db, { id }), "Goal");
    checkWay({ ...before, ...change });
    await checkOwner(db, before.entityId, change.ownerId);
    await goals.change(db, { id }, change);
    if (status !== undefined) await goalMoves.make(db, actTo[status], { id, actorId });
    return getGoal(db, id);
  });
}

/** Throws 400 where there is no way from start to target. */
function checkWay(goal: {
  startValue?: string | undefined;
  targetValue?: string | null | undefined;
}) {
  const { startValue = "0", targetValue = null } = goal;
  if (targetValue !== null && new Decimal(startValue).eq(targetValue)) {
    throw invalid("body/targetValue: is the same as startValue");
  }
}

/** Removes a goal; commitments for it stay. Throws 404. */
export async function removeGoal(db: Db, id: string) {
  if (!(await goals.remove(db, { id }))) throw notFound("Goal");
  return { id, deleted: true as const };
}

const getGoal = async (db: Db, id: string): Promise<Goal> =>
  presentGoal(required(await goals.byId(db, id), "Goal"));

/** The goals of a cycle, newest first. */
export async function listCycleGoals(
  db: Db,
  cycleId: string,
  query: PageQuery,
): Promise<Page<Goal>> {
  const page = await goals.page(db, { cycleId }, query);
  return { ...page, rows: page.rows.map(presentGoal) };
}

/** A goal with its progress. */
export const presentGoal = ({ commitments, commitmentsDone, ...row }: GoalRow): Goal => ({
  ...row,
  progress: progressOf({ ...row, commitments, commitmentsDone }),
});
