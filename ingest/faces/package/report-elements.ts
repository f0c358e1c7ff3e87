import type {
  Calculation,
  FiledElement,
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

/** What is known of the elements, axes and members that the statements and the calculations name. */
export function reportElements(
  statements: readonly FiledStatement[],
  calculations: readonly Calculation[],
  sources: Sources,
): Record<string, FiledElement> {
  const used = new Set<string>();
  for (const { lines } of statements) {
    for (const { element, dimensions } of lines) {
      used.add(element);
      for (const { axis, member } of dimensions) {
        used.add(axis);
        if (isName(member, sources)) used.add(member);
      }
    }
  }
  for (const { parent, child } of calculations) used.add(parent).add(child);
  const elements: Record<string, FiledElement> = Object.create(null);
  for (const name of [...used].sort()) elements[name] = toElement(name, sources);
  return elements;
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
