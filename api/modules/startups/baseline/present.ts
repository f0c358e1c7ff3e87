import { required } from "#api/data/rows.ts";
import { notFound } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { lookerOf, type SeenStartup } from "../listings/access.ts";
import { mayRead } from "../listings/project.ts";
import {
  corrected,
  findBaseline,
  findSummary,
  listBaselineVersions,
  listFields,
  type SummaryRow,
} from "./queries.ts";
import type { Baseline } from "./schemas.ts";

/**
 * The baseline as the caller reads it. Throws 404 where there is none, and for others than the team where it is no
 * more than a draft, and when they may read nothing of it.
 */
export async function presentBaseline(db: Db, startup: SeenStartup): Promise<Baseline> {
  const row = required(await findBaseline(db, startup.id), "Baseline");
  const looker = lookerOf(startup);
  const isOwner = looker === "owner";
  if (!isOwner && row.status === "draft") throw notFound("Baseline");
  const versions = await listBaselineVersions(db, row.id);
  const fields = corrected(await listFields(db, row.id), versions).filter((one) =>
    mayRead(looker, one.audience, one.isCustom),
  );
  const isContextShown = mayRead(looker, row.contextAudience, false);
  if (!isOwner && fields.length === 0 && !isContextShown) throw notFound("Baseline");
  const summary = await findSummary(db, row.id, isOwner ? ["pending", "confirmed"] : ["confirmed"]);
  const shown = new Set(fields.map(({ id }) => id));
  return {
    id: row.id,
    startupListingId: startup.id,
    entityId: startup.entityId,
    status: row.status,
    fields: fields.map(({ audience, isCustom, ...field }) => ({
      ...field,
      audience: isOwner ? audience : null,
      custom: isOwner ? isCustom : null,
    })),
    strategicContext: isContextShown ? row.strategicContext : null,
    contextAudience: isOwner ? row.contextAudience : null,
    lockedAt: row.lockedAt,
    corrections: versions.flatMap(({ content, version, hash, createdAt }) =>
      content.kind === "correction" && shown.has(content.fieldId)
        ? [{ ...correctionOf(content), version, hash, createdAt }]
        : [],
    ),
    summary: isContextShown && summary !== null ? summaryOf(summary) : null,
  };
}

const correctionOf = <T extends { kind: string }>({ kind: _kind, ...correction }: T) => correction;

const summaryOf = ({ status, text, method, generatedAt, confirmedAt }: SummaryRow) => ({
  status: status === "confirmed" ? ("confirmed" as const) : ("pending" as const),
  text,
  method,
  generatedAt,
  confirmedAt,
});
