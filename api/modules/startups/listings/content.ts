import type { Db } from "#schemas/database/db.ts";
import type { ContentKind, SelectedContent } from "#schemas/shapes/platform/startup.ts";
import { listPublicFilings } from "../../filings/service.ts";
import { listOpenRoles } from "../../hiring/service.ts";
import { listPublicReportsOf } from "../../reports/service.ts";
import type { ProfileBaseline, ShownContent } from "./project.ts";

interface Source {
  entityId: string;
  baseline: ProfileBaseline | null;
}

type Candidates = (db: Db, of: Source) => Promise<ShownContent[]>;

const nothing = { value: null, unit: null };

/** What may be selected, by kind, as the module that owns it says: only what is public there. */
const candidatesOf: Record<ContentKind, Candidates> = {
  report: async (db, { entityId }) =>
    (await listPublicReportsOf(db, entityId)).map(({ id, title, createdAt }) => ({
      kind: "report" as const,
      id,
      title,
      at: createdAt,
      ...nothing,
    })),
  filing: async (db, { entityId }) =>
    (await listPublicFilings(db, entityId)).map(
      ({ id, schemaType, reportingPeriodId, ...row }) => ({
        kind: "filing" as const,
        id,
        title: `${schemaType} ${reportingPeriodId}`,
        at: row.submittedAt,
        ...nothing,
      }),
    ),
  role: async (db, { entityId }) =>
    (await listOpenRoles(db, entityId)).map(({ id, title, publishedAt }) => ({
      kind: "role" as const,
      id,
      title,
      at: publishedAt,
      ...nothing,
    })),
  baseline_field: async (_db, { baseline }) =>
    (baseline?.fields ?? []).map(({ id, label, value, unit }) => ({
      kind: "baseline_field" as const,
      id,
      title: label,
      at: null,
      value,
      unit,
    })),
};

/** Everything of these kinds that a founder may select for everybody. */
export async function listCandidates(
  db: Db,
  of: Source,
  kinds = Object.keys(candidatesOf) as ContentKind[],
): Promise<ShownContent[]> {
  const shownContent: ShownContent[] = [];
  for (const kind of kinds) shownContent.push(...(await candidatesOf[kind](db, of)));
  return shownContent;
}

const keyOf = ({ kind, id }: SelectedContent) => `${kind} ${id}`;

/** What was selected and may be shown today, in the founder's order: a report that is private again is not. */
export async function resolveContent(
  db: Db,
  of: Source,
  selected: readonly SelectedContent[],
): Promise<ShownContent[]> {
  const kinds = [...new Set(selected.map(({ kind }) => kind))];
  const candidates = await listCandidates(db, of, kinds);
  const byKey = new Map(candidates.map((one) => [keyOf(one), one]));
  return selected.flatMap((one) => byKey.get(keyOf(one)) ?? []);
}
