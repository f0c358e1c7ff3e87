import { randomUUID } from "node:crypto";
import { billingSubscription } from "#schemas/tables/accounts/billing.ts";
import type { TestApp } from "../app.ts";

/** Gives an account a plan, paid until then; answers the id of the subscription. */
export async function subscribe(
  { db }: Pick<TestApp, "db">,
  userId: string,
  planId: string,
  paidUntil = "2100-01-01T00:00:00.000Z",
  cancelAtPeriodEnd = false,
): Promise<string> {
  const id = `sub_${randomUUID().replaceAll("-", "")}`;
  await db.insert(billingSubscription).values({
    id,
    userId,
    planId,
    status: "active",
    billingCycle: "monthly",
    currentPeriodStart: "2026-01-01T00:00:00.000Z",
    currentPeriodEnd: paidUntil,
    cancelAtPeriodEnd,
    paidUntil,
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  return id;
}
