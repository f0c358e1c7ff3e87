import { buildCompany, buildFromFacts } from "#ingest/build-company.ts";
import type { CompanyBuild, CompanyInput } from "#ingest/company-input.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { onlyTags } from "#ingest/facts/history/retired-facts.ts";
import { sampleDate } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import { normalisedKey } from "#registry/models/inputs/earnings/normalised.ts";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { modelTags } from "#registry/models/inputs/model-tags.ts";
import { type ModelSource, sourceOfBuild } from "#registry/models/inputs/source.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";

const registry = loadRegistry();

/** A company of the bundled sample through the real engine, as its filings stood on a day. */
export async function sampleSource(
  cik: string,
  of: { sic: string | null; asOf?: string; isRegistryAlone?: true },
): Promise<ModelSource> {
  const build = await sampleBuild(cik, of.asOf);
  const text = companyFactsJson(await readFigures(cik), sampleDate);
  const aside = onlyTags(
    parseCompanyFacts(Buffer.from(text ?? ""), modelTags),
    registry.retiredTags ?? new Set(),
  ).facts;
  return sourceOfBuild(
    { ...build, aside: of.isRegistryAlone ? [] : aside },
    { sic: of.sic, knownOn: of.asOf ?? sampleDate },
  );
}

export async function sampleBuild(cik: string, asOf?: string): Promise<CompanyBuild> {
  const text = companyFactsJson(await readFigures(cik), sampleDate);
  const parsed = parseCompanyFacts(Buffer.from(text ?? ""), registry.tags);
  const input: CompanyInput = {
    cik,
    profile: null,
    filings: [],
    documents: [
      {
        parsed,
        source: "regulator",
        origin: "crawl",
        kind: "companyfacts",
        fetchedAt: `${sampleDate}T00:00:00Z`,
        digest: cik,
      },
    ],
    submitted: [],
  };
  const latest = buildCompany(input, registry);
  if (asOf === undefined) return latest;
  return buildFromFacts(input, latest.facts, registry, { kind: "asOf", date: asOf });
}

/**
 * Apple as its filings stood on the day of the 10-K for the year ended 2023-09-30 (models.md 13.1), whose worked
 * examples have debt without finance leases: of the registry's lines alone.
 */
export async function goldenApple(): Promise<ModelFacts> {
  const of = { sic: "3571", asOf: "2023-11-03", isRegistryAlone: true } as const;
  return extractFacts(await sampleSource("0000320193", of));
}

/** As `compute`, of earnings as reported: the worked examples of models.md section 13. */
export function computeReported(facts: ModelFacts, key: string, body?: object): ModelResult {
  const isChosen = compute(facts, key).assumptions.some((one) => one.key === normalisedKey);
  if (!isChosen) return compute(facts, key, body);
  const given = (body ?? {}) as { assumptions?: Record<string, number> };
  return compute(facts, key, {
    ...given,
    assumptions: { [normalisedKey]: 0, ...given.assumptions },
  });
}

/** A model by key or alias; throws for an unknown one. */
export function compute(facts: ModelFacts, key: string, body?: unknown): ModelResult {
  const template = findTemplate(key);
  if (template === null) throw new Error(`no template ${key}`);
  return computeModel(
    prepareModel({
      template,
      facts,
      reference: referenceOn(null, facts.anchors?.currency ?? null),
    }),
    body,
  );
}
