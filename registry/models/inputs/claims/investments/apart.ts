import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { isFinancialInstitution } from "../../company-type.ts";
import { factsOf, firstOf } from "../../filed-facts.ts";
import { placedTags } from "../../members/place-tags.ts";
import { byPlace } from "../../members/places.ts";
import { bridgeTags } from "../../model-tags.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import type { At } from "../debt.ts";
import { currentSecurities } from "../securities.ts";

/** Gains and losses on equity securities at fair value: those of money market funds are none. */
const gains = [
  "us-gaap:EquitySecuritiesFvNiGainLoss",
  "us-gaap:EquitySecuritiesFvNiUnrealizedGainLoss",
];

/**
 * Equity securities of a note that no row of securities or investments has room for, and so are within other assets (Johnson &
 * Johnson 2023: 4,473 beside securities of 1,068; Walmart 2024: 7,249). Elsewhere they are a part of such a row (Alphabet).
 */
export function securitiesApart(
  source: ModelSource,
  at: At,
  investments: QuotedValue | null,
): QuotedValue[] {
  const [tag, , unvalued] = placedTags.equity;
  const noted = firstOf(source, at, [tag]);
  if (noted === null || isFinancialInstitution(source)) return [];
  const isPlaced = byPlace(source, tag, at).some(({ place }) => place !== null);
  const isRevalued = gains
    .flatMap((one) => factsOf(source, one))
    .some(({ end, value }) => end === at.end && (numberOf(value) ?? 0) !== 0);
  const rows = [
    currentSecurities(source, at).quoted,
    firstOf(source, at, bridgeTags.marketable),
    investments,
  ];
  const isHeld = rows.some(
    (row) =>
      row !== null && row.value >= noted.value && `us-gaap:${row.provenance?.concept}` !== unvalued,
  );
  return isPlaced || isHeld || !isRevalued ? [] : [noted];
}
