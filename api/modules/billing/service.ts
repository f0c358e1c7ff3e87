import type { Db } from "#schemas/db.ts";
import { type Entitlements, entitlementsAt } from "#schemas/plans.ts";
import { findHeldPlan } from "../../data/held-plan.ts";

/** What the question for a plan needs. */
export interface PlanDeps {
  db: Db;
  now: () => Date;
}

/** What an account may have right now, by the plan that it has paid for. Callers know it without asking: `caller.plan`. */
export const entitlementsOf = async (
  { db, now }: PlanDeps,
  userId: string,
): Promise<Entitlements> => entitlementsAt(await findHeldPlan(db, userId), now());
