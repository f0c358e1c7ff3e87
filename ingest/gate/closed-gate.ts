import type { Inputs } from "../builder/build-inputs.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { engineVersion } from "../builder/engine-version.ts";
import { wouldLowerPassRate } from "../checks/gate.ts";
import type { IngestContext } from "../context.ts";
import type { BuildRecord } from "../store/build.ts";
import { findQualityCounts } from "../store/quality.ts";
import { findGate, type RebuildGate } from "../store/rebuild-gate.ts";
import { compareStored } from "./rehearse.ts";

/** A quality gate that is not open: it keeps a company from being rebuilt by this registry and engine. */
export interface ClosedGate {
  gate: RebuildGate;
  /** The documents are those of the stored rows, so only the version would change. */
  isSameInput: boolean;
}

/**
 * The closed gate of a company; null when it may be built: this version made its rows, it has none, or the gate is
 * open.
 */
export async function findClosedGate(
  { digest }: Inputs,
  build: BuildRecord | null,
  { database, registry }: IngestContext,
): Promise<ClosedGate | null> {
  if (!build) return null;
  const { registrySha256 } = build;
  if (registrySha256 === registry.registrySha256 && build.engineVersion === engineVersion) {
    return null;
  }
  const gate = await findGate(database.pool, registry);
  if (!gate || gate.state === "open") return null;
  return { gate, isSameInput: build.inputDigest === digest };
}

/** Whether the company is held. One with new documents is built anyway, unless the gate is closed because of it. */
export async function isHeld(
  { gate: { drops } }: ClosedGate,
  { cik, quality }: BuiltCompany,
  context: IngestContext,
): Promise<boolean> {
  if (drops.length === 0) return false;
  const before = await findQualityCounts(context.database.pool, cik);
  if (before === null) return false;
  return wouldLowerPassRate(drops, { before, ...(await compareStored(cik, quality, context)) });
}

/** The outcome of a company that the gate holds. */
export function gatedBy({ gate: { state, drops } }: ClosedGate): { kind: "gated"; reason: string } {
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
