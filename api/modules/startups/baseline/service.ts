import { randomUUID } from "node:crypto";
import { given, required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Evidence, FieldSaid } from "#schemas/shapes/platform/startup.ts";
import { ownsDocument } from "../../documents/service.ts";
import { type Acting, record } from "./acting.ts";
import { baselineMoves } from "./moves.ts";
import { presentBaseline } from "./present.ts";
import type { BaselineRow } from "./queries.ts";
import * as queries from "./queries.ts";
import type {
  Baseline,
  BaselineBody,
  ContextBody,
  CorrectionBody,
  FieldBody,
  FieldChange,
} from "./schemas.ts";

/** A new baseline, a draft. Throws 409 where there is one. */
export function createBaseline(
  deps: Deps,
  { startup, userId }: Acting,
  { strategicContext }: BaselineBody,
): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = await queries.baselines.insertNew(db, {
      startupListingId: startup.id,
      ...(strategicContext === undefined ? {} : contextColumns(strategicContext)),
    });
    if (row === null) throw conflict("This startup already has a baseline");
    await record(db, { startup, userId }, "startup.baseline_created");
    return presentBaseline(db, startup);
  });
}

const contextColumns = ({ audience, ...strategicContext }: ContextBody) => ({
  strategicContext,
  ...(audience === undefined ? {} : { contextAudience: audience }),
});

/** Runs a change of a draft. Throws 409 for a locked baseline. Its summaries are void after the change. */
function changeDraft(
  deps: Deps,
  { startup, userId }: Acting,
  change: (db: Db, row: BaselineRow) => Promise<string>,
): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = required(await queries.lockBaseline(db, startup.id), "Baseline");
    if (row.status !== "draft") {
      throw conflict("Baseline is locked; it changes by corrections only");
    }
    const action = await change(db, row);
    await queries.supersedeSummaries(db, row.id, ["pending", "confirmed"]);
    await record(db, { startup, userId }, action);
    return presentBaseline(db, startup);
  });
}

/** Adds a field. Throws 409 for a locked baseline and for a key that is there. */
export const addField = (
  deps: Deps,
  acting: Acting,
  { custom, evidence, ...values }: FieldBody,
): Promise<Baseline> =>
  changeDraft(deps, acting, async (db, { id: baselineId }) => {
    const proof = await checkEvidence(db, acting.userId, evidence);
    const row = await queries.insertField(db, {
      ...values,
      baselineId,
      evidence: proof,
      isCustom: custom,
    });
    if (row === null) throw conflict(`The baseline already has a field ${values.key}`);
    return "startup.baseline_field_added";
  });

/** Changes what is given of a field. Throws 404 for an unknown field and 409 as `addField`. */
export const changeField = (
  deps: Deps,
  acting: Acting,
  fieldId: string,
  { custom, evidence, ...values }: FieldChange,
): Promise<Baseline> =>
  changeDraft(deps, acting, async (db, { id: baselineId }) => {
    const fields = await queries.listFields(db, baselineId);
    required(
      fields.find(({ id }) => id === fieldId),
      "Field",
    );
    const proof = evidence && (await checkEvidence(db, acting.userId, evidence));
    const isStored = await queries.updateField(db, { id: fieldId, baselineId }, {
      ...values,
      ...(proof === undefined ? {} : { evidence: proof }),
      ...(custom === undefined ? {} : { isCustom: custom }),
    } as Parameters<typeof queries.updateField>[2]);
    if (!isStored) throw conflict(`The baseline already has a field ${values.key}`);
    return "startup.baseline_field_changed";
  });

type EvidenceChange = { [K in keyof Evidence]?: Evidence[K] | undefined };

/** Evidence with all its members. Throws 400 for a document that is not the account's own. */
async function checkEvidence(
  db: Db,
  userId: string,
  evidence: readonly EvidenceChange[],
): Promise<Evidence[]> {
  for (const { documentKey } of evidence) {
    if (documentKey == null) continue;
    if (!(await ownsDocument(db, userId, documentKey))) {
      throw badRequest("documentKey must name a document of your own");
    }
  }
  return evidence.map(({ documentKey, url, note }) => ({
    documentKey: documentKey ?? null,
    url: url ?? null,
    note: note ?? null,
  }));
}

/** Sets constraints and assumptions. Throws 409 for a locked baseline. */
export const setContext = (deps: Deps, acting: Acting, body: ContextBody): Promise<Baseline> =>
  changeDraft(deps, acting, async (db, { id }) => {
    await queries.baselines.change(db, { id }, contextColumns(body));
    return "startup.baseline_context_set";
  });

/** Locks the baseline for good. Throws 409 for a locked one and for one without fields. */
export function lock(deps: Deps, { startup, userId }: Acting): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = required(await queries.lockBaseline(db, startup.id), "Baseline");
    const fields = await queries.listFields(db, row.id);
    if (row.status === "draft" && fields.length === 0) {
      throw conflict("A baseline without fields cannot be locked");
    }
    const set = { lockedAt: deps.now().toISOString() };
    await baselineMoves.make(db, "lock", { id: row.id, actorId: userId, set });
    await queries.appendBaselineVersion(db, row.id, {
      kind: "locked",
      fields: fields.map(({ id, key, label, value, unit, asOf, evidence }) => ({
        id,
        key,
        label,
        value,
        unit,
        asOf,
        evidence,
      })),
      strategicContext: row.strategicContext,
    });
    return presentBaseline(db, startup);
  });
}

/**
 * Corrects what is given of a field of a locked baseline; null empties unit and date. The original stays. Throws 404
 * for an unknown field, 409 for a draft.
 */
export function correct(
  deps: Deps,
  { startup, userId }: Acting,
  { fieldId, reason, evidence, ...values }: CorrectionBody,
): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = required(await queries.lockBaseline(db, startup.id), "Baseline");
    if (row.status !== "locked") throw conflict("Baseline is draft; change its fields instead");
    const fields = queries.corrected(
      await queries.listFields(db, row.id),
      await queries.listBaselineVersions(db, row.id),
    );
    const {
      value,
      unit,
      asOf,
      evidence: before,
    } = required(
      fields.find(({ id }) => id === fieldId),
      "Field",
    );
    const from: FieldSaid = { value, unit, asOf, evidence: before };
    const to: FieldSaid = {
      ...from,
      ...given(values),
      evidence: await checkEvidence(db, userId, evidence),
    };
    const correction = { id: randomUUID(), fieldId, reason, from, to };
    await queries.appendBaselineVersion(db, row.id, { kind: "correction", ...correction });
    await queries.supersedeSummaries(db, row.id, ["pending", "confirmed"]);
    await record(db, { startup, userId }, "startup.baseline_corrected", { fieldId });
    return presentBaseline(db, startup);
  });
}
