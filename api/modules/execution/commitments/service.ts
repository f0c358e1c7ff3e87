import { required } from "#api/data/rows.ts";
import { invalid } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import { goals } from "../goals/queries.ts";
import { checkOwner } from "../team.ts";
import { daysOfWeek, isoWeekOf } from "./iso-week.ts";
import { actTo, commitmentMoves } from "./moves.ts";
import { type CommitmentRow, commitments } from "./queries.ts";
import type { CommitmentBody, CommitmentChange } from "./schemas.ts";

type Parts = Pick<Platform, "now" | "transaction">;

/** For the week of the body, else the current one. Throws 400 for an unusable goal and an owner outside the team. */
export function createCommitment(
  { transaction, now }: Parts,
  { entityId, userId }: { entityId: string; userId: string },
  { week = isoWeekOf(now().getTime()), ...body }: CommitmentBody,
): Promise<CommitmentRow> {
  return transaction(async ({ db }) => {
    await checkNamed(db, entityId, body);
    const ownerId = body.ownerId === undefined ? userId : body.ownerId;
    return commitments.insert(db, { ...body, ...weekColumns(week), entityId, ownerId });
  });
}

/** Changes what is given, all or nothing. Throws 400 as `createCommitment`, and 409 for a state that cannot follow. */
export function changeCommitment(
  { transaction }: Parts,
  id: string,
  actorId: string,
  { status, week, ...body }: CommitmentChange,
): Promise<CommitmentRow> {
  return transaction(async ({ db }) => {
    const { entityId } = required(await commitments.lock(db, { id }), "Commitment");
    await checkNamed(db, entityId, body);
    const change = { ...body, ...(week !== undefined && weekColumns(week)) };
    await commitments.change(db, { id }, change);
    if (status !== undefined) await commitmentMoves.make(db, actTo[status], { id, actorId });
    return required(await commitments.byId(db, id), "Commitment");
  });
}

function weekColumns(week: string) {
  const days = daysOfWeek(week);
  if (days === null) throw invalid("body/week: is not an ISO week");
  return { week, ...days };
}

/** A goal of another entity counts as unknown. */
async function checkNamed(
  db: Db,
  entityId: string,
  { goalId, ownerId }: Pick<CommitmentBody, "goalId" | "ownerId">,
): Promise<void> {
  await checkOwner(db, entityId, ownerId);
  if (goalId == null) return;
  if ((await goals.byId(db, goalId))?.entityId !== entityId) {
    throw invalid("body/goalId: is not a goal of the entity");
  }
}
