import type { ModelSource } from "#registry/models/inputs/source.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

/** A fact beside the lines of statements: a flow of a year or the days given, or a balance (`start` null). */
export interface FiledFact {
  tag: string;
  value: number;
  start?: string | null;
  end?: string;
  /** Null where nobody knows the day. */
  filed?: string | null;
  unit?: string;
  taxonomy?: string;
  /** Axis and member that the fact is of; the whole company if absent. */
  dimensions?: string;
  decimals?: number;
  /** "10-K" if absent. */
  form?: string;
}

/** The source with facts that its filings tag beside the statements; of the year 2023 and in USD unless stated. */
export function withFiled(source: ModelSource, filed: readonly FiledFact[]): ModelSource {
  const facts = filed.map(
    (one): Fact => ({
      taxonomy: one.taxonomy ?? "us-gaap",
      tag: one.tag,
      unit: one.unit ?? "USD",
      start: one.start === undefined ? "2023-01-01" : one.start,
      end: one.end ?? "2023-12-31",
      value: String(one.value),
      accession: "0000000001-24-000001",
      form: one.form ?? "10-K",
      filed: one.filed === undefined ? "2024-02-15" : one.filed,
      ...{ fy: 2023, fp: "FY", decimals: one.decimals ?? null },
      dimensions: one.dimensions ?? null,
    }),
  );
  return { ...source, facts: [...source.facts, ...facts] };
}
