import { buildCompany } from "#ingest/build-company.ts";
import { comparableFacts, readEverything, tagOf } from "#ingest/builder/every-tag.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { Arithmetic, Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { ArchivedCompany } from "./archived-company.ts";

/** What one company's periods say, so that tags that nothing maps can be compared with lines. */
export interface Observations {
  /** By snakeKey, the line's value at each period; NaN where it has none. */
  lines: Map<string, Float64Array>;
  /** By snakeKey, the periods in which the line does not apply to the company: no tag can be missing there. */
  inapplicable: Map<string, ReadonlySet<number>>;
  /** By snakeKey, the value that arithmetic with the line implies where the line has none; NaN elsewhere. */
  implied: Map<string, Float64Array>;
  /** By "taxonomy:tag", what was filed for each period; NaN where nothing was. */
  tags: Map<string, ObservedTag>;
  /** By "taxonomy:tag", its label and description where the documents have them. */
  texts: Map<string, string>;
}

interface ObservedTag {
  kind: TagKind;
  values: Float64Array;
}

/** What a tag measures, as far as its facts tell. */
export interface TagKind {
  periodType: Concept["periodType"];
  dataType: Concept["dataType"];
}

/** Builds the company in memory and lays its lines beside its unmapped facts, period by period. */
export async function observe(company: ArchivedCompany, registry: Registry): Promise<Observations> {
  const { input, others } = await readEverything(company, registry);
  const { periods } = buildCompany(input, registry);
  const lines = new Map<string, Float64Array>();
  for (const { snakeKey, status } of registry.concepts) {
    if (status !== "active") continue;
    lines.set(
      snakeKey,
      Float64Array.from(periods, (one) => valueAt(one, snakeKey)),
    );
  }
  const inapplicable = new Map([...lines.keys()].map((key) => [key, inapplicableAt(periods, key)]));
  const tags = observeTags(periods, comparableFacts(others));
  const texts = new Map([...(await company.readTexts())].filter(([tag]) => tags.has(tag)));
  return { lines, inapplicable, implied: impliedValues(registry, lines), tags, texts };
}

const inapplicableAt = (periods: CompanyBuild["periods"], snakeKey: string) =>
  new Set(
    periods.flatMap(({ lines }, i) =>
      lines[snakeKey]?.reason === "not_applicable_template" ? [i] : [],
    ),
  );

function valueAt({ lines }: StatementPeriod, snakeKey: string): number {
  const value = lines[snakeKey]?.value ?? null;
  return value === null ? Number.NaN : Number(value);
}

function observeTags(periods: CompanyBuild["periods"], facts: readonly Fact[]) {
  const at = new Map<string, number[]>();
  periods.forEach(({ start, end }, i) => {
    for (const key of [`${start}/${end}`, end]) at.set(key, [...(at.get(key) ?? []), i]);
  });
  const tags = new Map<string, ObservedTag>();
  const filedAt = new Map<string, string>();
  for (const fact of facts) {
    const key = fact.start === null ? fact.end : `${fact.start}/${fact.end}`;
    const kind = kindOf(fact);
    if (kind === null) continue;
    const tag = tagOf(fact);
    for (const i of at.get(key) ?? []) {
      const series = tags.get(tag) ?? { kind, values: new Float64Array(periods.length).fill(NaN) };
      tags.set(tag, series);
      // The newest filing's word counts.
      const filedDate = fact.filed ?? "";
      if (filedDate < (filedAt.get(`${tag} ${i}`) ?? "")) continue;
      filedAt.set(`${tag} ${i}`, filedDate);
      series.values[i] = Number(fact.value);
    }
  }
  return tags;
}

function kindOf({ unit, start }: Fact): TagKind | null {
  const periodType = start === null ? "instant" : "duration";
  if (/^[A-Z]{3}$/.test(unit)) return { periodType, dataType: "monetary" };
  if (/^[A-Z]{3}\/shares$/.test(unit)) return { periodType, dataType: "per_share" };
  if (unit === "shares" || unit === "pure") return { periodType, dataType: unit };
  return null;
}

/** Each rollup and derivation is an identity: with all of its lines but one, the one follows. */
function impliedValues(
  { concepts }: Registry,
  lines: ReadonlyMap<string, Float64Array>,
): Map<string, Float64Array> {
  const implied = new Map<string, Float64Array>();
  for (const { snakeKey, rollup, derivation } of concepts) {
    for (const arithmetic of [...(rollup ? [rollup] : []), ...(derivation ?? [])]) {
      // A rate tells nothing of the amounts in it.
      if (arithmetic.over !== undefined) continue;
      const terms = termsOf(snakeKey, arithmetic);
      const periods = lines.get(snakeKey)?.length ?? 0;
      for (let i = 0; i < periods; i += 1) imply(implied, { lines, terms, i, periods });
    }
  }
  return implied;
}

interface Term {
  key: string;
  weight: number;
  isOptional: boolean;
}

/** The line and its operands as terms that come to zero. */
const termsOf = (snakeKey: string, { terms, optional = [] }: Arithmetic): Term[] => [
  { key: snakeKey, weight: -1, isOptional: false },
  ...terms.map(({ concept, weight }) => ({
    key: concept,
    weight,
    isOptional: optional.includes(concept),
  })),
];

function imply(
  implied: Map<string, Float64Array>,
  at: { lines: ReadonlyMap<string, Float64Array>; terms: Term[]; i: number; periods: number },
): void {
  const { lines, terms, i, periods } = at;
  const isMissing = ({ key }: Term) => Number.isNaN(lines.get(key)?.[i] ?? Number.NaN);
  const missing = terms.filter(isMissing);
  const required = missing.filter(({ isOptional }) => !isOptional);
  const [open] = required.length === 0 ? missing : required;
  if (!open || required.length > 1 || (required.length === 0 && missing.length > 1)) return;
  const rest = terms
    .filter((term) => !isMissing(term))
    .reduce((sum, { key, weight }) => sum + weight * (lines.get(key)?.[i] ?? 0), 0);
  const values = implied.get(open.key) ?? new Float64Array(periods).fill(NaN);
  values[i] = -rest / open.weight;
  implied.set(open.key, values);
}
