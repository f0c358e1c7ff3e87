import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { BlendAnswer, BlendPart } from "#schemas/shapes/models/valuation.ts";
import { type NumberTriple, tripleOf } from "../answers/scenario-values.ts";
import { reason } from "../family.ts";

export type Blend = Omit<BlendAnswer, "market" | "disclaimer">;

const none: NumberTriple = { low: null, mid: null, high: null };

/**
 * The weighted mean of models' values per share. A model without a value has no share: the others' weights are scaled
 * to 1, the state is `partial`, and the reason names it.
 */
export function blend(
  results: readonly {
    name: string;
    scenario?: string | null;
    weight: number;
    result: ModelResult;
  }[],
): Blend {
  const isValued = ({ result }: { result: ModelResult }) =>
    result.valuationRange?.fairValuePerShare.mid != null;
  const valued = results.filter(isValued);
  const whole = valued.reduce((sum, { weight }) => sum + weight, 0);
  const parts = results.map(
    ({ name, scenario = null, weight, result }): BlendPart => ({
      templateKey: result.templateKey,
      name,
      scenario,
      weight,
      share: isValued({ result }) ? weight / whole : null,
      state: result.state,
      stateReason: result.stateReason,
      fairValuePerShare: result.valuationRange?.fairValuePerShare ?? none,
      warnings: result.warnings,
    }),
  );
  const shared = { currency: results[0]?.result.currency ?? null, parts };
  const left = parts
    .filter(({ share }) => share === null)
    .map(({ templateKey, scenario }) =>
      scenario === null ? templateKey : `${templateKey} (${scenario})`,
    );
  if (valued.length === 0) {
    return {
      ...shared,
      state: "insufficient_data",
      fairValuePerShare: none,
      range: null,
      stateReason: reason("no_model_computed", "None of the models has a value per share."),
    };
  }
  const mean = (scenario: "low" | "mid" | "high") =>
    parts.reduce((sum, one) => sum + (one.share ?? 0) * (one.fairValuePerShare[scenario] ?? 0), 0);
  const ends = parts.flatMap(({ share, fairValuePerShare: { low, mid, high } }) =>
    share === null ? [] : [low, mid, high].flatMap((one) => one ?? []),
  );
  return {
    ...shared,
    state: left.length === 0 ? "computed" : "partial",
    stateReason:
      left.length === 0
        ? null
        : reason(
            "models_left_out",
            `Without a value per share, and so left out: ${left.join(", ")}.`,
          ),
    fairValuePerShare: tripleOf(mean),
    range: { low: Math.min(...ends), high: Math.max(...ends) },
  };
}
