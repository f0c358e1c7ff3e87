import type { Severity } from "./quality.ts";
import type { AppliesOf, Rule, RuleKind } from "./rule.ts";
import type { Template } from "./statement.ts";

/** The rules of one registry, ready to be applied. */
export interface RuleBook {
  /** In ascending order of place. */
  all: readonly Rule[];
  /** The sums that lines of one period keep. */
  sums: readonly SumCheck[];
  /** By kind of condition, in ascending order of place. Read it by `rulesOf`. A book is plain data: build threads get it as it is. */
  byKind: ReadonlyMap<RuleKind, readonly Rule[]>;
}

/** One term of a sum: weight × the concept's value. */
export type SumTerm = AppliesOf<"identity">["terms"][number];

/** total = Σ terms, or total <= Σ terms, of one period and currency. */
export interface SumCheck {
  /** Of the check; two sums may share it. */
  id: string;
  /** Id of the rule. */
  rule: string;
  severity: Severity;
  title: string;
  total: string;
  terms: readonly SumTerm[];
  relation: "=" | "<=";
  /** Templates in which the sum is meant; null means all. */
  templates: readonly Template[] | null;
  /** Scopes that do not stop the check, as "concept:scope". */
  allowedScopes: readonly string[];
}
