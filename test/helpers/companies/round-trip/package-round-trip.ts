import { XMLParser } from "fast-xml-parser";
import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import type { RoundTrip } from "./data-set-round-trip.ts";

/** Elements as they come, without prefixes; every value stays text. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: true,
});

type Node = Record<string, unknown>;

const list = (value: unknown): Node[] =>
  value === undefined ? [] : ((Array.isArray(value) ? value : [value]) as Node[]);
const attribute = (node: Node, name: string) => String(node[`@${name}`] ?? "");
const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? String((value as Node)["#text"] ?? "")
    : String(value ?? "");

interface PrintedFact {
  value: string;
  end: string;
  start: string | null;
  members: string[];
}

interface Arc {
  to: string;
  order: number;
  label: string;
}

/** "us-gaap_Assets" without what stands before its element's own name. */
const localOf = (id: string) => id.slice(Math.max(id.indexOf("_"), id.indexOf(":")) + 1);

/** A report against the instance and the linkbases of its filing, which are read here in another way. */
export function checkPackage(report: FiledReport, files: ReadonlyMap<string, Buffer>): RoundTrip {
  const found: RoundTrip = { lines: 0, values: 0, faults: [] };
  const facts = readFacts(files);
  const { trees, labels } = readLinks(files);
  for (const statement of report.statements) {
    if (statement.kind === "other") continue;
    const arcs = trees.get(statement.role ?? "") ?? new Map<string, Arc[]>();
    checkOrder(statement, arcs, labels, facts, found);
    for (const line of statement.lines) {
      for (const value of line.values) {
        found.values += 1;
        const members = line.dimensions.map(({ member }) => localOf(member)).sort();
        const isFiled = facts
          .get(localOf(line.element))
          ?.some(
            (fact) =>
              (fact.value === value.value || Number(fact.value) === Number(value.value)) &&
              (fact.end === value.end || fact.start === fact.end) &&
              fact.members.length === members.length,
          );
        if (!isFiled) found.faults.push(`${line.label}: ${value.value} is invented`);
      }
    }
  }
  return found;
}

/** Every element of a statement's tree with a number of the whole company is a line, in the order of the tree. */
function checkOrder(
  { lines, title }: FiledStatement,
  arcs: ReadonlyMap<string, Arc[]>,
  labels: ReadonlyMap<string, Set<string>>,
  facts: ReadonlyMap<string, PrintedFact[]>,
  found: RoundTrip,
): void {
  const targets = new Set([...arcs.values()].flat().map(({ to }) => to));
  const printed: Arc[] = [];
  const walk = (id: string, path: readonly string[]) => {
    for (const arc of [...(arcs.get(id) ?? [])].sort((a, b) => a.order - b.order)) {
      if (path.includes(arc.to) || arc.to.endsWith("Axis")) continue;
      if (facts.get(localOf(arc.to))?.some(({ members }) => members.length === 0))
        printed.push(arc);
      walk(arc.to, [...path, arc.to]);
    }
  };
  for (const top of arcs.keys()) if (!targets.has(top)) walk(top, [top]);
  let from = 0;
  for (const arc of printed) {
    found.lines += 1;
    const isNegated = /\/negated\w*$/i.test(arc.label);
    const place = lines.findIndex(
      (line, i) =>
        i >= from &&
        localOf(line.element) === localOf(arc.to) &&
        line.isNegated === isNegated &&
        line.values.length > 0 &&
        (labels.get(arc.to)?.has(line.label) ?? true),
    );
    if (place < 0)
      found.faults.push(`${title}: ${arc.to} is missing, out of order or has another sign`);
    else from = place;
  }
}

function readFacts(files: ReadonlyMap<string, Buffer>): Map<string, PrintedFact[]> {
  const facts = new Map<string, PrintedFact[]>();
  const [, body] =
    [...files].find(([, one]) => /<(?:\w+:)?xbrl[\s>]/.test(one.toString("utf8", 0, 20_000))) ?? [];
  const root = (parser.parse(body ?? "").xbrl ?? {}) as Node;
  const contexts = new Map(
    list(root.context).map((node) => [attribute(node, "id"), periodOf(node)]),
  );
  for (const [name, nodes] of Object.entries(root)) {
    for (const node of list(nodes)) {
      const context = contexts.get(attribute(node, "contextRef"));
      const value = plainText(textOf(node));
      const isText = attribute(node, "unitRef") === "";
      if (context === undefined || value === "" || (isText && value.length > 1_000)) continue;
      const known = facts.get(name) ?? [];
      known.push({ ...context, value });
      facts.set(name, known);
    }
  }
  return facts;
}

