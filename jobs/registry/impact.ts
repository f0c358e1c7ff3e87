import { buildCompany } from "#ingest/build-company.ts";
import { countsOf, describeQuality } from "#ingest/checks/company-quality.ts";
import type { GateCompany } from "#ingest/checks/gate.ts";
import { compareResults } from "#ingest/checks/lost-results.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { ConceptChange } from "#registry/governance/difference.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { type ArchivedCompany, nameOf } from "./archived-company.ts";
import { conceptsIn, type HowItIs, howOf, tagsIn } from "./describe-lineage.ts";

/** One line of one period that two versions of the registry make differently. */
export interface ChangedValue {
  cik: string;
  company: string;
  period: string;
  concept: string;
  kind: "added" | "changed" | "removed" | "reason";
  old: HowItIs;
  new: HowItIs;
  /** The change of the registry that caused it. */
  because: string;
}

/** Two registries and their differences. */
export interface RegistryPair {
  older: Registry;
  newer: Registry;
  changes: readonly ConceptChange[];
}

/** What a change does to one company: the lines that differ, and how its checks end under either registry. */
export interface CompanyImpact {
  values: ChangedValue[];
  checks: GateCompany;
}

/** What one company's statements would be under either registry, built in memory. */
export async function impactOn(
  company: ArchivedCompany,
  compared: RegistryPair,
): Promise<CompanyImpact> {
  const { older, newer } = compared;
  const input = await company.read(older);
  const before = buildCompany(input, older);
  const after = buildCompany(readAlike(older, newer) ? input : await company.read(newer), newer);
  const now = new Map(after.periods.map((period) => [period.key, period]));
  const then = new Map(before.periods.map((period) => [period.key, period]));
  const keys = new Set([...now.keys(), ...then.keys()]);
  const identity = { cik: company.cik, company: nameOf(company) };
  const values = [...keys].flatMap((key) =>
    changedLines(compared, [before, then.get(key)], [after, now.get(key)]).map((line) => ({
      ...identity,
      period: key,
      ...line,
    })),
  );
  const [found, next] = [qualityOf(before, older), qualityOf(after, newer)];
  const checks = {
    cik: company.cik,
    before: countsOf(found),
    ...compareResults(found, next),
  };
  return { values, checks };
}

/** True when documents say the same under both: reading asks a registry for its tags, keys and types alone. */
function readAlike(older: Registry, newer: Registry): boolean {
  const asked = ({ concepts }: Registry) =>
    concepts.map((one) => `${one.snakeKey} ${one.dataType}`);
  return (
    [...older.tags].sort().join() === [...newer.tags].sort().join() &&
    asked(older).join() === asked(newer).join() &&
    !older.retiredTags?.size &&
    !newer.retiredTags?.size
  );
}

/** How the checks would end on the company under a registry. */
export async function outcomesUnder(company: ArchivedCompany, registry: Registry) {
  return countsOf(qualityOf(buildCompany(await company.read(registry), registry), registry));
}

const qualityOf = (build: CompanyBuild, registry: Registry) =>
  describeQuality(build, runChecks(build, registry), registry);

type Side = [build: CompanyBuild, period: StatementPeriod | undefined];

function changedLines(
  compared: RegistryPair,
  [before, then]: Side,
  [after, now]: Side,
): Omit<ChangedValue, "cik" | "company" | "period">[] {
  const concepts = new Set([...Object.keys(now?.lines ?? {}), ...Object.keys(then?.lines ?? {})]);
  return [...concepts].flatMap((concept) => {
    const [old, line] = [then?.lines[concept], now?.lines[concept]];
    const kind = kindOf(old, line);
    if (kind === null) return [];
    const rests = [
      ...(old?.lineage != null ? tagsIn(old.lineage, before.facts) : []),
      ...(line?.lineage != null ? tagsIn(line.lineage, after.facts) : []),
    ];
    const because = causeOf(compared, { concept, lines: [line, old], tags: new Set(rests) });
    return [{ concept, kind, old: howOf(before, old), new: howOf(after, line), because }];
  });
}

