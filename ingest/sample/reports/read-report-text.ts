import {
  type FiledDimension,
  type FiledDomain,
  type FiledElement,
  type FiledLine,
  type FiledReport,
  type FiledStatement,
  type FiledValue,
  filedStatementKinds,
  reportSources,
} from "#schemas/shapes/companies/filed-report.ts";
import { FiguresError, unscale } from "../figures.ts";
import { firstLine, sections } from "./text-form.ts";

type Sections = Record<(typeof sections)[number], string[][]>;

/** Reads the form that `writeReportText` writes. Throws FiguresError for any other text. */
export function readReportText(text: string): FiledReport {
  const parts = splitSections(text);
  const told = new Map(parts.report.map(([name = "", value = ""]) => [name, value]));
  const toldAs = (name: string) => told.get(name) || null;
  const statements = readStatements(parts);
  return {
    accession: required(toldAs("accession"), "accession"),
    cik: required(toldAs("cik"), "cik"),
    form: required(toldAs("form"), "form"),
    period: toldAs("period"),
    currency: toldAs("currency"),
    source: oneOf(reportSources, toldAs("source") ?? ""),
    statements,
    calculations: readCalculations(parts.calculations, statements),
    domains: readDomains(parts.domains, statements),
    elements: Object.fromEntries(parts.elements.map(readElement)),
    problems: [],
  };
}

function splitSections(text: string): Sections {
  const [head, ...lines] = text.split("\n");
  if (head !== firstLine) throw new FiguresError(`first line must be "${firstLine}"`);
  const parts = Object.fromEntries(sections.map((name) => [name, []])) as unknown as Sections;
  let current: string[][] | null = null;
  for (const line of lines) {
    const section = sections.find((name) => line === `[${name}]`);
    if (section) current = parts[section];
    else if (line !== "" && current === null) throw new FiguresError(`"${line}" is in no section`);
    else if (line !== "") current?.push(line.split("\t"));
  }
  return parts;
}

function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new FiguresError(`there is no ${what}`);
  return value;
}

function oneOf<T extends string>(values: readonly T[], text: string): T {
  return required(
    values.find((value) => value === text),
    `"${text}"`,
  );
}

function readElement([qname = "", own, type, periodType, balance, label, documentation]: string[]) {
  const element: FiledElement = {
    qname,
    isOwn: own === "own",
    type: type || null,
    periodType: periodType ? oneOf(["instant", "duration"] as const, periodType) : null,
    balance: balance ? oneOf(["debit", "credit"] as const, balance) : null,
    label: label || null,
    documentation: documentation || null,
  };
  return [qname, element] as const;
}

function readStatements(parts: Sections): FiledStatement[] {
  const statements: FiledStatement[] = [];
  for (const cells of parts.statements) {
    const isLine = /^\d+$/.test(cells[0] ?? "");
    if (!isLine) statements.push(readHead(cells));
    else
      required(statements.at(-1), "statement above the first line").lines.push(
        readLine(cells, parts),
      );
  }
  return statements;
}

function readHead([kind = "", order, inside, role, title, axes]: string[]): FiledStatement {
  return {
    kind: oneOf(filedStatementKinds, kind),
    role: role || null,
    title: title || null,
    order: Number(order),
    isParenthetical: inside === "parenthetical",
    axes: axes ? axes.split(" ") : [],
    lines: [],
  };
}

function readLine(cells: string[], parts: Sections): FiledLine {
  const [order, depth, flags = "", element = "", place = "", label = "", ...values] = cells;
  return {
    order: Number(order),
    depth: depth === "" ? null : Number(depth),
    element,
    label,
    isAbstract: flags.includes("h"),
    isTotal: flags.includes("t"),
    isNegated: flags.includes("n"),
    balanceAt: flags.includes("s") ? "start" : flags.includes("e") ? "end" : null,
    dimensions: place === "" ? [] : entryOf(parts, "members", place).map(readDimension),
    values: values.map((value) => readValue(value, parts)),
  };
}

function entryOf(parts: Sections, section: (typeof sections)[number], place: string): string[] {
  return required(parts[section][Number(place)], `entry ${place} of [${section}]`);
}

function readDimension(pair: string): FiledDimension {
  const end = pair.indexOf("=");
  return { axis: pair.slice(0, end), member: pair.slice(end + 1) };
}

const valueShape = /^(\d+) (\d+|-) (\S+) (.+)$/;

function readValue(text: string, parts: Sections): FiledValue {
  const [, period, place, fact, value = ""] = required(valueShape.exec(text), `value "${text}"`);
  const [days = ""] = entryOf(parts, "periods", period ?? "");
  const [start, end] = days.includes("/") ? days.split("/") : [null, days];
  const [unit = null, decimals] = place === "-" ? [] : entryOf(parts, "units", place ?? "");
  return {
    start: start ?? null,
    end: end ?? "",
    isRounded: false,
    value: unit === null ? value : unscale(value),
    unit,
    decimals: decimals === undefined ? null : Number(decimals),
    fact: fact === "-" ? null : (fact ?? null),
  };
}

/** The role of a statement by its place. */
function rolesOf(statements: readonly FiledStatement[]): (place: string) => string {
  const roles = new Map(statements.map(({ order, role }) => [String(order), role]));
  return (place) => required(roles.get(place), `statement ${place}`);
}

function readDomains(rows: string[][], statements: readonly FiledStatement[]): FiledDomain[] {
  const roleAt = rolesOf(statements);
  return rows.map(([axis = "", whole, places = "", ...members]) => ({
    axis,
    default: whole || null,
    roles: places.split(" ").map(roleAt),
    members: members.map((text) => {
      const [depth, member = ""] = text.split(" ");
      return { member, depth: Number(depth) };
    }),
  }));
}

function readCalculations(rows: string[][], statements: readonly FiledStatement[]) {
  const roleAt = rolesOf(statements);
  return rows.flatMap(([statement = "", parent = "", ...children]) => {
    const role = roleAt(statement);
    return children.map((text) => {
      const [child = "", weight, order] = text.split(" ");
      return { role, parent, child, weight: Number(weight), order: Number(order) };
    });
  });
}
