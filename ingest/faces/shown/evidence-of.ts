import type { FactNode, LineageNode } from "../../statements/cells/expand-lineage.ts";

/**
 * What decided a value: `face`, all facts behind it are printed on statements of filings; `tree`, it is made of printed rows by how they
 * add up; `note`, only a note of the filing states it or a part of it; `rule`, rules of the registry chose or changed it (`Line.rules`); `tags`, the
 * order of tags chose it.
 */
export const evidenceKinds = ["face", "tree", "note", "rule", "tags"] as const;
export type Evidence = (typeof evidenceKinds)[number];

/** The evidence of a value whose facts have been looked up on the printed statements. */
export function evidenceOf(
  lineage: LineageNode,
  { flags, rules = [] }: { flags: readonly string[]; rules?: readonly unknown[] },
): Evidence {
  if (flags.includes("note")) return "note";
  if (flags.includes("of_printed_rows") || isRemainder(lineage)) return "tree";
  const facts = factNodes(lineage);
  if (facts.length > 0 && facts.every(({ printed }) => printed)) return "face";
  return rules.length > 0 ? "rule" : "tags";
}

/** What other lines leave of a total, and the sum of no rows. */
const isRemainder = (node: LineageNode) =>
  node.kind === "rule" && (node.rule === "remainder" || node.operands.length === 0);

/** The facts at the ends of a lineage. */
export const factNodes = (node: LineageNode): FactNode[] =>
  node.kind === "fact" ? [node] : node.operands.flatMap(({ of }) => factNodes(of));
