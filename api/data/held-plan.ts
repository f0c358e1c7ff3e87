import { eq, type SQL, type SQLWrapper } from "drizzle-orm";
import type { HeldPlan } from "#schemas/config/plans.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { billingSubscription } from "#schemas/tables/accounts/billing.ts";
import { subquery } from "./subquery.ts";

/**
 * The account's plan with the latest paid end date, even if that date has passed. The reader decides whether it still
 * applies.
 * @example db.select({ plan: heldPlanOf(userAccount.id) }).from(userAccount)
 */
export const heldPlanOf = (userId: SQLWrapper): SQL<HeldPlan | null> =>
  subquery<HeldPlan | null>`(select json_build_object('planId', held.plan_id, 'until', held.paid_until)
    from ${billingSubscription} held where held.user_id = ${userId} and held.paid_until is not null
    order by held.paid_until desc limit 1)`;

/**
 * Null for an account that never paid for a plan.
 * @example entitlementsAt(await findHeldPlan(db, userId), now())
 */
export async function findHeldPlan(db: Db, userId: string): Promise<HeldPlan | null> {
  const [row] = await db
    .select({ plan: heldPlanOf(userAccount.id) })
    .from(userAccount)
    .where(eq(userAccount.id, userId));
  return row?.plan ?? null;
}
