import type { Rule } from "./rule.ts";
import type { RuleBook } from "./rule-book.ts";
import type { StatementType, Template } from "./statement.ts";

/** One concept of the SFRS registry, as `registry/concepts/*.json` holds it after loading. */
export interface Concept {
  id: string;
  snakeKey: string;
  label: string;
  definition: string;
  statement: StatementType;
  dataType: "monetary" | "per_share" | "shares" | "pure";
  periodType: "duration" | "instant";
  balance: "debit" | "credit" | null;
  status: "active" | "deprecated" | "proposed";
  role: "reported" | "subtotal" | "derived";
  prevalence: "universal" | "conditional";
  /** False: not a sum of its quarters (EPS, average shares, income to common). */
  additive: boolean;
  /** True when a negative value is suspicious (revenue, D&A, capex …): checks TS-04 and DQ-01. */
  nonNegative: boolean;
  /** Templates that the concept applies to; null means all. In other templates it is `not_applicable_template`. */
  templates: Template[] | null;
  rollup: Arithmetic | null;
  /** Alternates in order; the first whose terms all resolve wins. */
  derivation: Arithmetic[] | null;
  sourceability: string[];
  mappings: Mapping[];
  successor: string | null;
  note: string | null;
  /** The rules about the line that are no mappings; absent without any. */
  rules?: Rule[];
  /** snakeKey of the total whose printed rows the line holds that are no lines of their own; absent for other roles. */
  residualOf?: string;
}

export interface Arithmetic {
  terms: Term[];
  /** This arithmetic applies only when the filing carries no fact of these snakeKeys. */
  absent: string[];
  /** A missing operand counts as absent when its filing carries no fact of it (rollups such as net change in cash). */
  optional?: string[];
  /** What the result measures when that is not exactly the concept; shown as a flag. */
  scope?: Mapping["scope"];
  /** Every operand must come from a tag, never from arithmetic (EBITDA, operating income). */
  reportedOnly?: boolean;
  /** The sum is divided by this line, which must be positive. The result is a rate with six decimal places. */
  over?: string;
  /** The figure per share proves the result; without it, or with another one, there is no result. */
  provenBy?: PerShareProof;
}

/**
 * Divided by `shares`, the result is `figure` as the filer rounds it, at least to a hundredth. Where the filer states `income`, of
 * which the figure is made, that has the same value.
 */
export interface PerShareProof {
  figure: string;
  shares: string;
  income: string;
}

/** weight × concept. */
export interface Term {
  weight: number;
  concept: string;
  /** The term counts only if the named line comes from a tag of that scope, or only if it does not. */
  when?: { concept: string; scope: Mapping["scope"]; holds: boolean };
}

export interface Mapping {
  taxonomy: "us-gaap" | "ifrs-full" | "dei" | "srt";
  /** Taxonomy years the entry was reviewed against, for example "2009-2026". */
  version: string;
  xbrlConcept: string;
  /** +1, or -1 for opposite-sign elements. */
  sign: 1 | -1;
  /** Templates in which this entry may resolve; null means all. */
  templates: Template[] | null;
  guards: Guard[];
  /** What the tag measures when that is not exactly the concept. */
  scope:
    | "exact"
    | "pre_equity_method"
    | "continuing"
    | "ex_fx"
    | "includes_rou"
    | "partial"
    | "wider"
    | "includes_nci";
  validFrom: string | null;
  validTo: string | null;
  /** Tags of one group are added when more than one is present (temporary equity). Null: alternatives. */
  sumGroup: string | null;
}

export type Guard =
  | { kind: "notDwarfed"; ratio: number }
  /**
   * The tag resolves only if this identity holds in the same period: name of a check of standardization.md section 4.
   */
  | { kind: "identity"; check: "IS-02" | "IS-03" | "IS-04" | "CF-01" }
  /** Rejected when this identity can be tested and fails, because then the filer's own subtotal is another quantity. */
  | { kind: "notContradicted"; check: "IS-05" }
  /** Rejected when the value is negative. */
  | { kind: "positive" }
  /** Rejected when it is more than 1: a share of one that was filed in percent. */
  | { kind: "share" }
  /** Rejected when it is less than one of these lines as filed for the same days, because then it is only a part. */
  | { kind: "notBelow"; concepts: string[] }
  /**
   * Rejected when it repeats one of these lines as filed for the same days, and the line named last is filed with
   * another value.
   */
  | { kind: "notRepeated"; concepts: string[]; unless: string }
  /** Rejected when a smaller revenue is filed and the difference is about the equity-method income filed beside it. */
  | { kind: "withoutEquityIncome" }
  /** Rejected in periods with discontinued operations that make half a cent a share: what is left of them is not the total. */
  | { kind: "withoutDiscontinued" };

/** What a build needs from one registry version. */
export interface Registry {
  registryVersion: string;
  standardVersion: string;
  registrySha256: string;
  concepts: readonly Concept[];
  bySnakeKey: ReadonlyMap<string, Concept>;
  /** The residual lines among them. */
  residuals: readonly Concept[];
  rules: RuleBook;
  /** "taxonomy:tag" of every mapping of an active concept. */
  tags: ReadonlySet<string>;
  /**
   * Tags that only earlier released versions map or models read. Their facts are stored, so that those versions can be
   * computed.
   */
  retiredTags?: ReadonlySet<string>;
}
