import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Drop, GateState } from "#schemas/shapes/companies/quality.ts";
import { engineVersion } from "../builder/engine-version.ts";
import type { Queryable } from "./transaction.ts";

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
  const { rows } = await db.query(
    "select state, drops from rebuild_gate where registry_sha256 = $1 and engine_version = $2",
    [registrySha256, engineVersion],
  );
  return rows[0] ?? null;
}

/** From now on companies of another version wait until the gate is decided; what was decided stays. */
export async function setGate(db: Queryable, { registrySha256 }: Version): Promise<void> {
  await db.query(
    "insert into rebuild_gate (registry_sha256, engine_version, state, drops) values ($1, $2, 'undecided', '[]') " +
      "on conflict do nothing",
    [registrySha256, engineVersion],
  );
}

/** Opens the gate, or closes it for these drops. An open one stays open: part of the companies may be built already. */
export async function decideGate(
  db: Queryable,
  { registrySha256 }: Version,
  drops: readonly Drop[],
): Promise<void> {
  await db.query(
    `insert into rebuild_gate (registry_sha256, engine_version, state, drops, decided_at) values ($1, $2, $3, $4, now())
     on conflict (registry_sha256, engine_version) do update
       set state = excluded.state, drops = excluded.drops, decided_at = excluded.decided_at
     where rebuild_gate.state <> 'open'`,
    [registrySha256, engineVersion, drops.length === 0 ? "open" : "closed", JSON.stringify(drops)],
  );
}
