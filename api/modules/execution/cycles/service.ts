import { required } from "#api/data/rows.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import { checkDays } from "../team.ts";
import { actTo, cycleMoves } from "./moves.ts";
import { type CycleRow, cycles } from "./queries.ts";
import type { CycleBody, CycleChange } from "./schemas.ts";

/** Throws 400 for a cycle that ends before it starts. */
export async function createCycle(
  db: Db,
  values: CycleBody & { entityId: string },
): Promise<CycleRow> {
  checkDays(values);
  return cycles.insert(db, values);
}

/**
 * Changes what is given, all or nothing. Throws 400 for days in the wrong order and 409 for a state that cannot follow.
 */
export function changeCycle(
  { transaction }: Pick<Platform, "transaction">,
  id: string,
  actorId: string,
  { status, ...change }: CycleChange,
): Promise<CycleRow> {
  return transaction(async ({ db }) => {
    const before = required(await cycles.lock(db, { id }), "Cycle");
    checkDays(before, change);
    await cycles.change(db, { id }, change);
    if (status !== undefined) await cycleMoves.make(db, actTo[status], { id, actorId });
    return required(await cycles.byId(db, id), "Cycle");
  });
}
