import { ParseError } from "../../errors.ts";
import { childOf, type XmlNode } from "./xml-node.ts";

const standardNamespaces = new Set([
  "http://www.xbrl.org/2003/iso4217",
  "http://www.xbrl.org/2003/instance",
]);

/** Companyfacts cuts the names of invented units there. */
const customCharsMax = 20;

/**
 * The companyfacts spelling of an xbrli:unit: "USD", "shares", "pure", "USD/shares", or the local name of
 * what the filer invented. A filer's own measure that is called like a currency keeps its prefix.
 */
export function parseUnit(node: XmlNode): string {
  const divide = childOf(node, "divide");
  if (!divide) return measuresOf(node, node);
  const numerator = childOf(divide, "unitNumerator");
  const denominator = childOf(divide, "unitDenominator");
  return `${measuresOf(node, numerator)}/${measuresOf(node, denominator)}`;
}

function measuresOf(unit: XmlNode, part: XmlNode | null): string {
  const measures = part?.children.filter(({ local }) => local === "measure") ?? [];
  if (measures.length === 0) {
    const id = unit.attributes.get("id") ?? "without id";
    throw new ParseError(`unit ${id.slice(0, 100)} has no measure`, { where: id });
  }
  return measures.map(measureName).sort().join("*");
}

function measureName(measure: XmlNode): string {
  const qname = measure.text.trim();
  const local = qname.slice(qname.indexOf(":") + 1);
  if (standardNamespaces.has(measure.namespaceOf(qname))) return local;
  return /^(?:[A-Z]{3}|shares|pure)$/.test(local) ? qname : local.slice(0, customCharsMax);
}
