import type { Criterion, SuggestionReason } from "#schemas/shapes/platform/investor.ts";
import type { PublicFacts } from "#schemas/shapes/platform/startup.ts";

/** The criteria of a mandate. An empty list accepts everything. */
export interface MandateCriteria {
  sectors: readonly string[];
  stages: readonly string[];
  geographies: readonly string[];
  instruments: readonly string[];
}

/** One criterion of a mandate against what a startup says in public. */
export interface CriterionFit {
  criterion: Criterion;
  /** The startup's public value; null without one. */
  observed: string | null;
  /** Null without a public value. */
  within: boolean | null;
}

const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase();
const equals = (said: string, wanted: string) => folded(said) === folded(wanted);
/** "Berlin, Germany" is in Germany. */
const isIn = (said: string, wanted: string) =>
  folded(said)
    .split(/[,/;]/)
    .map((part) => part.trim())
    .includes(folded(wanted)) || equals(said, wanted);

const rules: {
  criterion: Criterion;
  wanted(mandate: MandateCriteria): readonly string[];
  said(facts: PublicFacts): string | null;
  fits(said: string, wanted: string): boolean;
}[] = [
  {
    criterion: "sector",
    wanted: ({ sectors }) => sectors,
    said: ({ sector }) => sector ?? null,
    fits: equals,
  },
  {
    criterion: "stage",
    wanted: ({ stages }) => stages,
    said: ({ stage }) => stage ?? null,
    fits: equals,
  },
  {
    criterion: "geography",
    wanted: ({ geographies }) => geographies,
    said: ({ location }) => location ?? null,
    fits: isIn,
  },
  {
    criterion: "instrument",
    wanted: ({ instruments }) => instruments,
    said: ({ capitalTerms }) => capitalTerms?.instrument ?? null,
    fits: equals,
  },
];

/** The criteria that a mandate has, each against a startup's public facts. */
export const compare = (mandate: MandateCriteria, facts: PublicFacts): CriterionFit[] =>
  rules
    .filter(({ wanted }) => wanted(mandate).length > 0)
    .map(({ criterion, wanted, said, fits }) => {
      const observed = said(facts);
      const within = observed === null ? null : wanted(mandate).some((one) => fits(observed, one));
      return { criterion, observed, within };
    });

/**
 * Why a startup fits a mandate, by its public facts only; null where it does not: a criterion is not met, or the
 * startup says nothing of the first one that the mandate names. There is no score (STP-60).
 */
export function reasonsOf(mandate: MandateCriteria, facts: PublicFacts): SuggestionReason[] | null {
  const compared = compare(mandate, facts);
  const met = compared.filter(({ within }) => within === true);
  if (compared[0]?.within !== true || compared.some(({ within }) => within === false)) return null;
  return met.map(({ criterion, observed }) => ({
    criterion,
    evidence: observed ?? "",
    source: "public profile of the startup",
  }));
}
