import type { QuotedValue } from "../../answers/provenance.ts";
import { flowFact, quoteFact, type Span } from "../filed-facts.ts";
import type { ModelSource } from "../source.ts";

/** One charge of a span of time; a gain is negative. */
export interface Charge {
  label: string;
  value: number;
  isTaxed: boolean;
  /** False for what stands below operating income, and so is in net income alone. */
  isOperating: boolean;
  quoted: QuotedValue;
}

export const totalOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { value }) => sum + value, 0);

/** The figure of the first tag that states exactly the span. */
export const flowAt = (
  source: ModelSource,
  tags: readonly string[],
  span: Span,
): QuotedValue | null => quoteFact(flowFact(source, tags, span), "operating_income", "computed");
