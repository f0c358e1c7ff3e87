import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Provenance, ProvenanceInput } from "#schemas/shapes/models/assumption.ts";
import type { MetricKey } from "../catalogue.ts";
import type { ModelSource } from "../inputs/source.ts";
import { leavesOf, type Reading } from "./metrics.ts";

export type { Provenance };

/** A fact of a company with where it comes from; provenance is null where no filing is known. */
export interface QuotedValue {
  value: number;
  provenance: Provenance | null;
  /** What a reader must know of the value; absent or null: nothing. */
  note?: string | null;
}

/** Provenance of one reading: the tag itself when it was filed, else its newest filing and its operands. */
function provenanceOf(
  source: ModelSource,
  reading: Reading,
  basis: Provenance["basis"],
): Provenance | null {
  const leaves = leavesOf(reading.lineage, source.facts);
  const origin = originOf(leaves, reading);
  if (origin === null) return null;
  const isDirect = typeof reading.lineage === "number";
  const [only] = leaves;
  return {
    basis,
    metricKey: reading.metric,
    periodEnd: basis === "cover" && only !== undefined ? only.end : reading.period.end,
    taxonomy: isDirect && only !== undefined ? only.taxonomy : "sfrs",
    concept: isDirect && only !== undefined ? only.tag : reading.concept,
    ...origin,
    ...(isDirect ? {} : { inputs: leaves.map((leaf) => inputOfFact(leaf)) }),
  };
}

/** Provenance of a value computed from several quoted ones: its newest filing, and each of them. */
export function computedProvenance(
  metricKey: string,
  concept: string,
  periodEnd: string,
  parts: readonly QuotedValue[],
  basis: Provenance["basis"] = "computed",
): Provenance | null {
  const provenances = parts.flatMap(({ provenance }) => (provenance === null ? [] : [provenance]));
  const newest = provenances.reduce<Provenance | null>(
    (latest, one) => (latest === null || one.filedDate > latest.filedDate ? one : latest),
    null,
  );
  if (newest === null) return null;
  const { form, accessionNumber, filedDate } = newest;
  return {
    basis,
    metricKey,
    periodEnd,
    taxonomy: "sfrs",
    concept,
    form,
    accessionNumber,
    filedDate,
    inputs: parts.flatMap(inputOf),
  };
}

export function quote(
  source: ModelSource,
  reading: Reading | null,
  basis: Provenance["basis"],
): QuotedValue | null {
  if (reading === null) return null;
  const { value, note } = reading;
  const quoted = { value, provenance: provenanceOf(source, reading, basis) };
  return note === undefined ? quoted : { ...quoted, note };
}

/** Provenance of a fact that was looked up by its tag. */
export function factProvenance(
  fact: Fact,
  metricKey: MetricKey,
  basis: Provenance["basis"],
): Provenance {
  return {
    basis,
    metricKey,
    periodEnd: fact.end,
    taxonomy: fact.taxonomy,
    concept: fact.tag,
    form: fact.form,
    accessionNumber: fact.accession,
    filedDate: fact.filed ?? "",
  };
}

type Origin = Pick<Provenance, "form" | "accessionNumber" | "filedDate">;

/** The newest filing among the facts; for a submitted value the newest filing that carries the period. */
function originOf(leaves: readonly Fact[], { period }: Reading): Origin | null {
  const filings = leaves.map(({ form, accession, filed }) => ({
    form,
    accessionNumber: accession,
    filedDate: filed ?? "",
  }));
  const candidates =
    filings.length > 0
      ? filings
      : period.filings.map((one) => ({ ...one, filedDate: one.filedDate ?? "" }));
  return candidates.reduce<Origin | null>(
    (latest, one) => (latest === null || one.filedDate > latest.filedDate ? one : latest),
    null,
  );
}

function inputOfFact(fact: Fact): ProvenanceInput {
  return {
    metricKey: `${fact.taxonomy}:${fact.tag}`,
    value: Number(fact.value),
    periodEnd: fact.end,
    accessionNumber: fact.accession,
  };
}

function inputOf({ value, provenance }: QuotedValue): ProvenanceInput[] {
  if (provenance === null) return [];
  const { metricKey, periodEnd, accessionNumber } = provenance;
  return [{ metricKey, value, periodEnd, accessionNumber }];
}