function kindOf(old: Line | undefined, line: Line | undefined): ChangedValue["kind"] | null {
  const [from, to] = [old?.value ?? null, line?.value ?? null];
  if (from !== to) return from === null ? "added" : to === null ? "removed" : "changed";
  // Two versions that leave a line empty for the same reason, or that one does not have, show the same.
  const isSame = from !== null || !old || !line || old.reason === line.reason;
  return isSame ? null : "reason";
}

interface Effect {
  concept: string;
  lines: readonly (Line | undefined)[];
  /** Tags that the old or the new value rests on. */
  tags: ReadonlySet<string>;
}

/** The change of the line itself, best one of a tag that it rests on; else that of a line it is computed from. */
function causeOf({ older, changes }: RegistryPair, { concept, lines, tags }: Effect): string {
  const own = changes.find(({ snakeKey }) => snakeKey === concept);
  if (own) {
    const isOfTag = ({ what }: { what: string }) => tags.has(what.replace(/^mappings /, ""));
    const chosen = own.changes.filter(isOfTag);
    return (chosen.length > 0 ? chosen : own.changes)
      .map(({ what, how }) => `${what}: ${how}`)
      .join("; ");
  }
  const operands = new Set(lines.flatMap((line) => [...conceptsIn(line?.lineage ?? null)]));
  const through = changes.filter(({ snakeKey }) => operands.has(snakeKey));
  if (through.length > 0) {
    return `computed from ${through.map(({ snakeKey }) => snakeKey).join(", ")}`;
  }
  if (older.bySnakeKey.get(concept)?.status === "proposed")
    return "a proposed line, as if in force";
  return "by guards, template or calendar, which other lines decide too";
}

/** What a change does to one concept, over all companies. */
export interface ConceptImpact {
  concept: string;
  added: number;
  changed: number;
  removed: number;
  /** Companies that lose a value. */
  removedFrom: number;
  /** Lines still without a value, for another reason. */
  reason: number;
  companies: number;
  periods: number;
}

const removedMax = 10;

/** What a reviewer reads first: the lines that lose most values, a sentence for each; empty when none does. */
export function removedLines(impacts: readonly ConceptImpact[]): string[] {
  const losing = impacts
    .filter(({ removed }) => removed > 0)
    .sort((a, b) => b.removed - a.removed || (a.concept < b.concept ? -1 : 1));
  const valuesOf = (count: number) => (count === 1 ? "1 value" : `${count} values`);
  const named = losing.slice(0, removedMax).map(({ concept, removed, removedFrom }) => {
    const companies = removedFrom === 1 ? "1 company" : `${removedFrom} companies`;
    return `REMOVED: ${concept} would lose ${valuesOf(removed)} of ${companies}`;
  });
  const rest = losing.slice(removedMax);
  if (rest.length === 0) return named;
  const values = valuesOf(rest.reduce((sum, { removed }) => sum + removed, 0));
  const lines = rest.length === 1 ? "1 more line" : `${rest.length} more lines`;
  return [...named, `REMOVED: and ${lines} would lose ${values}`];
}

/** The changed values by concept, those that change most first. */
export function summarize(values: readonly ChangedValue[]): ConceptImpact[] {
  return [...Map.groupBy(values, ({ concept }) => concept)]
    .map(([concept, own]) => {
      const count = (kind: ChangedValue["kind"]) => own.filter((one) => one.kind === kind).length;
      return {
        concept,
        added: count("added"),
        changed: count("changed"),
        removed: count("removed"),
        removedFrom: new Set(own.filter(({ kind }) => kind === "removed").map(({ cik }) => cik))
          .size,
        reason: count("reason"),
        companies: new Set(own.map(({ cik }) => cik)).size,
        periods: own.length,
      };
    })
    .sort((a, b) => b.periods - a.periods || (a.concept < b.concept ? -1 : 1));
}
