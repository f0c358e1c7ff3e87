import type { ModelsSection } from "#schemas/shapes/companies/terminal.ts";
import type { ListingEntry } from "#schemas/shapes/models/listing.ts";
import { splitMetrics } from "./answers/metric-keys.ts";
import { type Template, templates } from "./catalogue.ts";
import { computeModel, prepareModel } from "./compute.ts";
import { extractFacts, type ModelFacts } from "./inputs/facts.ts";
import type { ModelSource } from "./inputs/source.ts";
import { referenceOn } from "./rates/dated-reference.ts";
import type { Reference } from "./rates/reference.ts";

/** All templates with what the company's filings give them; each state is that of the default result. */
export function listModels(facts: ModelFacts, reference: Reference): ListingEntry[] {
  return templates.map((template) => listingEntry(template, facts, reference));
}

const blocking = new Set([
  "no_annual_periods",
  "financial_institution",
  "missing_core_metric",
  "not_a_reit",
]);

function listingEntry(template: Template, facts: ModelFacts, reference: Reference): ListingEntry {
  const { prefilled, missing } = splitMetrics(template, facts);
  const { stateReason } = computeModel(prepareModel({ template, facts, reference }));
  const isBlocked = stateReason !== null && blocking.has(stateReason.code);
  const isWhole = stateReason === null && missing.length === 0;
  return {
    key: template.key,
    aliases: [...template.aliases],
    name: template.name,
    family: template.family,
    horizonYears: template.horizonYears,
    terminalMethod: template.terminalMethod,
    state: isBlocked ? "unavailable" : isWhole ? "available" : "partial",
    stateReason,
    requiredMetricKeys: [...template.requiredMetricKeys],
    missingMetricKeys: missing,
    prefilledMetricKeys: prefilled,
  };
}

/** The `models` section of a terminal: the same listing, so that both agree by construction. */
export function modelsSection(source: ModelSource): ModelsSection {
  const facts = extractFacts(source);
  const reference = referenceOn(source.knownOn, facts.anchors?.currency ?? null);
  const entries = listModels(facts, reference);
  const usable = entries.filter(({ state }) => state !== "unavailable");
  const isWhole = entries.every(({ state }) => state === "available");
  return {
    state: usable.length === 0 ? "unavailable" : isWhole ? "available" : "partial",
    templates: entries.map(
      ({ key, name, family, state, prefilledMetricKeys, missingMetricKeys }) => ({
        key,
        label: name,
        name,
        family,
        state,
        prefilledMetricKeys,
        missingMetricKeys,
      }),
    ),
    unavailableReason: usable.length === 0 ? (entries[0]?.stateReason?.message ?? null) : null,
  };
}
