import type { FiledLine, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { Names } from "./names.ts";

/** The labels of an element by the URI of their role. */
export type ElementLabels = ReadonlyMap<string, string>;

export interface LabelRoles {
  labels: ReadonlyMap<string, ElementLabels>;
  /** The role of the label that a line prints; null for the standard one. */
  preferred(line: FiledLine): string | null;
}

const roles2003 = "http://www.xbrl.org/2003/role/";
const roles2009 = "http://www.xbrl.org/2009/role/";
const standardRoles = new Map(
  "label terseLabel verboseLabel totalLabel periodStartLabel periodEndLabel documentation"
    .split(" ")
    .map((name) => [name, `${roles2003}${name}`])
    .concat(
      "negatedLabel negatedTerseLabel negatedTotalLabel negatedPeriodStartLabel negatedPeriodEndLabel"
        .split(" ")
        .map((name) => [name, `${roles2009}${name}`]),
    ) as [string, string][],
);

/** Labels and their roles, so that each line prints its own label with its own sign, as a total or as a balance. */
export function labelRoles({ elements, statements }: FiledReport, names: Names): LabelRoles {
  const labels = new Map<string, Map<string, string>>();
  const ofElement = (name: string) => {
    const known = labels.get(name) ?? new Map<string, string>();
    labels.set(name, known);
    return known;
  };
  for (const { qname, label, documentation } of Object.values(elements)) {
    if (label !== null) ofElement(qname).set(uriOf("label", names), label);
    if (documentation !== null) ofElement(qname).set(uriOf("documentation", names), documentation);
  }
  const preferred = (line: FiledLine) => {
    if (isPlain(line) && line.label === elements[line.element]?.label) return null;
    const known = ofElement(line.element);
    for (const word of wordsFor(line)) {
      const uri = uriOf(word, names);
      if (!known.has(uri)) known.set(uri, line.label);
      if (known.get(uri) === line.label) return uri;
    }
    return null;
  };
  for (const { lines } of statements) for (const line of lines) preferred(line);
  return { labels, preferred };
}

const isPlain = ({ isTotal, isNegated, balanceAt }: FiledLine) =>
  !isTotal && !isNegated && balanceAt === null;

function uriOf(word: string, { namespaces, own }: Names): string {
  return standardRoles.get(word) ?? `${namespaces.get(own[0] ?? "")}/role/${word}`;
}

/** "negatedTotalLabel", and as many more as an element has labels of one use. */
function* wordsFor({ isTotal, isNegated, balanceAt }: FiledLine): Generator<string> {
  const sides = { start: "PeriodStart", end: "PeriodEnd" };
  const use = `${isTotal ? "Total" : ""}${balanceAt === null ? "" : sides[balanceAt]}`;
  const uses = use === "" ? ["", "Terse", "Verbose"] : [use];
  const sign = isNegated ? "negated" : "";
  for (const one of uses) {
    if (one !== "" || isNegated) yield camelCase(`${sign}${one}Label`);
  }
  for (let n = 2; ; n += 1) yield camelCase(`${sign}${use}Label${n}`);
}

const camelCase = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
