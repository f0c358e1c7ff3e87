import type { IngestContext } from "#ingest/context.ts";
import { rehearseAll } from "#ingest/gate/rehearse.ts";
import { decideGate, findGate, setGate } from "#ingest/store/rebuild-gate.ts";
import type { Drop } from "#schemas/shapes/companies/quality.ts";
import { LastingError } from "../running/retry.ts";
import { dropLines, type NameOf, readNames } from "./drop-lines.ts";

/** A rebuild of all companies would lower a pass rate of severity A: nothing was written. */
export class GateClosedError extends LastingError {
  override name = "GateClosedError";
  constructor(drops: readonly Drop[], nameOf: NameOf) {
    super(
      [
        "nothing was rebuilt, the statements stored before go on being served;",
        "npm run rebuild -- --all looks again, --all --accept-drop rebuilds all the same:",
        ...dropLines(drops, { nameOf, allBy: "npm run rebuild -- --all --name-all" }).map((line) =>
          line.trim(),
        ),
      ].join("\n"),
    );
  }
}

/**
 * Runs before workers rebuild companies of another registry or engine. Builds all of them in memory and opens or closes
 * the gate, unless it is already open for this version. A process that ends during the check leaves the gate undecided,
 * and the next one starts again. Throws GateClosedError.
 */
export async function passGate(
  ciks: readonly string[],
  context: IngestContext,
  signal: AbortSignal,
): Promise<void> {
  const { database, registry, boundary } = context;
  await setGate(database.pool, registry);
  if ((await findGate(database.pool, registry))?.state === "open") return;
  boundary("gate:undecided");
  const drops = await rehearseAll(ciks, context, {
    onCompany: () => {},
    isInterrupted: () => signal.aborted,
    isForced: false,
  });
  if (signal.aborted) throw new Error("stopped before all companies were looked at");
  boundary("gate:rehearsed");
  await decideGate(database.pool, registry, drops);
  boundary("gate:decided");
  // An operator may have opened the gate meanwhile.
  if ((await findGate(database.pool, registry))?.state === "open") return;
  throw new GateClosedError(drops, await readNames(database.pool));
}
