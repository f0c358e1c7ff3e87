import type {
  Calculation,
  FiledElement,
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { scale } from "../figures.ts";
import { firstLine, lineFlags, reportMembers } from "./text-form.ts";

/** Numbers texts in the order of their first use. */
function createList() {
  const places = new Map<string, number>();
  return {
    places,
    indexOf(text: string): number {
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    },
  };
}

interface Lists {
  periods: ReturnType<typeof createList>;
  members: ReturnType<typeof createList>;
  units: ReturnType<typeof createList>;
}

/**
 * A report of a filing's package as text, documented in README.md of `ingest/sample`: same report, same text. It has all but
 * `problems`. `readReportText` gives it back.
 */
export function writeReportText(report: FiledReport): string {
  const lists = { periods: createList(), members: createList(), units: createList() };
  const statements = report.statements.flatMap((one) => statementLines(one, lists));
  const lines = [
    firstLine,
    "[report]",
    ...reportMembers.map((name) => [name, report[name] ?? ""].join("\t")),
    "[elements]",
    ...Object.values(report.elements).map(elementLine),
    "[periods]",
    ...lists.periods.places.keys(),
    "[members]",
    ...lists.members.places.keys(),
    "[units]",
    ...lists.units.places.keys(),
    "[statements]",
    ...statements,
    "[calculations]",
    ...calculationLines(report),
    "[domains]",
    ...domainLines(report),
  ];
  return `${lines.join("\n")}\n`;
}

function elementLine(element: FiledElement): string {
  const { qname, isOwn, type, periodType, balance, label, documentation } = element;
  const told = [type, periodType, balance, label, documentation].map((one) => one ?? "");
  return [qname, isOwn ? "own" : "", ...told].join("\t").trimEnd();
}

/** A statement's line starts with its kind, and the lines below it with their number. */
function statementLines(statement: FiledStatement, lists: Lists): string[] {
  const { kind, order, isParenthetical, role, title, axes, lines } = statement;
  const inside = isParenthetical ? "parenthetical" : "";
  const head = [kind, order, inside, role ?? "", title ?? "", axes.join(" ")].join("\t");
  return [head.trimEnd(), ...lines.map((line) => lineText(line, lists))];
}

function lineText(line: FiledLine, { members, ...lists }: Lists): string {
  const pairs = line.dimensions.map(({ axis, member }) => `${axis}=${member}`).join("\t");
  const cells = [
    line.order,
    line.depth ?? "",
    lineFlags.map(([letter, isSet]) => (isSet(line) ? letter : "")).join(""),
    line.element,
    pairs === "" ? "" : members.indexOf(pairs),
    line.label,
    ...line.values.map((value) => valueText(value, lists)),
  ];
  return cells.join("\t");
}

function valueText(
  { start, end, value, unit, decimals, fact }: FiledValue,
  { periods, units }: Omit<Lists, "members">,
): string {
  const period = periods.indexOf(start === null ? end : `${start}/${end}`);
  const place = unit === null ? "-" : units.indexOf([unit, decimals ?? ""].join("\t").trimEnd());
  return [period, place, fact ?? "-", unit === null ? value : scale(value)].join(" ");
}

/** A line for each parent, under the number of its statement. */
function calculationLines({ statements, calculations }: FiledReport): string[] {
  const orders = new Map(statements.map(({ role, order }) => [role, order]));
  const groups = new Map<string, Calculation[]>();
  for (const one of calculations) {
    const head = [orders.get(one.role), one.parent].join("\t");
    groups.set(head, [...(groups.get(head) ?? []), one]);
  }
  return [...groups].map(([head, children]) =>
    [head, ...children.map(({ child, weight, order }) => `${child} ${weight} ${order}`)].join("\t"),
  );
}

/** Axis, default, places of the statements, and its members with their depth. */
function domainLines({ statements, domains }: FiledReport): string[] {
  const orders = new Map(statements.map(({ role, order }) => [role, order]));
  return domains.map(({ axis, default: whole, roles, members }) => {
    const places = roles.map((role) => orders.get(role)).join(" ");
    const tree = members.map(({ member, depth }) => `${depth} ${member}`);
    return [axis, whole ?? "", places, ...tree].join("\t");
  });
}
