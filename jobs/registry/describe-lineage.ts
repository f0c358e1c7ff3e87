import type { CompanyBuild } from "#ingest/company-input.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";

/** A line of a period in words: its value, and which tag or rule made it, or why there is none. */
export interface HowItIs {
  value: string | null;
  how: string;
}

/** How a line came about, in one sentence part. */
export function howOf({ facts }: Pick<CompanyBuild, "facts">, line: Line | undefined): HowItIs {
  if (!line) return { value: null, how: "no such line" };
  const { value, reason, lineage, refused = [] } = line;
  if (value === null || lineage === null) {
    const guards = refused.map(({ tag, guard }) => `${tag} refused by ${guard}`);
    return { value, how: [reason ?? "not_reported", ...guards].join("; ") };
  }
  return { value, how: describe(lineage, facts) };
}

function describe(lineage: Lineage, facts: CompanyBuild["facts"]): string {
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact
      ? `${fact.taxonomy}:${fact.tag}, ${fact.form} ${fact.accession}`
      : `fact ${lineage}`;
  }
  const [rule, ...operands] = lineage;
  const tags = tagsIn(lineage, facts);
  // A quarter is its year's tag less other periods of it: the tag says more than the periods.
  if (tags.size === 1) return `${rule} of ${[...tags].join("")}`;
  const parts = operands.map(([weight, label]) => `${weight < 0 ? "-" : "+"}${keyIn(label)}`);
  return `${rule} ${parts.join(" ")}`;
}

/** "taxonomy:tag" of every fact that a value rests on. */
export function tagsIn(lineage: Lineage, facts: CompanyBuild["facts"]): Set<string> {
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return new Set(fact ? [`${fact.taxonomy}:${fact.tag}`] : []);
  }
  const [, ...operands] = lineage;
  return new Set(operands.flatMap(([, , , of]) => [...tagsIn(of, facts)]));
}

/** The lines that a value is computed from, at any depth. */
export function conceptsIn(lineage: Lineage | null): Set<string> {
  if (lineage === null || typeof lineage === "number") return new Set();
  const [, ...operands] = lineage;
  return new Set(operands.flatMap(([, label, , of]) => [keyIn(label), ...conceptsIn(of)]));
}

/** "revenue" of "revenue@2023-01-01/2023-12-31". */
const keyIn = (label: string) => label.split("@")[0] ?? label;
