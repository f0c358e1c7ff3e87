import type { FiledLine } from "#schemas/shapes/companies/filed-report.ts";

export const firstLine = "tenk report 1";

/** The members of a report that stand under [report]. */
export const reportMembers = ["accession", "cik", "form", "period", "currency", "source"] as const;

export const sections = [
  "report",
  "elements",
  "periods",
  "members",
  "units",
  "statements",
  "calculations",
  "domains",
] as const;

/** Letters of what a line is. */
export const lineFlags: readonly [string, (line: FiledLine) => boolean][] = [
  ["h", ({ isAbstract }) => isAbstract],
  ["t", ({ isTotal }) => isTotal === true],
  ["n", ({ isNegated }) => isNegated],
  ["s", ({ balanceAt }) => balanceAt === "start"],
  ["e", ({ balanceAt }) => balanceAt === "end"],
];
