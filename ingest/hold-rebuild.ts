import type { Inputs } from "./build-inputs.ts";
import type { BuiltCompany } from "./built-company.ts";
import { worsens } from "./checks/gate.ts";
import type { IngestContext } from "./context.ts";
import { engineVersion } from "./engine-version.ts";
import { lostOf } from "./rehearse.ts";
import { findBuild } from "./store/build.ts";
import { findQualityCounts } from "./store/quality.ts";
import { findGate, type RebuildGate } from "./store/rebuild-gate.ts";

/** A gate that stands between a company's stored rows and a rebuild by this registry and engine. */
export interface Hold {
  gate: RebuildGate;
  /** The documents are those of the stored rows: only the version would change. */
  isSameInput: boolean;
}

/** Null where the company may be built: this version made its rows, it has none, or the gate is open. */
export async function findHold(
  { cik, digest }: Inputs,
  { database, registry }: IngestContext,
): Promise<Hold | null> {
  const { pool } = database;
  const build = await findBuild(pool, cik);
  if (!build) return null;
  const { registrySha256 } = build;
  if (registrySha256 === registry.registrySha256 && build.engineVersion === engineVersion) {
    return null;
  }
  const gate = await findGate(pool, registry);
  if (!gate || gate.state === "open") return null;
  return { gate, isSameInput: build.inputDigest === digest };
}

/** A company with new documents is built past the gate, unless it is one of those that the gate is closed for. */
export async function isHeld(
  { gate: { drops } }: Hold,
  { cik, quality }: BuiltCompany,
  context: IngestContext,
): Promise<boolean> {
  if (drops.length === 0) return false;
  const before = await findQualityCounts(context.database.pool, cik);
  if (before === null) return false;
  const lost = await lostOf(cik, quality, context);
  return worsens(drops, { before, after: quality.counts, lost });
}

/** What came of a company that the gate holds. */
export function gatedBy({ gate: { state, drops } }: Hold): { kind: "gated"; reason: string } {
  const checks = drops.map(({ check }) => check).join(", ");
  const why =
    state === "closed"
      ? `${checks} would pass less often over all companies`
      : "the checks have not looked at all companies yet";
  return {
    kind: "gated",
    reason: `built by another version and kept as it is: ${why}; npm run rebuild -- --all decides (docs/operating.md, Upgrade)`,
  };
}
