import type {
  FactNode,
  LineageNode,
  PrintedLine,
  RejectedFact,
} from "#ingest/statements/cells/expand-lineage.ts";
import { companyText } from "#schemas/company-key.ts";
import type { LineageRule } from "#schemas/shapes/companies/statement.ts";
import type { Explanation } from "./trace.ts";
import { evidenceWords, flagWords, reasonWords, ruleWords } from "./words.ts";

/** The explanation as a tree for a terminal, line by line. */
export function explanationLines(explanation: Explanation): string[] {
  const { concept, value, unit } = explanation;
  const lines = [
    ...headLines(explanation, { label: concept.label, key: concept.snakeKey }),
    "",
    value === null ? `no value: ${whyNull(explanation)}` : `${grouped(value)} ${unit ?? ""}`,
    ...explanation.flags.map((flag) => `  note: ${flagWords(flag)}`),
    ...sourceLines(explanation),
    ...(explanation.evidence ? [`  decided by: ${evidenceWords[explanation.evidence]}`] : []),
    ...explanation.rules.map(
      ({ id, title }) => `  by rule ${id}: ${title ?? "no rule of this registry"}`,
    ),
  ];
  lines.push(...lineageLines(explanation));
  lines.push("", ...mappingLines(explanation), `registry ${explanation.registryVersion}`);
  return lines;
}

/** Which company and period, and what of it. */
export function headLines(
  { company, period, view }: Pick<Explanation, "company" | "period" | "view">,
  { label, key }: { label: string; key: string },
): string[] {
  const names = [company.tickers[0], companyText(company.cik)].filter(Boolean).join(", ");
  return [
    `${company.name} (${names})`,
    `${label} (${key}), ${period.key}: ${period.start} to ${period.end}${viewWords(view)}`,
  ];
}

/** How a value came about, as a tree; nothing without a value. */
export const lineageLines = (explanation: Explanation): string[] =>
  explanation.lineage === null ? [] : treeOf(explanation.lineage, versionsByFact(explanation));

/** The source of a value that is not the regulator's. */
function sourceLines({ source }: Explanation): string[] {
  return source === null || source === "regulator" ? [] : [`  source: ${source}`];
}

function viewWords(view: Explanation["view"]): string {
  if (view.kind === "asOf") return `, as known on ${view.date}`;
  return view.kind === "asFirstReported" ? ", as first reported" : "";
}

function whyNull({ reason, successor }: Explanation): string {
  if (reason === null) return "for no known reason";
  const why = `${reasonWords[reason]} (${reason})`;
  return reason === "deprecated" && successor !== null ? `${why}; ask for ${successor}` : why;
}

/** "383,285,000,000" of an exact decimal text. */
export function grouped(value: string): string {
  const [whole = "", decimals] = value.split(".");
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? spaced : `${spaced}.${decimals}`;
}

type Versions = ReadonlyMap<string, readonly FactNode[]>;

const factKey = (fact: FactNode) =>
  [fact.tag, fact.unit, fact.periodStart, fact.periodEnd, fact.dimensions].join("|");

function versionsByFact({ versions }: Explanation): Versions {
  return new Map(versions.flatMap((of) => (of[0] ? [[factKey(of[0]), of] as const] : [])));
}

function treeOf(node: LineageNode, versions: Versions): string[] {
  if (node.kind === "fact") return factLines(node, versions);
  const lines = [`= ${ruleWords[node.rule as LineageRule] ?? node.rule}`];
  node.operands.forEach(({ weight, label, value, of }, i) => {
    const isLast = i === node.operands.length - 1;
    const sign = weight < 0 ? "-" : "+";
    const factor = Math.abs(weight) === 1 ? "" : `${Math.abs(weight)} × `;
    lines.push(`${isLast ? "└─" : "├─"} ${sign} ${factor}${grouped(value)}  ${operandName(label)}`);
    const indent = isLast ? "     " : "│    ";
    lines.push(...treeOf(of, versions).map((line) => `${indent}${line}`));
  });
  return lines;
}

/** "revenue, 2023-01-01 to 2023-12-31" of "revenue@2023-01-01/2023-12-31". */
const operandName = (label: string) => label.replace("@", ", ").replace("/", " to ");

function factLines(fact: FactNode, versions: Versions): string[] {
  const when = fact.periodStart === null ? "" : `${fact.periodStart} to `;
  const filedText = fact.filedDate === null ? "filing date unknown" : `filed ${fact.filedDate}`;
  const lines = [
    `as filed: ${fact.tag}, ${when}${fact.periodEnd}, ${grouped(fact.value)} ${fact.unit}`,
    `  ${fact.form} ${filedText}, accession ${fact.accessionNumber}`,
  ];
  if (fact.dimensions !== null) lines.push(`  of ${fact.dimensions}`);
  if (fact.filingIndexUrl !== null) lines.push(`  ${fact.filingIndexUrl}`);
  if (fact.printed) lines.push(`  ${printedWords(fact.printed)}`);
  const others = (versions.get(factKey(fact)) ?? []).filter(
    (version) => version.accessionNumber !== fact.accessionNumber,
  );
  const same = others.filter(({ value }) => value === fact.value);
  if (same.length > 0) lines.push(`  repeated by ${same.map(shortFiling).join(", ")}`);
  for (const other of others.filter(({ value }) => value !== fact.value)) {
    lines.push(`  elsewhere ${grouped(other.value)}: ${shortFiling(other)}`);
  }
  return lines;
}

/** "printed as "Net sales" 391,035,000,000: line 1 of CONSOLIDATED STATEMENTS OF OPERATIONS, 10-K 0000320193-24-000123". */
function printedWords({ label, printed, order, title, statement, ...filing }: PrintedLine): string {
  const where = title ?? `the ${statement.replaceAll("_", " ")} statement`;
  return `printed as "${label}" ${grouped(printed)}: line ${order} of ${where}, ${filing.form} ${filing.accessionNumber}`;
}

const shortFiling = ({ form, filedDate, accessionNumber }: FactNode) =>
  `${form} ${filedDate ?? "undated"} ${accessionNumber}`;

const becauseWords = {
  other_version: "another filing's value",
  lower_preference: "stands later in the order of tags",
  guard_or_scope: "refused by a guard, or outside its scope",
};

const whyNot = ({ because, guard }: RejectedFact) =>
  guard === null ? becauseWords[because] : `refused by its guard ${guard}`;

/** The tag that resolved, and the values of the other tags: one line per tag, from its newest filing. */
function mappingLines({ mappingRank, mappings, rejected }: Explanation): string[] {
  const lines =
    mappingRank === null
      ? []
      : [`tag ${mappingRank + 1} of the ${mappings} that the line may have`];
  const seen = new Set<string>();
  for (const one of rejected) {
    if (one.because === "other_version" || seen.has(one.tag)) continue;
    seen.add(one.tag);
    lines.push(
      `  not taken: ${one.tag} ${grouped(one.value)} (${shortFiling(one)}): ${whyNot(one)}`,
    );
  }
  return lines;
}
