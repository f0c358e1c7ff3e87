import type {
  FiledElement,
  FiledReport,
  FiledStatement,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import type { ElementNames } from "./element-names.ts";
import type { InstanceCells } from "./instance-cells.ts";
import type { Labels } from "./labels.ts";

interface Sources {
  names: ElementNames;
  labels: Labels;
  cells: InstanceCells;
}

/** What is known of the elements, axes and members that the statements, calculations and domains name. */
export function reportElements(
  parts: Pick<FiledReport, "statements" | "calculations" | "domains">,
  sources: Sources,
): Record<string, FiledElement> {
  const used = new Set(inLines(parts.statements, sources));
  for (const { parent, child } of parts.calculations) used.add(parent).add(child);
  for (const { axis, default: whole, members } of parts.domains) {
    for (const { member } of members) used.add(member);
    used.add(axis).add(whole ?? axis);
  }
  const elements: Record<string, FiledElement> = Object.create(null);
  for (const name of [...used].sort()) elements[name] = toElement(name, sources);
  return elements;
}

function* inLines(statements: readonly FiledStatement[], sources: Sources) {
  for (const { element, dimensions } of statements.flatMap(({ lines }) => lines)) {
    yield element;
    for (const { axis, member } of dimensions) {
      yield axis;
      if (isName(member, sources)) yield member;
    }
  }
}

/** Texts of typed members are no elements. */
function isName(member: string, { names, labels }: Sources): boolean {
  return (
    /^[\w.-]+:[\w.-]+$/.test(member) && (names.isOwn(member) || labels.standard(member) !== null)
  );
}

function toElement(qname: string, { names, labels, cells }: Sources): FiledElement {
  const declaration = names.declarations.get(qname);
  const value = cells.values.get(qname)?.[0]?.value;
  const isOwn = names.isOwn(qname);
  return {
    qname,
    isOwn,
    type: declaration ? typeName(declaration.type) : typeOfValue(value),
    periodType: periodTypeOf(declaration?.periodType ?? null, value),
    balance: balanceOf(declaration?.balance ?? null),
    label: labels.standard(qname),
    documentation: isOwn ? labels.documentation(qname) : null,
  };
}

/** "monetary" for "xbrli:monetaryItemType", as data sets name it. */
function typeName(type: string | null): string | null {
  const name = /(?:^|:)(\w+?)(?:ItemType)?$/.exec(type ?? "")?.[1];
  return name ?? null;
}

/** Taxonomies are not part of a package, so the unit tells the type of their elements. */
function typeOfValue(value: FiledValue | undefined): string | null {
  if (value === undefined) return null;
  if (value.unit === null) return "string";
  if (currencyCode.test(value.unit)) return "monetary";
  if (/^[A-Z]{3}\/shares$/.test(value.unit)) return "perShare";
  return value.unit === "shares" || value.unit === "pure" ? value.unit : null;
}

function periodTypeOf(said: string | null, value: FiledValue | undefined) {
  if (said === "instant" || said === "duration") return said;
  if (value === undefined) return null;
  return value.start === null ? "instant" : "duration";
}

function balanceOf(said: string | null): FiledElement["balance"] {
  return said === "debit" || said === "credit" ? said : null;
}
