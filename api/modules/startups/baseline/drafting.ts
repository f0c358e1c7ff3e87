import { digestOf } from "#api/data/hash-chain.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { conflict, unavailable } from "#api/http/errors.ts";
import type { Db } from "#schemas/db.ts";
import type { SeenStartup } from "../listings/access.ts";
import { type Acting, record } from "./acting.ts";
import { presentBaseline } from "./present.ts";
import {
  type BaselineRow,
  confirmPending,
  corrected,
  findBaseline,
  findSummary,
  insertSummary,
  listBaselineVersions,
  listFields,
  lockBaseline,
  supersedeSummaries,
} from "./queries.ts";
import type { Baseline } from "./schemas.ts";
import { refusalOf, type SummaryBasis, type TextProvider, templateProvider } from "./summary.ts";

async function readBasis(db: Db, startup: SeenStartup, row: BaselineRow): Promise<SummaryBasis> {
  const versions = await listBaselineVersions(db, row.id);
  const fields = corrected(await listFields(db, row.id), versions);
  return { name: startup.name, fields, strategicContext: row.strategicContext };
}

/**
 * Drafts a summary, pending until the founder confirms it. The provider is asked outside any transaction. Throws 409
 * for a baseline without fields or that changed meanwhile, and 503 for a provider that fails or whose draft is refused.
 */
export async function generateSummary(
  deps: Deps,
  { startup, userId }: Acting,
  provider: TextProvider = templateProvider,
): Promise<Baseline> {
  const row = required(await findBaseline(deps.db, startup.id), "Baseline");
  const basis = await readBasis(deps.db, startup, row);
  if (basis.fields.length === 0) throw conflict("A baseline without fields has no summary");
  const text = await provider.draft(basis).catch((error: unknown) => {
    throw unavailable("The summary could not be drafted", error);
  });
  const refusal = refusalOf(text, basis);
  if (refusal !== null) throw unavailable(`The draft was refused: ${refusal}`);
  return deps.transaction(async ({ db }) => {
    const now = required(await lockBaseline(db, startup.id), "Baseline");
    if (digestOf(await readBasis(db, startup, now)) !== digestOf(basis)) {
      throw conflict("The baseline changed while the summary was drafted");
    }
    await supersedeSummaries(db, row.id, ["pending"]);
    await insertSummary(db, { baselineId: row.id, text, method: provider.method });
    await record(db, { startup, userId }, "startup.summary_drafted", { method: provider.method });
    return presentBaseline(db, startup);
  });
}

/** The founder takes the draft as it is. Throws 409 without a pending one. */
export function confirmSummary(deps: Deps, { startup, userId }: Acting): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = required(await lockBaseline(db, startup.id), "Baseline");
    const pending = await findSummary(db, row.id, ["pending"]);
    if (pending === null) throw conflict("There is no pending summary to confirm");
    await supersedeSummaries(db, row.id, ["confirmed"]);
    await confirmPending(db, pending.id, deps.now().toISOString());
    await record(db, { startup, userId }, "startup.summary_confirmed");
    return presentBaseline(db, startup);
  });
}
