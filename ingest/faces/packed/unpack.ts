import type {
  FiledDomain,
  FiledElement,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { parseJson } from "../../facts/json-document.ts";
import {
  lineFlags,
  type PackedLine,
  type PackedReport,
  type PackedValue,
  packedReport,
} from "./shape.ts";

/** The report that `packReport` wrote. Throws ParseError for any other bytes, and for another version of them. */
export function unpackReport(body: Buffer): FiledReport {
  const parsed = packedReport.safeParse(jsonOf(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ParseError(`not a packed report: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  return fromPacked(parsed.data);
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw new ParseError("not a packed report: no whole JSON document", { cause });
  }
}

function fromPacked(packed: PackedReport): FiledReport {
  const [accession, cik, form, period, currency, source] = packed.report;
  const elements: Record<string, FiledElement> = Object.create(null);
  for (const element of packed.elements) elements[element[0]] = toElement(element, packed);
  return {
    accession,
    cik,
    form,
    period,
    currency,
    source,
    statements: packed.statements.map((one) => toStatement(one, packed)),
    calculations: packed.calculations.flatMap(([role, parent, children]) =>
      children.map(([child, weight, order]) => ({
        role: at(packed.strings, role),
        parent: nameOf(packed, parent),
        child: nameOf(packed, child),
        weight,
        order,
      })),
    ),
    domains: packed.domains.map((one) => toDomain(one, packed)),
    elements,
    problems: packed.problems,
  };
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new ParseError(`not a packed report: there is no entry ${place}`);
  return found;
}

function textAt({ strings }: PackedReport, place: number): string | null {
  return place === 0 ? null : at(strings, place - 1);
}

function nameOf({ elements }: PackedReport, place: number): string {
  return at(elements, place)[0];
}

function toElement(
  [qname, isOwn, type, periodType, balance, label, documentation]: PackedReport["elements"][number],
  packed: PackedReport,
): FiledElement {
  return {
    qname,
    isOwn: isOwn === 1,
    type: textAt(packed, type),
    periodType,
    balance,
    label: textAt(packed, label),
    documentation,
  };
}

function toDomain(
  [axis, whole, roles, members]: PackedReport["domains"][number],
  packed: PackedReport,
): FiledDomain {
  return {
    axis: nameOf(packed, axis),
    default: whole === 0 ? null : nameOf(packed, whole - 1),
    roles: roles.map((role) => at(packed.strings, role)),
    members: members.map(([member, depth]) => ({ member: nameOf(packed, member), depth })),
  };
}

function toStatement(
  [kind, role, title, order, isInside, axes, lines]: PackedReport["statements"][number],
  packed: PackedReport,
): FiledStatement {
  return {
    kind,
    role: textAt(packed, role),
    title: textAt(packed, title),
    order,
    isParenthetical: isInside === 1,
    axes: axes.map((axis) => at(packed.strings, axis)),
    lines: lines.map((line) => toLine(line, packed)),
  };
}

function toLine(
  [order, depth, element, label, flags, dimensions, values]: PackedLine,
  packed: PackedReport,
): FiledStatement["lines"][number] {
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    order,
    depth,
    element: nameOf(packed, element),
    label: at(packed.strings, label),
    isAbstract: has(lineFlags.abstract),
    isTotal: has(lineFlags.totalUnknown) ? null : has(lineFlags.total),
    isNegated: has(lineFlags.negated),
    balanceAt: has(lineFlags.start) ? "start" : has(lineFlags.end) ? "end" : null,
    dimensions: at(packed.dimensions, dimensions).map(([axis, member]) => ({
      axis: at(packed.strings, axis),
      member: at(packed.strings, member),
    })),
    values: values.map((value) => toValue(value, packed)),
  };
}

function toValue(
  [period, value, unit, decimals, fact]: PackedValue,
  packed: PackedReport,
): FiledValue {
  const [start, end, isRounded] = at(packed.periods, period);
  return {
    start: textAt(packed, start),
    end: at(packed.strings, end),
    isRounded: isRounded === 1,
    value,
    unit: textAt(packed, unit),
    decimals,
    fact,
  };
}
