import { factsOf } from "../../filed-facts.ts";
import { partnersAccounts } from "../../members/owner-tags.ts";
import { type ModelSource, numberOf } from "../../source.ts";

/** True for a company whose balance sheet of the day has the accounts of partners as its equity. */
export const isPartnership = (source: ModelSource, end: string): boolean =>
  partnersAccounts
    .flatMap((tag) => factsOf(source, tag))
    .some((fact) => fact.end === end && numberOf(fact.value) !== 0);
