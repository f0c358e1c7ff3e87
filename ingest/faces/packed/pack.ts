import type {
  Calculation,
  FiledDomain,
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { createDictionary } from "./dictionary.ts";
import {
  lineFlags,
  type PackedLine,
  type PackedReport,
  type PackedValue,
  packedVersion,
} from "./shape.ts";

/**
 * The text under which a report is stored: JSON without any choice left, so that equal reports give equal bytes.
 * `unpackReport` gives the same report back.
 */
export function packReport(report: FiledReport): string {
  return JSON.stringify(toPacked(report));
}

type Dictionaries = ReturnType<typeof createDictionaries>;

function createDictionaries() {
  const strings = createDictionary((text: string) => text);
  const text = (value: string | null) => (value === null ? 0 : strings.indexOf(value) + 1);
  return {
    strings,
    text,
    periods: createDictionary((period: PackedReport["periods"][number]) => period.join()),
    dimensions: createDictionary((pairs: [number, number][]) => pairs.join(";")),
  };
}

function toPacked(report: FiledReport): PackedReport {
  const { accession, cik, form, period, currency, source, problems } = report;
  const use = createDictionaries();
  const names = Object.keys(report.elements).sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: string) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`${name} is no element of the report`);
    return place;
  };
  const statements = report.statements.map((one) => packStatement(one, use, placeOf));
  const elements = names.map((name) => packElement(report.elements[name], use));
  const calculations = packCalculations(report.calculations, use, placeOf);
  const domains = report.domains.map((one) => packDomain(one, use, placeOf));
  return {
    v: packedVersion,
    report: [accession, cik, form, period, currency, source],
    strings: use.strings.entries,
    periods: use.periods.entries,
    dimensions: use.dimensions.entries,
    elements,
    statements,
    calculations,
    domains,
    problems: [...problems],
  };
}

type PlaceOf = (element: string) => number;

function packStatement(
  { kind, role, title, order, isParenthetical, axes, lines }: FiledStatement,
  use: Dictionaries,
  placeOf: PlaceOf,
): PackedReport["statements"][number] {
  const packedLines = lines.map((line) => packLine(line, use, placeOf));
  const packedAxes = axes.map((axis) => use.strings.indexOf(axis));
  const isInside = isParenthetical ? 1 : 0;
  return [kind, use.text(role), use.text(title), order, isInside, packedAxes, packedLines];
}

function packLine(line: FiledLine, use: Dictionaries, placeOf: PlaceOf): PackedLine {
  const dimensions = line.dimensions.map(({ axis, member }): [number, number] => [
    use.strings.indexOf(axis),
    use.strings.indexOf(member),
  ]);
  return [
    line.order,
    line.depth,
    placeOf(line.element),
    use.strings.indexOf(line.label),
    flagsOf(line),
    use.dimensions.indexOf(dimensions),
    line.values.map((value) => packValue(value, use)),
  ];
}

function flagsOf({ isAbstract, isTotal, isNegated, balanceAt }: FiledLine): number {
  return (
    (isAbstract ? lineFlags.abstract : 0) +
    (isTotal ? lineFlags.total : 0) +
    (isTotal === null ? lineFlags.totalUnknown : 0) +
    (isNegated ? lineFlags.negated : 0) +
    (balanceAt === "start" ? lineFlags.start : 0) +
    (balanceAt === "end" ? lineFlags.end : 0)
  );
}

function packValue(one: FiledValue, use: Dictionaries): PackedValue {
  const { start, end, isRounded, value, unit, decimals, fact } = one;
  const period = use.periods.indexOf([
    use.text(start),
    use.strings.indexOf(end),
    isRounded ? 1 : 0,
  ]);
  return [period, value, use.text(unit), decimals, fact];
}

function packElement(
  element: FiledReport["elements"][string] | undefined,
  use: Dictionaries,
): PackedReport["elements"][number] {
  if (element === undefined) throw new Error("an element of the report is missing");
  const { qname, isOwn, type, periodType, balance, label, documentation } = element;
  return [
    qname,
    isOwn ? 1 : 0,
    use.text(type),
    periodType,
    balance,
    use.text(label),
    documentation,
  ];
}

function packDomain(
  { axis, default: whole, roles, members }: FiledDomain,
  use: Dictionaries,
  placeOf: PlaceOf,
): PackedReport["domains"][number] {
  const packed = members.map(({ member, depth }): [number, number] => [placeOf(member), depth]);
  const packedRoles = roles.map((role) => use.strings.indexOf(role));
  return [placeOf(axis), whole === null ? 0 : placeOf(whole) + 1, packedRoles, packed];
}

/** Neighbours with the same role and parent share one entry. */
function packCalculations(
  calculations: readonly Calculation[],
  use: Dictionaries,
  placeOf: PlaceOf,
): PackedReport["calculations"] {
  const packed: PackedReport["calculations"] = [];
  for (const { role, parent, child, weight, order } of calculations) {
    const head = [use.strings.indexOf(role), placeOf(parent)] as const;
    const last = packed.at(-1);
    const term: [number, number, number] = [placeOf(child), weight, order];
    if (last && last[0] === head[0] && last[1] === head[1]) last[2].push(term);
    else packed.push([...head, [term]]);
  }
  return packed;
}
