import { and, eq, ne, sql } from "drizzle-orm";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Drop, GateState } from "#schemas/shapes/companies/quality.ts";
import { rebuildGate } from "#schemas/tables/companies/quality.ts";
import { engineVersion } from "../builder/engine-version.ts";
import { on, type Queryable } from "./transaction.ts";

/** Whether companies that another registry or engine built may be built again by this one. */
export interface RebuildGate {
  state: GateState;
  /** Why it is closed; empty otherwise. */
  drops: Drop[];
}

type Version = Pick<Registry, "registrySha256">;

/** Null where nothing is held: no process of this registry and engine found companies of another one. */
export async function findGate(
  db: Queryable,
  { registrySha256 }: Version,
): Promise<RebuildGate | null> {
  const { state, drops } = rebuildGate;
  const [row] = await on(db)
    .select({ state, drops })
    .from(rebuildGate)
    .where(
      and(
        eq(rebuildGate.registrySha256, registrySha256),
        eq(rebuildGate.engineVersion, engineVersion),
      ),
    );
  return row ?? null;
}

/** From now on companies of another version wait until the gate is decided; what was decided stays. */
export async function setGate(db: Queryable, { registrySha256 }: Version): Promise<void> {
  await on(db)
    .insert(rebuildGate)
    .values({ registrySha256, engineVersion, state: "undecided", drops: [] })
    .onConflictDoNothing();
}

/** Opens the gate, or closes it for these drops. An open one stays open: part of the companies may be built already. */
export async function decideGate(
  db: Queryable,
  { registrySha256 }: Version,
  drops: readonly Drop[],
): Promise<void> {
  const state: GateState = drops.length === 0 ? "open" : "closed";
  const decision = { state, drops: [...drops], decidedAt: sql`now()` };
  await on(db)
    .insert(rebuildGate)
    .values({ registrySha256, engineVersion, ...decision })
    .onConflictDoUpdate({
      target: [rebuildGate.registrySha256, rebuildGate.engineVersion],
      set: decision,
      setWhere: ne(rebuildGate.state, "open"),
    });
}