/** A text of a page, without its markup. */
function plainText(text: string): string {
  const plain = text.includes("<") ? text.replace(/<[^>]*>/g, " ") : text;
  return plain.replace(/[\s\u00a0]+/g, " ").trim();
}

function periodOf(context: Node): Omit<PrintedFact, "value"> {
  const period = list(context.period)[0] ?? {};
  const day = (name: string) => textOf(period[name]).trim().slice(0, 10);
  const inside = [...list(list(context.entity)[0]?.segment), ...list(context.scenario)];
  const members = inside.flatMap((one) =>
    [...list(one.explicitMember), ...list(one.typedMember)].map((node) =>
      localOf(textOf(node).trim()),
    ),
  );
  return {
    end: day("endDate") || day("instant"),
    start: day("startDate") || null,
    members: members.sort(),
  };
}

function readLinks(files: ReadonlyMap<string, Buffer>) {
  const trees = new Map<string, Map<string, Arc[]>>();
  const labels = new Map<string, Set<string>>();
  for (const [name, body] of files) {
    if (!/\.xsd$|_(?:pre|lab)\.xml$/.test(name)) continue;
    for (const linkbase of linkbasesIn(parser.parse(body) as Node)) {
      for (const link of list(linkbase.presentationLink)) readTree(link, trees);
      for (const link of list(linkbase.labelLink)) readLabels(link, labels);
    }
  }
  return { trees, labels };
}

/** At the top of a linkbase, or in the notes of a schema. */
function linkbasesIn(document: Node): Node[] {
  const schema = list(document.schema)[0];
  const notes = list(schema?.annotation).flatMap(({ appinfo }) => list(appinfo));
  return [...list(document.linkbase), ...notes.flatMap(({ linkbase }) => list(linkbase))];
}

function locatorsOf(link: Node): Map<string, string> {
  return new Map(
    list(link.loc).map((node) => [
      attribute(node, "label"),
      attribute(node, "href").split("#")[1] ?? "",
    ]),
  );
}

function readTree(link: Node, trees: Map<string, Map<string, Arc[]>>): void {
  const ids = locatorsOf(link);
  const role = attribute(link, "role");
  const tree = trees.get(role) ?? new Map<string, Arc[]>();
  trees.set(role, tree);
  const prohibited = new Set<string>();
  for (const node of list(link.presentationArc)) {
    const [from, to] = [
      ids.get(attribute(node, "from")) ?? "",
      ids.get(attribute(node, "to")) ?? "",
    ];
    if (attribute(node, "use") === "prohibited") prohibited.add(`${from} ${to}`);
    const arc = {
      to,
      order: Number(attribute(node, "order")),
      label: attribute(node, "preferredLabel"),
    };
    const known = tree.get(from) ?? [];
    const isKnown = known.some(
      (one) => one.to === to && one.order === arc.order && one.label === arc.label,
    );
    if (!isKnown) known.push(arc);
    tree.set(from, known);
  }
  for (const [from, arcs] of tree) {
    tree.set(
      from,
      arcs.filter(({ to }) => !prohibited.has(`${from} ${to}`)),
    );
  }
}

function readLabels(link: Node, labels: Map<string, Set<string>>): void {
  const ids = locatorsOf(link);
  const texts = Map.groupBy(list(link.label), (node) => attribute(node, "label"));
  for (const arc of list(link.labelArc)) {
    const id = ids.get(attribute(arc, "from")) ?? "";
    const known = labels.get(id) ?? new Set<string>();
    for (const node of texts.get(attribute(arc, "to")) ?? []) {
      const text = textOf(node).replace(/\s+/g, " ").trim();
      known.add(text).add(text.replace(/\s*\[(?:abstract|roll ?forward|line items)\]$/i, ""));
    }
    labels.set(id, known);
  }
}
